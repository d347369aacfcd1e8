import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate, UNFINISHED_RESTORE } from '#platform/db/migrate.ts';
import { type Queryable, queryable } from '#platform/db/open.ts';
import { LOCK } from '#platform/db/turn.ts';
import type { Job } from '#platform/jobs/job.ts';
import { withConnection } from './connection.ts';
import { BackupError, JOBS_FILE, type Manifest, tableFile } from './format.ts';
import { type Removals, removeRows } from './remove-rows.ts';
import { copyTarget, isEmpty, listTables, readSequences } from './tables.ts';
import type { ZipReader } from './zip-reader.ts';

interface Rows extends Removals {
  /** For the owner of the schema, past a pooler. */
  readonly url: string;
  readonly manifest: Manifest;
  readonly zip: ZipReader;
  readonly migrations: string;
  readonly jobs: readonly Job[];
  readonly signal?: AbortSignal;
  readonly report?: (line: string) => void;
}

interface StoredJobs {
  readonly jobs: number;
  readonly unknown_jobs: readonly string[];
}

interface Filled extends StoredJobs {
  /** Row counts of tables that lost some after copying. */
  readonly left: Readonly<Record<string, number>>;
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // The connection might be closed, in which case the server rolls back.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Creates the mark under the lock of the migrations, so a concurrent start either sees it or came first. */
async function begin(client: pg.Client): Promise<void> {
  await inTransaction(client, async () => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const { rows } = await client.query<{ unfinished: boolean }>(
      `select to_regclass('public.restoring') is not null as unfinished`,
    );
    if (rows[0]!.unfinished) throw new BackupError(UNFINISHED_RESTORE);
    if (!(await isEmpty(client)))
      throw new BackupError('The database already has tables: restore a backup into an empty database.');
    await client.query('create table public.restoring (began_at timestamptz not null default now())');
    await client.query('insert into public.restoring default values');
  });
}

async function copyInto(client: pg.Client, { zip, signal }: Rows, name: string, target: string, expected: number) {
  // `header match` requires the first line to have the table's column names.
  const copy = client.query(copyFrom(`copy ${target} from stdin with (header match)`));
  await pipeline(await zip.read(name), copy, { signal });
  if (copy.rowCount !== expected) throw new BackupError(`${name} has ${copy.rowCount} rows instead of ${expected}.`);
}

const namesOfMigrations = async (client: pg.Client) =>
  (await client.query<{ names: string }>(`select string_agg(name, ',' order by name) as names from migrations`))
    .rows[0]!.names;

/** Copies tables in the order of their references and sets the sequences, in one transaction. */
async function copyTables(client: pg.Client, rows: Rows): Promise<void> {
  const { manifest } = rows;
  // A backup can contain more tables: an operator's own, which this release cannot create.
  const tables = await listTables(client);
  if (tables.some(({ name }) => manifest.tables[name] === undefined))
    throw new BackupError(`The tables of the backup are not those of ${manifest.migration}.`);
  const applied = await namesOfMigrations(client);
  await inTransaction(client, async () => {
    // The backup has its own rows of `migrations`.
    await client.query('delete from migrations');
    for (const table of tables)
      await copyInto(client, rows, tableFile(table.name), copyTarget(client, table), manifest.tables[table.name]!);
    if ((await namesOfMigrations(client)) !== applied)
      throw new BackupError(`The migrations of the backup are not those up to ${manifest.migration}.`);
    for (const name of Object.keys(await readSequences(client))) {
      const state = manifest.sequences[name];
      if (!state) throw new BackupError(`The sequences of the backup are not those of ${manifest.migration}.`);
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        `public.${client.escapeIdentifier(name)}`,
        state.value,
        state.is_called,
      ]);
    }
  });
}

/** Stores the waiting jobs with all their attempts left; skips jobs that this version lacks. */
async function storeJobs(client: pg.Client, rows: Rows): Promise<StoredJobs> {
  const known = rows.jobs.map(({ name }) => name);
  return inTransaction(client, async () => {
    await client.query(
      'create temporary table waiting (id uuid, name text, data jsonb, start_after timestamptz) on commit drop',
    );
    await copyInto(client, rows, JOBS_FILE, 'waiting (id, name, data, start_after)', rows.manifest.jobs);
    const stored = await client.query(
      `insert into jobs (id, name, data, run_at) select id, name, data, start_after from waiting where name = any($1)`,
      [known],
    );
    const unknown = await client.query<{ name: string }>(
      'select distinct name from waiting where name <> all($1) order by name',
      [known],
    );
    return { jobs: stored.rowCount ?? 0, unknown_jobs: unknown.rows.map(({ name }) => name) };
  });
}

async function fill(client: pg.Client, rows: Rows): Promise<Filled> {
  const { url, manifest, migrations, trial, signal, report } = rows;
  report?.(`Copying ${Object.keys(manifest.tables).length} tables ...`);
  await migrate(url, migrations, { last: manifest.migration, restoring: true });
  await copyTables(client, rows);
  signal?.throwIfAborted();
  report?.('Bringing the tables up to date ...');
  await migrate(url, migrations, { restoring: true });
  const left = await removeRows(client, rows);
  return { left, ...(trial ? { jobs: 0, unknown_jobs: [] } : await storeJobs(client, rows)) };
}

/**
 * Restores rows and jobs into an empty database, then runs `rest` and `finish`. Removes the mark after `finish`. Throws
 * a BackupError if tables exist.
 */
export async function restoreRows(
  rows: Rows,
  rest: () => Promise<void>,
  finish: (db: Queryable) => Promise<void>,
): Promise<Filled> {
  const { url, signal, report } = rows;
  await withConnection(url, begin);
  try {
    const stored = await withConnection(url, (client) => fill(client, rows));
    await rest();
    signal?.throwIfAborted();
    // A new connection, because `rest` can take hours.
    await withConnection(url, async (client) => {
      await finish(queryable(client));
      await client.query('analyze');
      await client.query('drop table public.restoring');
    });
    return stored;
  } catch (error) {
    report?.('The restore did not finish: empty the database and the photo storage, and restore again.');
    throw error;
  }
}
