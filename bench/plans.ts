import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { addDays, dayOf } from '#domain/days.ts';
import { COMMENTS_PAGE } from '#domain/limits.ts';
import { type Db, openDb, queryable, type Tx } from '#server/db/open.ts';
import { findSessionUser, listValidSessions } from '#server/features/auth/public.ts';
import { findByEmail } from '#server/features/auth/queries.ts';
import { recordCheckin } from '#server/features/checkins/commands.ts';
import { lockCheckin, requireCheckin } from '#server/features/checkins/public.ts';
import { listFeed } from '#server/features/checkins/queries-feed.ts';
import { requireComment } from '#server/features/comments/public.ts';
import {
  insertComment,
  listFirstReplies,
  listReplies,
  listRoots,
  removeComment,
} from '#server/features/comments/queries.ts';
import { countReactionsGiven } from '#server/features/completion/queries.ts';
import { listCompleted, listOffers, listOwnMissions, listStars, readHome } from '#server/features/dashboard/queries.ts';
import { listInbox } from '#server/features/invitations/queries.ts';
import { listNudges } from '#server/features/members/commands.ts';
import { requireMember } from '#server/features/missions/public.ts';
import { countActiveMissions, findByCode, listMembers, listQuilt } from '#server/features/missions/queries.ts';
import { countUnread, listNewest, markAllRead, purgeOld } from '#server/features/notifications/queries.ts';
import { changeReaction, readReactions } from '#server/features/reactions/queries.ts';
import { checkedDays, excusedDaysOf, missionCheckedDays, restDaysOf } from '#server/features/streaks/queries.ts';
import { resolveRecipients } from '#server/live/recipients.ts';
import { emailOf, type Membership, ZONE } from './dataset.ts';
import { collectSlow } from './plans-slow.ts';
import { heading, type Verdict, verdict } from './report.ts';

/** A sequential scan of a table with more rows than this is a fault. */
const SMALL_TABLE = 1000;
/** What counts or charts all there is, everywhere or in a mission, has to read it; it is printed and is no fault. */
const READS_ALL = /^(desk|completion): all/;
/** So is reading more rows than this only to throw them away. */
const IN_VAIN = 1000;
/** PostgreSQL 16 can explain a statement without values. */
const GENERIC_PLAN_SINCE = 160_000;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Rows Removed by Filter'?: number;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

interface Statement {
  path: string;
  sql: string;
  values: readonly unknown[];
}

interface Explained {
  nodes: PlanNode[];
  milliseconds: number | null;
}

/** The plan of a statement: run with its values, or (without running) as PostgreSQL keeps it for any values. */
async function explain(client: pg.PoolClient, { sql, values }: Statement, general: boolean): Promise<Explained> {
  type Row = { 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time'?: number }] };
  const { rows } = general
    ? await client.query<Row>(`explain (generic_plan, format json) ${sql}`)
    : await client.query<Row>(`explain (analyze, buffers off, format json) ${sql}`, [...values]);
  const [{ Plan: plan, 'Execution Time': milliseconds = null }] = rows[0]!['QUERY PLAN'];
  return { nodes: nodesOf(plan), milliseconds };
}

/** Names of the tables that are not small. */
async function listLargeTables(tx: Tx): Promise<Set<string>> {
  const rows = await tx.rows<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > ${SMALL_TABLE}`,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Runs the product's own functions on a connection that writes down each statement, so that none is copied here. */
async function collect(db: Db, tx: Tx, member: Membership): Promise<Statement[]> {
  const statements = new Map<string, Statement>();
  let path = '';
  const recording: Tx = {
    in_transaction: true,
    rows: async (sql, values = []) => {
      if (!statements.has(sql)) statements.set(sql, { path, sql, values });
      return tx.rows(sql, values);
    },
  };
  const on = (name: string) => {
    path = name;
    return recording;
  };
  const now = new Date();
  const today = dayOf(now, ZONE);
  const { mission_id: mission } = member;

  const user = (await findSessionUser({ ...db, ...on('session look-up') }, `Bearer ${member.token}`, now))!;
  await findByEmail(on('sign-in'), emailOf(7));
  await listValidSessions(on('live: sessions'), [user.session_id], now);
  const notices = [
    { kinds: ['feed' as const], mission_id: mission },
    { kinds: [], invitation_id: randomUUID() },
  ];
  await resolveRecipients(on('live: who is concerned'), notices);
  await listOwnMissions(on('dashboard: missions'), user.id);
  await listCompleted(on('dashboard: completed'), user.id);
  await readHome(on('dashboard: the rest'), user, addDays(today, -125), now);
  await listOffers(on('dashboard: offers'), user.id);
  await listInbox(on('dashboard: invitations'), user, now);
  await listStars(on('dashboard: stars'), mission, user.id, addDays(today, -6));
  await requireMember(on('mission: access'), user.id, mission);
  await listMembers(on('mission: members'), mission);
  await listQuilt(on('mission: quilt'), mission);
  await countActiveMissions(on('mission: count of active ones'), user.id, now);
  await findByCode(on('join: code'), 'BENCH1', now);
  await listNudges(on('mission: nudges'), mission, user.id, now);
  const viewer = { id: user.id, is_owner: false };
  const feed = await listFeed(on('feed: first page'), viewer, mission, 10);
  await listFeed(on('feed: next page'), viewer, mission, 10, feed.at(-1)!.id);
  await requireCheckin(on('check-in: access'), user.id, feed[0]!.id);
  await readReactions(on('reactions: of one check-in'), user.id, feed[0]!.id);
  const roots = await listRoots(on('comments: first page'), user.id, feed[0]!.id, { limit: COMMENTS_PAGE });
  const rootIds = roots.map((root) => root.id);
  await listFirstReplies(on('comments: replies'), user.id, rootIds);
  await listReplies(on('comments: more replies'), user.id, rootIds[0]!, { limit: COMMENTS_PAGE });
  await countReactionsGiven(on('completion: all reactions'), mission);
  await excusedDaysOf(on('ledger: excused days'), user.id);
  await restDaysOf(on('ledger: rest days'), user.id);
  await checkedDays(on('ledger: all missions'), user.id, today);
  await missionCheckedDays(on('ledger: one mission'), user.id, mission, today);
  await listNewest(on('bell: list'), user.id);
  await countUnread(on('bell: count'), user.id);
  await markAllRead(on('bell: mark all read'), user.id, now);
  await tx.rows('savepoint before_checkin');
  const input = { mission_id: mission, type: 'tick', content: '', client_id: randomUUID() } as const;
  await recordCheckin(on('check-in'), user, input, now);
  const checkin = await lockCheckin(on('reaction: access'), user.id, feed[0]!.id);
  await changeReaction(on('reaction: toggle'), checkin, { user_id: user.id, type: 'wow' }, now);
  const comment = { id: randomUUID(), user_id: user.id, content: 'Well done', parent: null, mentioned: [] };
  await insertComment(on('comment: post'), checkin, comment, now);
  await removeComment(on('comment: delete'), await requireComment(on('comment: access'), user.id, comment.id), now);
  await purgeOld(on('bell: purge'), now, 5000);
  await collectSlow(on, { user, now, today });
  // Explained again below, where the day has to be free.
  await tx.rows('rollback to savepoint before_checkin');
  return [...statements.values()];
}

/** What is wrong with a plan, in words; nothing when it goes by indexes to what it needs. */
function faultsOf(nodes: readonly PlanNode[], large: ReadonlySet<string>): string[] {
  const faults = new Set<string>();
  for (const node of nodes) {
    const name = node['Relation Name'];
    if (node['Node Type'] === 'Seq Scan' && large.has(name!)) faults.add(`SEQ SCAN of ${name}`);
    const inVain = (node['Rows Removed by Filter'] ?? 0) * (node['Actual Loops'] ?? 1);
    if (inVain > IN_VAIN) faults.add(`READS ${inVain} ROWS of ${name} in vain`);
  }
  return [...faults];
}

/** Prints one line for each statement of the hot paths; the member must not have checked in today. */
export async function checkPlans(url: string, member: Membership, where: string): Promise<Verdict[]> {
  heading(`Plans in ${where} (as run with these values, and the general one)`);
  const db = openDb(url);
  const client = await db.pool.connect();
  const atFault: string[] = [];
  try {
    await client.query('begin');
    const tx: Tx = { ...queryable(client), in_transaction: true };
    const large = await listLargeTables(tx);
    const [server] = await tx.rows<{ version: number }>("select current_setting('server_version_num')::int as version");
    for (const statement of await collect(db, tx, member)) {
      const plans = [await explain(client, statement, false)];
      if (server!.version >= GENERIC_PLAN_SINCE) plans.push(await explain(client, statement, true));
      const nodes = plans.flatMap((plan) => plan.nodes);
      const found = faultsOf(nodes, large);
      if (!READS_ALL.test(statement.path) && found.length > 0) atFault.push(statement.path);
      const indexes = [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))].join(' ');
      const time = `${plans[0]!.milliseconds?.toFixed(2)} ms`.padStart(9);
      console.log(`${statement.path.padEnd(30)} ${time}  ${found.join(', ') || 'index'}  ${indexes}`);
    }
    await client.query('rollback');
  } finally {
    client.release(true);
    await db.close();
  }
  const measured = `${atFault.length} faults (scans of tables over ${SMALL_TABLE} rows, or over ${IN_VAIN} rows read in vain)`;
  return [verdict(`Paths use indexes in ${where}`, atFault.length === 0, [measured, ...new Set(atFault)].join('; '))];
}
