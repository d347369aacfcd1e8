import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import * as z from 'zod/mini';
import { ConfigError } from '#platform/config/config-error.ts';
import { Text } from './columns.ts';
import { type Queryable, queryable } from './open.ts';
import { inTurn } from './turn.ts';

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

const RestoreMark = z.object({ mark: z.nullable(Text) });

/** Throws a ConfigError where a restore did not finish. */
export async function requireWhole(db: Queryable): Promise<void> {
  const [found] = await db.rows(RestoreMark, `select to_regclass('public.restoring')::text as mark`);
  if (found!.mark !== null) throw new ConfigError(UNFINISHED_RESTORE);
}

const Migration = z.object({ name: Text });

const MigrationsTable = z.object({ table: z.nullable(Text) });

/** The names of the migrations that the database has; none while it has no tables. */
async function listApplied(db: Queryable): Promise<string[]> {
  const [found] = await db.rows(MigrationsTable, `select to_regclass('public.migrations')::text as table`);
  if (found!.table === null) return [];
  return (await db.rows(Migration, 'select name from migrations')).map(({ name }) => name);
}

const Encoding = z.object({ name: Text, encoding: Text });

/** Returns a sentence for the operator if the encoding of the database lacks letters; null for UTF8, the only one that has all. */
export async function findEncodingProblem(db: Queryable): Promise<string | null> {
  const [found] = await db.rows(
    Encoding,
    `select current_database()::text as name, current_setting('server_encoding') as encoding`,
  );
  const { name, encoding } = found!;
  if (encoding === 'UTF8') return null;
  return `The database ${name} is in ${encoding}, which does not have the letters of all languages: make another with "create database … encoding 'UTF8' template template0", and move the data with "npm run backup" and "npm run restore" (docs/operations.md#move).`;
}

async function requireAllLetters(db: Queryable): Promise<void> {
  const problem = await findEncodingProblem(db);
  if (problem !== null) throw new ConfigError(problem);
}

/** The names of the migrations in `folder` that the database lacks: all of them while it has no tables. */
export async function findMissingMigrations(db: Queryable, folder: string): Promise<string[]> {
  const done = new Set(await listApplied(db));
  return (await listMigrations(folder)).filter((name) => !done.has(name));
}

/**
 * Brings the schema up to date: runs each new `migrations/*.sql` in the order of names, once, in one transaction with
 * its mark. The caller has the turn. If it is killed, the next start continues. Returns the names of the files that it
 * ran. Throws a ConfigError where the encoding lacks letters, and where a restore did not finish.
 */
export async function runMigrations(
  client: pg.Client,
  folder: string,
  { last, restoring }: Options = {},
): Promise<string[]> {
  await requireAllLetters(queryable(client));
  if (!restoring) await requireWhole(queryable(client));
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
}

/** Does the same in a turn of its own. */
export const migrate = (url: string, folder: string, options: Options = {}): Promise<string[]> =>
  inTurn(url, (client) => runMigrations(client, folder, options));
