import type pg from 'pg';
import { ConfigError } from '#platform/config/config-error.ts';
import { withClient } from './connection.ts';
import { clientFor, SESSION_LIMITS } from './session.ts';

const CONNECT_MS = 10_000;

/** The settings that every connection of the pool must have: timeouts in milliseconds, and the time zone. */
const WANTED: Record<string, string> = {
  ...Object.fromEntries(Object.entries(SESSION_LIMITS).map(([name, ms]) => [name, String(ms)])),
  TimeZone: 'UTC',
};

/** Runs `work` on a new connection that sends only startup parameters that poolers accept. */
export function through<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const Client = clientFor({ pooled: true, prepare: false });
  return withClient(new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS }), work);
}

/** Returns the role that runs statements of DATABASE_URL. A pooler can use a different role from the URL. */
export const roleOf = (url: string): Promise<string> =>
  through(url, async (client) => {
    const { rows } = await client.query<{ role: string }>('select current_user::text as role');
    return rows[0]!.role;
  });

/** Returns the settings whose value on a connection of the URL is not the required one. */
const findMissing = (url: string): Promise<{ name: string; setting: string }[]> =>
  through(url, async (client) => {
    const text = 'select name, setting from pg_settings where name = any($1) order by name';
    const { rows } = await client.query<{ name: string; setting: string }>(text, [Object.keys(WANTED)]);
    return rows.filter(({ name, setting }) => setting !== WANTED[name]);
  });

/** Stores the settings for the current role in this database only. Every role may do that for itself. */
const setForRole = (url: string): Promise<void> =>
  through(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_database()::text as name');
    const database = client.escapeIdentifier(rows[0]!.name);
    for (const [name, setting] of Object.entries(WANTED))
      await client.query(
        `alter role current_user in database ${database} set ${name} = ${client.escapeLiteral(setting)}`,
      );
  });

/**
 * Sets the timeouts and the time zone for the role of DATABASE_URL, because a pooler does not forward them. Returns a
 * sentence for the operator if a connection through the pooler still lacks the timeouts; otherwise null. Throws a
 * ConfigError if it is not in UTC, because days and instants would be wrong.
 */
export async function prepareRole(url: string): Promise<string | null> {
  if ((await findMissing(url)).length === 0) return null;
  // Two instances that start at the same time might conflict here; the check below decides.
  await setForRole(url).catch(() => undefined);
  const missing = await findMissing(url);
  if (missing.length === 0) return null;
  const list = missing.map(({ name, setting }) => `${name} is ${setting}`).join(', ');
  if (missing.some(({ name }) => name === 'TimeZone'))
    throw new ConfigError(
      `Through DATABASE_URL connections do not run in UTC (${list}): set timezone for its role and reconnect the pooler.`,
    );
  return `Timeouts do not apply through DATABASE_URL yet (${list}): reconnect the pooler, or set them for its role (docs/operations.md#postgresql).`;
}
