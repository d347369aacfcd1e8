import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { type Db, openDb } from '../db/open.ts';
import { MIGRATIONS } from '../root.ts';
import { afterFile } from './after-file.ts';

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('owner_url') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/**
 * A new database with the schema before the migration whose file ends like this, and what brings it up to date; it is
 * dropped after the test file.
 */
export async function databaseBefore(migration: string): Promise<{ db: Db; update: () => Promise<unknown> }> {
  const folder = await mkdtemp(join(tmpdir(), 'emberkin-migrations-'));
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort();
  const before = files.slice(
    0,
    files.findIndex((file) => file.endsWith(migration)),
  );
  for (const file of before) await copyFile(join(MIGRATIONS, file), join(folder, file));
  const url = new URL(inject('owner_url'));
  const name = `before_${randomBytes(8).toString('hex')}`;
  url.pathname = `/${name}`;
  await asAdmin(`create database ${name}`);
  await migrate(url.href, folder);
  await rm(folder, { recursive: true, force: true });
  const db = openDb(url.href);
  afterFile(async () => {
    await db.close();
    await asAdmin(`drop database if exists ${name} with (force)`);
  });
  return { db, update: () => migrate(url.href, MIGRATIONS) };
}
