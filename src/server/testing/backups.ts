import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { inject } from 'vitest';
import { type Restored, type RestoreOptions, restoreBackup } from '#platform/backup/restore.ts';
import { listTables, readSequences } from '#platform/backup/tables.ts';
import { systemClock } from '#platform/lib/clock.ts';
import { MIGRATIONS } from '#platform/start/root.ts';
import { diskStorage } from '#platform/storage/disk.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { JOBS } from '../app/jobs.ts';
import { afterFile } from './after-file.ts';

/** Creates an empty folder that is removed after the test file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'emberkin-backup-'));
  afterFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a database without tables on the test server and returns its owner's URL. */
export async function emptyDatabase(encoding?: string): Promise<string> {
  const url = new URL(inject('owner_url'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  const other = encoding === undefined ? '' : `encoding '${encoding}' locale_provider libc locale 'C'`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`create database ${name} template template0 ${other}`);
  await admin.end();
  url.pathname = `/${name}`;
  return url.href;
}

/** Returns the URL of a test database for the server's role. */
export function appUrl(ownerUrl: string): string {
  const url = new URL(inject('app_url'));
  url.pathname = new URL(ownerUrl).pathname;
  return url.href;
}

/** Runs `work` on a new connection. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The facts that a restore saves about itself. */
const OF_A_RESTORE = /^\((instance_id|restored_at),/;

/**
 * Returns all rows, sequences and waiting jobs. Equal databases return equal contents, even if a different role
 * restored them.
 */
export const contentsOf = (url: string) =>
  connected(url, async (client) => {
    const tables: Record<string, string[]> = {};
    for (const { name, columns } of await listTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select row(${columns.map((column) => `t.${column}`).join(', ')})::text as row from ${name} t`,
      );
      tables[name] = rows.flatMap(({ row }) => (OF_A_RESTORE.test(row) ? [] : [row])).sort();
    }
    const jobs = await client.query("select id, name, data, run_at from jobs where state = 'waiting' order by id");
    return { tables, sequences: await readSequences(client), jobs: jobs.rows as unknown[] };
  });

/** Returns all files of a storage by key. */
export async function filesOf(storage: Storage): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const { key } of storage.list(''))
    files.set(key, (await buffer((await storage.get(key))!.stream)).toString('base64'));
  return files;
}

export interface Target extends Restored {
  /** The restored database, as its owner. */
  readonly url: string;
  readonly data_dir: string;
  readonly storage: Storage;
}

/** Restores a backup into an empty database and storage, unless the test passes others. */
export async function restoreInto(
  file: string,
  places: Partial<Omit<RestoreOptions, 'file' | 'openDatabase'>> & { readonly url?: string } = {},
): Promise<Target> {
  const { url = await emptyDatabase(), data_dir = await temporaryFolder(), ...others } = places;
  const storage = others.storage ?? diskStorage(join(data_dir, 'media'));
  const defaults = { media: true, migrations: MIGRATIONS, jobs: JOBS, clock: systemClock };
  const openDatabase = async () => url;
  const restored = await restoreBackup({ ...defaults, ...others, file, openDatabase, storage, data_dir });
  return { ...restored, url, data_dir, storage };
}
