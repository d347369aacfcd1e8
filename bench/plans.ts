import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { addDays, dayOf, weekdayOf } from '#domain/days.ts';
import type { Answer, Endpoint } from '#platform/contract/endpoint.ts';
import { passwords } from '#platform/keys/passwords.ts';
import { ROOT } from '#platform/start/root.ts';
import { PROGRAMS } from './build.ts';
import { ask, type ServerProcess, startServerProcess } from './child.ts';
import { makeCrowd } from './crowd.ts';
import { NOT_DURABLE, startDatabase, withClient } from './database.ts';
import { bearerJson, FULL, makeDataset, PASSWORD, tokenOf } from './dataset.ts';
import { startOf, ZONE } from './dataset-sql.ts';
import { openStream } from './live-client.ts';
import { OPERATOR } from './operator.ts';
import {
  type Call,
  changeMission,
  checkInAndDiscuss,
  completeAndExport,
  createAndDelete,
  readAsMember,
  readAsOperator,
  type Team,
} from './plans-calls.ts';
import { EXPLAIN_EVERYTHING, openQueryPlanLog, type QueryPlanLog } from './plans-log.ts';
import { makeStatements, type Statements } from './plans-statements.ts';
import type { Verdict } from './report.ts';

/** Time for work after a response, such as finding a hint's recipients. */
const AFTERWARDS_MS = 60;
/** Jobs start with the server and poll every few seconds. */
const JOBS_MS = 10_000;
/** The server checks the sessions of open streams more often than this. */
const STREAM_MS = 17_000;

const makeCall = (server: ServerProcess, log: QueryPlanLog, statements: Statements): Call => {
  return async <E extends Endpoint>(endpoint: E, token: string, parts: Parameters<Call>[2] = {}) => {
    const { params = {}, query = {}, body, reads_all = false } = parts;
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!);
    const answer = await fetch(`${server.url}${path}?${new URLSearchParams(query)}`, {
      method: endpoint.method,
      headers: bearerJson(token),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const name = `${endpoint.method} ${endpoint.path}`;
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text}`);
    await wait(AFTERWARDS_MS);
    statements.add(name, await log.read(), reads_all);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return (isJson ? JSON.parse(text) : undefined) as Answer<E>;
  };
};

async function findTeam(client: pg.Client, missionId: string): Promise<Team> {
  const { rows } = await client.query<{ id: string; email: string; number: number; is_owner: boolean }>(
    `select u.id, u.email, substr(u.name, 8)::int as number, m.owner_id = u.id as is_owner
     from missions m join members mb on mb.mission_id = m.id join users u on u.id = mb.user_id
     where m.id = $1 order by is_owner desc, u.id limit 3`,
    [missionId],
  );
  const [owner, member, other] = rows.map(({ id, email, number }) => ({ id, email, token: tokenOf(number) }));
  return { mission_id: missionId, owner: owner!, member: member!, other: other! };
}

interface Teams {
  large: Team;
  small: Team;
  ended: Team;
}

const TEAM = 11;

async function prepareTeams(url: string, crowd: string): Promise<Teams> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select mission_id as id from members group by mission_id having count(*) = ${TEAM} order by 1 limit 2`,
    );
    const [small, ended] = rows.map(({ id }) => id) as [string, string];
    await client.query(
      `update missions set duration_days = 30, end_date = ${startOf(`date '${dayOf(new Date(), ZONE)}'`)} where id = $1`,
      [ended],
    );
    return {
      large: await findTeam(client, crowd),
      small: await findTeam(client, small),
      ended: await findTeam(client, ended),
    };
  });
}

/** Runs everything that people, open pages and jobs make the server query. */
async function exercise(server: ServerProcess, log: QueryPlanLog, statements: Statements, teams: Teams): Promise<void> {
  const call = makeCall(server, log, statements);
  const collect = async (name: string, ms: number) => {
    await wait(ms);
    statements.add(name, await log.read());
  };
  await collect('jobs after the start', JOBS_MS);
  const stream = await openStream(server.url, teams.small.other.token, () => undefined);
  try {
    for (const team of [teams.large, teams.small]) {
      await readAsMember(call, team);
      await checkInAndDiscuss(call, team);
      await changeMission(call, team);
    }
    await createAndDelete(call, teams.small.other);
    await completeAndExport(call, teams.ended);
    await readAsOperator(call);
    await collect('open streams', STREAM_MS);
  } finally {
    stream.close();
  }
  // On Monday at noon the weekly digest goes out. A week ahead, hourly and daily jobs are due again.
  const now = new Date();
  const today = dayOf(now, ZONE);
  const monday = new Date(`${addDays(today, 14 - weekdayOf(today))}T04:20:00Z`);
  await ask(server.child, { ahead_ms: monday.getTime() - now.getTime() });
  await collect('jobs on Monday at noon', JOBS_MS);
}

export async function checkPlans(): Promise<Verdict[]> {
  const database = await startDatabase({ ...NOT_DURABLE, ...EXPLAIN_EVERYTHING });
  try {
    await makeDataset(database.url, FULL, await passwords().hash(PASSWORD));
    const teams = await prepareTeams(database.url, await makeCrowd(database.url));
    const statements = await makeStatements(database.url);
    const log = await openQueryPlanLog(database);
    const server = await startServerProcess(PROGRAMS.product, { ...database.env, ...OPERATOR }, '/ready', {
      preload: join(ROOT, 'e2e', 'shifted-clock.mjs'),
    });
    try {
      await exercise(server, log, statements, teams);
    } finally {
      await server.stop();
    }
    return await statements.report();
  } finally {
    await database.remove();
  }
}
