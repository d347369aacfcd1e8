import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** An arbitrary number: instances that start together wait for each other on this advisory lock. */
const LOCK = 4_117_231;

/**
 * Brings the schema up to date: runs each new `migrations/*.sql` in the order of names, once, in one transaction with
 * its mark, under an advisory lock. If it is killed, the next start continues. Returns the names of the files that it
 * ran.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const done = new Set(rows.map((row) => row.name));
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const applied: string[] = [];
    for (const name of files) {
      if (done.has(name)) continue;
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
