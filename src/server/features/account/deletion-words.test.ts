import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { deleteAccount } from '#contract/account.ts';
import { login } from '#contract/auth.ts';
import { Id } from '#platform/db/columns.ts';
import { connected } from '../../testing/backups.ts';
import { EVERY_TABLE_AT, EVERY_TABLE_PASSWORD, fillEveryTable } from '../../testing/every-table.ts';
import { ownerUrl, testApp } from '../../testing/test-app.ts';

/** Markers for columns that require a format. Other columns get `<table.column>`. */
const FORMED = {
  'users.email': 'marked.users.email@example.com',
  'users.avatar_key': 'avatars/aaaaaaaa-3000-700b-8000-aaaaaaaaaaaa/512.webp',
  'users.language': 'qaa-current',
  'users.last_language': 'qaa-last',
  'users.timezone': 'Antarctica/Troll',
  'zone_changes.old_zone': 'Asia/Kathmandu',
  'zone_changes.new_zone': 'Pacific/Chatham',
  'missions.timezone': 'Pacific/Marquesas',
  'checkins.timezone': 'America/St_Johns',
  'checkins.photo_key': 'checkins/bbbbbbbb-3000-700b-8000-bbbbbbbbbbbb',
} as const;
const EMAIL = FORMED['users.email'];
const FILES = [FORMED['users.avatar_key'], `${FORMED['checkins.photo_key']}/1600.webp`];

/** SQL conditions for rows about user $1 in tables without a reference to users. */
const OWNED: Readonly<Record<string, string>> = {
  users: 'id = $1',
  webhook_deliveries: 'webhook_id in (select id from webhooks where user_id = $1) or actor_id = $1',
  imported_days: 'import_id in (select id from imports where user_id = $1)',
  jobs: `data->>'email' = '${EMAIL}' and $1::uuid is not null`,
  audit_log: 'target_id = $1',
  paid_invoices: 'amount = 501 and $1::uuid is not null',
};

/** Tables without text of users, with the reason. A new table is listed here or in `OWNED`, or refers to users. */
const NOBODYS: Readonly<Record<string, string>> = {
  admin_account: 'the operator',
  admin_sessions: 'the operator',
  daily_figures: 'totals of a day',
  deleted_checkins: 'ids',
  invitation_mails: 'keyed hashes of mailboxes',
  mail_stops: 'keyed hashes of mailboxes',
  migrations: 'the schema',
  payment_events: 'ids of the payment provider',
  rate_limits: 'keyed hashes of callers',
  recurring_jobs: 'names of jobs',
  server_facts: 'facts about the server',
  webhook_claims: 'ids and days',
};

/** Columns whose values the product defines, and for which no check of the database lists the values. */
const LISTED: readonly string[] = [
  'audit_log.admin',
  'idempotency_keys.call',
  'jobs.name',
  'missions.patch',
  'notifications.reaction_type',
  'users.look',
  'users.subscription_plan',
  'users.subscription_status',
  'webhook_deliveries.error',
  'webhook_deliveries.event',
  'webhooks.off_reason',
];

const POST = 'posts in missions of others stay under another name';
const PURCHASE = 'purchases stay without the user';
const ANSWERED = 'an answered invitation forgets it after 30 days';
const REPORT = 'reports stay for the operator';
const LOG = 'rows of the audit log never change';

/** The columns that keep their text according to docs/rules.md, with the reason. */
const RETAINED: Readonly<Record<string, string>> = {
  'audit_log.note': LOG,
  'audit_log.target': LOG,
  'checkins.content': POST,
  'checkins.hidden_reason': POST,
  'comments.content': POST,
  'invitations.invitee_email': ANSWERED,
  'invitations.message': ANSWERED,
  'members.checked_days': POST,
  'members.rest_days': POST,
  'paid_invoices.currency': PURCHASE,
  'paid_invoices.id': PURCHASE,
  'paid_invoices.subscription_id': PURCHASE,
  'payment_sessions.currency': PURCHASE,
  'payment_sessions.provider_id': PURCHASE,
  'payment_sessions.subscription_id': PURCHASE,
  'payment_sessions.url': PURCHASE,
  'reports.content': REPORT,
  'reports.reason': REPORT,
  'subscriptions.id': PURCHASE,
  'webhook_deliveries.event_id': 'an id; the body is emptied',
};

const t = await testApp();
const asOwner = <T>(work: (client: pg.Client) => Promise<T>) => connected(ownerUrl(t.database_url), work);

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  return rows.map(({ name }) => name);
}

/** Returns the SQL conditions for the rows about a user, by table. */
async function readConditions(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ table: string; condition: string }>(
    `select k.conrelid::regclass::text as "table", string_agg(a.attname || ' = $1', ' or ') as condition
     from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
     where k.contype = 'f' and k.confrelid = 'users'::regclass group by 1`,
  );
  return new Map([...rows.map(({ table, condition }) => [table, condition] as const), ...Object.entries(OWNED)]);
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/** Lists the columns that can contain text, except those that a check limits to listed values. */
async function listTextColumns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       and format_type(a.atttypid, null) ~ '^(text|character|json|jsonb|bytea)'
       and not exists (select from pg_constraint k where k.contype = 'c' and k.conrelid = c.oid
         and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%')`,
  );
  return rows.filter(({ table, name }) => !LISTED.includes(`${table}.${name}`));
}

/**
 * Adds rows that `fillEveryTable` lacks. They have states that a column needs, or name the user in another user's rows.
 */
async function addRows(client: pg.Client, id: string, other: string): Promise<void> {
  const at = `timestamptz '${EVERY_TABLE_AT}'`;
  const run = (text: string, ...values: string[]) => client.query(text, values);
  await run(`update checkins set hidden_at = ${at}, hidden_by = 'owner', hidden_reason = '' where user_id = $1`, id);
  await run(
    `insert into invitations (id, mission_id, sender_id, invitee_email, status, processed_at, created_at, expires_at)
     select gen_random_uuid(), m.id, $1, '', 'accepted', ${at}, ${at}, ${at} from missions m where m.round = 1`,
    id,
  );
  // A trigger prevents later updates of these rows.
  await run(
    `insert into audit_log (id, at, admin, action, target_id, target, note) values (gen_random_uuid(), ${at}, 'admin',
       'user_suspended', $1, '<audit_log.target>', '<audit_log.note>')`,
    id,
  );
  await run(
    `insert into jobs (name, data, state, run_at)
     select 'send-reset-link', jsonb_build_object('email', $1::text, 'marked', '<jobs.data>'), state, 'infinity'
     from unnest(array['waiting', 'failed']) state`,
    EMAIL,
  );
  await run(
    'update webhook_deliveries set actor_id = $1 where webhook_id in (select id from webhooks where user_id = $2)',
    ...[id, other],
  );
  // The marker replaces the ID of the subscription.
  await run(
    'update paid_invoices set amount = 501 where subscription_id in (select id from subscriptions where user_id = $1)',
    id,
  );
  await run('update invitations set invitee_email = $1 where sender_id = $2', EMAIL, other);
  await run(
    `update idempotency_keys set call = 'createInvitation', answer = jsonb_build_object('invitee_email', $1::text)
     where user_id = $2`,
    ...[EMAIL, other],
  );
}

const VALUES: Readonly<Record<string, string>> = {
  'text[]': 'array[$2::text]',
  bytea: `convert_to($2::text, 'UTF8')`,
  json: `json_build_object('marked', $2::text)`,
  jsonb: `jsonb_build_object('marked', $2::text)`,
};
const MARKED_ABOVE = ['audit_log.note', 'audit_log.target', 'jobs.data'];
/** Conditions for columns that not every row of the user can fill. */
const ONLY: Readonly<Record<string, string>> = {
  'sessions.token_hash': `last_used_at = '${EVERY_TABLE_AT}'`,
  'checkins.photo_key': `type = 'photo'`,
  'checkins.photo_thumbhash': `type = 'photo'`,
};

/** Writes a marker into every text column of the rows about the user. Returns the markers by column. */
async function markRows(client: pg.Client, id: string): Promise<Map<string, string>> {
  const conditions = await readConditions(client);
  const markers = new Map<string, string>();
  for (const { table, name, type } of await listTextColumns(client)) {
    const condition = conditions.get(table);
    const column = `${table}.${name}`;
    if (condition === undefined) continue;
    const marker = FORMED[column as keyof typeof FORMED] ?? `<${column}>`;
    markers.set(column, marker);
    if (MARKED_ABOVE.includes(column)) continue;
    const value = VALUES[type] ?? '$2::text';
    await client.query(`update ${table} set ${name} = ${value} where (${condition}) and ${ONLY[column] ?? true}`, [
      id,
      marker,
    ]);
  }
  return markers;
}

/** Returns the columns that contain markers. A column with the marker of another is `marker in table.column`. */
async function findMarkers(client: pg.Client, markers: ReadonlyMap<string, string>): Promise<string[]> {
  const found = new Set<string>();
  for (const table of await listTables(client)) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(`select to_jsonb(x) as row from ${table} x`);
    for (const [name, value] of rows.flatMap(({ row }) => Object.entries(row))) {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const plain = text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex').toString('latin1') : text;
      const place = `${table}.${name}`;
      for (const [column, marker] of markers)
        if (plain.includes(marker)) found.add(column === place ? place : `${column} in ${place}`);
    }
  }
  return [...found].sort();
}

describe('deleting an account', () => {
  let markers: Map<string, string>;
  let before: string[];
  let after: string[];

  beforeAll(async () => {
    const hash = () => t.deps.passwords.hash(EVERY_TABLE_PASSWORD);
    await fillEveryTable(t.db, t.deps.storage, await hash());
    const people = await t.db.rows(
      z.object({ id: Id }),
      `select id from users where name in ('Person 5', 'Person 6') order by name`,
    );
    const [id, other] = people.map((person) => person.id) as [string, string];
    const body = { email: 'person5@example.com', password: EVERY_TABLE_PASSWORD };
    const token: string = (await t.call(login, { body })).json().access_token;
    const password_hash = await hash();
    await asOwner(async (client) => {
      await client.query('delete from known_sign_ins where user_id = $1 and last_at > $2', [id, EVERY_TABLE_AT]);
      await addRows(client, id, other);
      markers = await markRows(client, id);
      await client.query('update users set password_hash = $2 where id = $1', [id, password_hash]);
      markers.set('users.password_hash', password_hash);
      before = await findMarkers(client, markers);
    });
    for (const key of FILES) await t.deps.storage.put(key, Buffer.from('a picture'));
    const answer = await t.call(deleteAccount, { token, body: { password: EVERY_TABLE_PASSWORD } });
    expect(answer.statusCode).toBe(204);
    await t.queue.drain();
    after = await asOwner((client) => findMarkers(client, markers));
  });

  it('covers every table', async () => {
    const [tables, conditions] = await asOwner(async (client) => [
      await listTables(client),
      await readConditions(client),
    ]);
    const known = [...conditions.keys(), ...Object.keys(NOBODYS)];
    expect(tables.filter((table) => !known.includes(table))).toEqual([]);
    expect(known.filter((table) => !tables.includes(table))).toEqual([]);
  });

  it('starts with a marker in every text column of the rows about the user', () => {
    expect([...markers.keys()].filter((column) => !before.includes(column))).toEqual([]);
    expect(before).toEqual(
      expect.arrayContaining(
        ['idempotency_keys.answer', 'invitations.invitee_email', 'jobs.data'].map(
          (column) => `users.email in ${column}`,
        ),
      ),
    );
  });

  it('leaves only the text that the rules keep', () => {
    expect(after).toEqual(Object.keys(RETAINED).sort());
  });

  it('removes the pictures of the user and no others', async () => {
    const files = await readdir(join(t.dataDir, 'media'), { recursive: true });
    expect(files.filter((file) => /aaaaaaaa|bbbbbbbb/.test(file))).toEqual([]);
    expect(files.filter((file) => file.endsWith('/512.webp'))).toHaveLength(12);
  });
});
