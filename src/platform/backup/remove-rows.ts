import type pg from 'pg';

/** What a restore takes away once all rows of the backup are there. */
export interface Removals {
  /** Leaves out what would reach people or other servers: jobs, push subscriptions with their keys, and webhooks. */
  readonly trial?: boolean;
  /** Ends whatever opens an account without its password: it might have been ended since the backup. */
  readonly end_sessions?: boolean;
}

/** A webhook of a trial stays, so that its user sees it, and is off as if its user had switched it off. */
const FOR_A_TRIAL = [
  'delete from push_subscriptions',
  "delete from webhook_deliveries where state = 'pending'",
  `update webhooks set is_on = false, off_reason = coalesce(off_reason, 'owner')`,
];

const SIGNED_IN = ['sessions', 'admin_sessions', 'reset_tokens', 'api_tokens', 'checkin_keys'];

/** Tables that lose rows, those that lose them with a session or a token included. */
const LOSING = [...SIGNED_IN, 'push_subscriptions', 'webhooks', 'webhook_deliveries'];

/** Removes rows of a restored database; returns how many rows the tables have that may have lost some. */
export async function removeRows(client: pg.Client, removals: Removals): Promise<Record<string, number>> {
  const statements = [
    ...(removals.trial ? FOR_A_TRIAL : []),
    ...(removals.end_sessions ? SIGNED_IN.map((table) => `delete from ${table}`) : []),
  ];
  if (statements.length === 0) return {};
  for (const statement of statements) await client.query(statement);
  const counts = LOSING.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  return (await client.query<Record<string, number>>(`select ${counts.join(', ')}`)).rows[0]!;
}
