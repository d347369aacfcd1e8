import type pg from 'pg';
import { ConfigError } from '#platform/config/config-error.ts';
import { withClient } from './connection.ts';
import { clientFor, SESSION_LIMITS } from './session.ts';

const CONNECT_MS = 10_000;

/** What a connection of the pool has to find: its time-outs in milliseconds, and its time zone. */
const WANTED: Record<string, string> = {
  ...Object.fromEntries(Object.entries(SESSION_LIMITS).map(([name, ms]) => [name, String(ms)])),
  TimeZone: 'UTC',
};

/** Does `work` on a connection that begins with nothing a pooler refuses. */
export function through<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const Client = clientFor({ pooled: true, prepare: false });
  return withClient(new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS }), work);
}

/** The role under which statements of DATABASE_URL run; a pooler may use another one than the URL names. */
export const roleOf = (url: string): Promise<string> =>
  through(url, async (client) => {
    const { rows } = await client.query<{ role: string }>('select current_user::text as role');
    return rows[0]!.role;
  });

/** The settings that do not hold on a connection of the URL, as `name is value`. */
const findMissing = (url: string): Promise<{ name: string; setting: string }[]> =>
  through(url, async (client) => {
    const text = 'select name, setting from pg_settings where name = any($1) order by name';
    const { rows } = await client.query<{ name: string; setting: string }>(text, [Object.keys(WANTED)]);
    return rows.filter(({ name, setting }) => setting !== WANTED[name]);
  });

/** Makes them the role's own, in this database alone: every role may do that for itself. */
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
 * Gives the role of DATABASE_URL the time-outs and the time zone that the pool cannot send through a pooler. Returns a
 * sentence for the operator when a look through the pooler shows that time-outs do not hold, else null. Throws a
 * ConfigError when the time zone does not hold: days and instants would be wrong.
 */
export async function prepareRole(url: string): Promise<string | null> {
  if ((await findMissing(url)).length === 0) return null;
  // Two instances that start together may disturb each other here; the look decides.
  await setForRole(url).catch(() => undefined);
  const missing = await findMissing(url);
  if (missing.length === 0) return null;
  const list = missing.map(({ name, setting }) => `${name} is ${setting}`).join(', ');
  if (missing.some(({ name }) => name === 'TimeZone'))
    throw new ConfigError(
      `Through DATABASE_URL connections do not run in UTC (${list}): set timezone for its role and let the pooler connect anew.`,
    );
  return `Time-outs do not hold through DATABASE_URL yet (${list}): let the pooler connect anew, or set them for its role (docs/operations.md#postgresql).`;
}
