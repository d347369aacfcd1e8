import type pg from 'pg';

export interface Removals {
  /**
   * Whether to remove what would reach people or other servers: jobs, push subscriptions with their keys, and webhooks.
   */
  readonly trial?: boolean;
  /**
   * Whether to remove what opens an account without its password, because it might have been revoked since the backup.
   */
  readonly end_sessions?: boolean;
}

/** A trial's webhook stays visible but is off, as if its user had switched it off. */
const FOR_A_TRIAL = [
  'delete from push_subscriptions',
  "delete from webhook_deliveries where state = 'pending'",
  `update webhooks set is_on = false, off_reason = coalesce(off_reason, 'owner')`,
];

const SIGNED_IN = ['sessions', 'admin_sessions', 'reset_tokens', 'api_tokens', 'checkin_keys'];

/** Tables that lose rows, including by cascade. */
const LOSING = [...SIGNED_IN, 'push_subscriptions', 'webhooks', 'webhook_deliveries'];

/** Removes rows of a restored database; returns the remaining counts of tables that can lose some. */
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
