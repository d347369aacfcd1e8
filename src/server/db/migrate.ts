import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { ConfigError } from '../config/config-error.ts';

/** An arbitrary number: instances that start together wait for each other on this advisory lock. */
export const LOCK = 4_117_231;

/** What everything that finds a half restored database says. */
export const UNFINISHED_RESTORE = 'A restore into this database did not finish: empty it and restore again.';

interface Options {
  /** The last migration to run; by default the newest there is. */
  readonly last?: string;
  /** Whether the caller is the restore that has made the table `restoring`; nothing else goes on where it is. */
  readonly restoring?: boolean;
}

/** The names of all migrations in their order. */
export const listMigrations = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

async function requireWhole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>(`select to_regclass('public.restoring')::text as mark`);
  if (rows[0]!.mark !== null) throw new ConfigError(UNFINISHED_RESTORE);
}

/**
 * Brings the schema up to date: runs each new `migrations/*.sql` in the order of names, once, in one transaction with
 * its mark, under an advisory lock. If it is killed, the next start continues. Returns the names of the files that it
 * ran. Throws a ConfigError where a restore did not finish.
 */
export async function migrate(url: string, folder: string, { last, restoring }: Options = {}): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' });
  await client.connect();
  try {
    // A role may have the pool's time-outs as its own (pooler.ts), and a migration takes as long as it takes.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    if (!restoring) await requireWhole(client);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const done = new Set(rows.map((row) => row.name));
    const applied: string[] = [];
    for (const name of await listMigrations(folder)) {
      if (done.has(name) || (last !== undefined && name > last)) continue;
      const sql = await readFile(join(folder, name), 'utf8');
      await client.query('begin');
      await client.query(sql);
      await client.query('insert into migrations (name) values ($1)', [name]);
      await client.query('commit');
      applied.push(name);
    }
    return applied;
  } finally {
    // Ending the connection rolls back an open transaction and releases the lock.
    await client.end();
  }
}
