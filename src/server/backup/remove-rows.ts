import type pg from 'pg';

/** What a restore takes away once all rows of the backup are there. */
export interface Removals {
  /** Leaves out what would reach people or other servers: jobs, push subscriptions with their keys, and webhooks. */
  readonly trial?: boolean;
}

/** A webhook of a trial stays, so that its user sees it, and is off as if its user had switched it off. */
const FOR_A_TRIAL = [
  'delete from push_subscriptions',
  "delete from webhook_deliveries where state = 'pending'",
  `update webhooks set is_on = false, off_reason = coalesce(off_reason, 'owner'), next_send_at = null, sending_since = null`,
];

const LOSING = ['push_subscriptions', 'webhook_deliveries'];

/** Removes rows of a restored database; returns how many rows the tables have that may have lost some. */
export async function removeRows(client: pg.Client, { trial }: Removals): Promise<Record<string, number>> {
  if (!trial) return {};
  for (const statement of FOR_A_TRIAL) await client.query(statement);
  const counts = LOSING.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  return (await client.query<Record<string, number>>(`select ${counts.join(', ')}`)).rows[0]!;
}
