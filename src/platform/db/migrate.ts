import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import * as z from 'zod/mini';
import { ConfigError } from '#platform/config/config-error.ts';
import { Text } from './columns.ts';
import { type Queryable, queryable } from './open.ts';
import { inTurn } from './turn.ts';

/** The error for a database into which a restore did not finish. */
export const UNFINISHED_RESTORE = 'A restore into this database did not finish: empty it and restore again.';

interface Options {
  /** The last migration to run; the newest by default. */
  readonly last?: string;
  /**
   * Whether the caller is the restore that created the table `restoring`. Everything else refuses to run while that
   * table exists.
   */
  readonly restoring?: boolean;
}

/** Lists the names of all migrations in order. */
export const listMigrations = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

const RestoreMark = z.object({ mark: z.nullable(Text) });

/** Throws a ConfigError if a restore into the database did not finish. */
export async function requireWhole(db: Queryable): Promise<void> {
  const [found] = await db.rows(RestoreMark, `select to_regclass('public.restoring')::text as mark`);
  if (found!.mark !== null) throw new ConfigError(UNFINISHED_RESTORE);
}

const Migration = z.object({ name: Text });

const MigrationsTable = z.object({ table: z.nullable(Text) });

/** Lists the names of the applied migrations; an empty list if the database has no tables. */
async function listApplied(db: Queryable): Promise<string[]> {
  const [found] = await db.rows(MigrationsTable, `select to_regclass('public.migrations')::text as table`);
  if (found!.table === null) return [];
  return (await db.rows(Migration, 'select name from migrations')).map(({ name }) => name);
}

const Encoding = z.object({ name: Text, encoding: Text });

/** Returns a sentence for the operator if the database encoding lacks characters, or null for UTF8, which has all. */
export async function findEncodingProblem(db: Queryable): Promise<string | null> {
  const [found] = await db.rows(
    Encoding,
    `select current_database()::text as name, current_setting('server_encoding') as encoding`,
  );
  const { name, encoding } = found!;
  if (encoding === 'UTF8') return null;
  return `The database ${name} is in ${encoding}, which cannot store all languages: create another with "create database … encoding 'UTF8' template template0", and move the data with "npm run backup" and "npm run restore" (docs/operations.md#move).`;
}

async function requireAllLetters(db: Queryable): Promise<void> {
  const problem = await findEncodingProblem(db);
  if (problem !== null) throw new ConfigError(problem);
}

/** Lists the migrations in `folder` that the database lacks. */
export async function findMissingMigrations(db: Queryable, folder: string): Promise<string[]> {
  const done = new Set(await listApplied(db));
  return (await listMigrations(folder)).filter((name) => !done.has(name));
}

/**
 * Runs each new `migrations/*.sql` once, in order of name, and returns the names of those files. Each file and its row
 * in `migrations` are one transaction, so the next start continues after a kill. The caller holds the lock of `inTurn`.
 * Throws a ConfigError if the encoding lacks characters or a restore did not finish.
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

/** Runs the migrations while holding the lock of `inTurn`. */
export const migrate = (url: string, folder: string, options: Options = {}): Promise<string[]> =>
  inTurn(url, (client) => runMigrations(client, folder, options));
