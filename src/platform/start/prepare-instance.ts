import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { lookForBackupAtStart } from '#platform/backup/nightly.ts';
import type { PlatformConfig } from '#platform/config/config.ts';
import { ConfigError } from '#platform/config/config-error.ts';
import { checkAccount } from '#platform/config/root-account.ts';
import type { Db } from '#platform/db/open.ts';
import { prepareRole, roleOf } from '#platform/db/pooler.ts';
import { EMBEDDED_REMEDY, findMinorNote } from '#platform/db/postgres-minors.ts';
import { noteSecret } from '#platform/db/server-facts.ts';
import { findSuperuserNote } from '#platform/db/superuser.ts';
import { untilPrepared } from '#platform/db/until-prepared.ts';
import type { Job } from '#platform/jobs/job.ts';
import { countUnknownJobs } from '#platform/jobs/store.ts';
import { secretKeys } from '#platform/keys/secret-key.ts';
import { makeSignatures } from '#platform/keys/signatures.ts';
import { PASSWORD_FILE } from '#platform/postgres/cluster.ts';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import type { Log } from '../lib/log.ts';
import { closeDataDir, makeDataDir } from '../storage/data-dir.ts';
import { prepareEmbeddedSchema, prepareSchema, prepareSchemaFor } from './prepare-schema.ts';

export interface DatabaseAccess {
  /**
   * For requests and jobs. A role with rights on rows is enough, and the connection can lead through a transaction
   * pooler.
   */
  readonly url: string;
  /** For LISTEN and the queue, which need their own connections. */
  readonly direct_url: string;
  /** The data folder of the embedded database, or null with DATABASE_URL. */
  readonly dir: string | null;
}

export interface InstanceOptions {
  /** For the schema's owner, if DATABASE_URL has a role with fewer rights. */
  readonly owner_url?: string;
  readonly report?: (line: string) => void;
}

async function requireDataDir(dir: string): Promise<void> {
  try {
    await makeDataDir(dir);
    await access(dir, constants.W_OK);
  } catch {
    throw new ConfigError(`DATA_DIR ${dir} cannot be written to.`);
  }
}

const SHARING_INSTANCES = 3;

/**
 * Returns the connections of an embedded database: each instance's pool and 5 more, and 15 for startup and the
 * operator.
 */
export const connectionsFor = (pool: number): number => Math.max(60, SHARING_INSTANCES * (pool + 5) + 15);

async function prepareOwn(url: string, direct_url: string, { owner_url, report }: InstanceOptions) {
  const owner = owner_url ?? direct_url;
  if (url === direct_url) await prepareSchema(owner);
  else {
    await prepareSchemaFor(owner, await roleOf(url));
    const warning = await prepareRole(url);
    if (warning !== null) report?.(warning);
  }
  const note = await findSuperuserNote(url);
  if (note !== null) report?.(note);
  return { url, direct_url, dir: null };
}

async function prepareDatabase(
  { database_url, database_direct_url, data_dir, postgres_bin, database_pool }: PlatformConfig,
  options: InstanceOptions,
  onStop: (close: () => unknown) => void,
): Promise<DatabaseAccess> {
  const { report = () => undefined } = options;
  if (database_url !== null)
    return untilPrepared(() => prepareOwn(database_url, database_direct_url ?? database_url, options), { report });
  const settings = { max_connections: String(connectionsFor(database_pool)) };
  // Both steps of a first start take several seconds.
  const isFirst = !existsSync(join(data_dir, PASSWORD_FILE));
  if (isFirst) report('First start: creating the database ...');
  const embedded = await startEmbedded({ dataDir: data_dir, postgres_bin, log: report, settings });
  onStop(() => embedded.stop());
  const note = findMinorNote(embedded.version, EMBEDDED_REMEDY);
  if (note !== null) report(note);
  if (isFirst) report('First start: creating its tables ...');
  await prepareEmbeddedSchema(embedded.owner_url);
  return { url: embedded.app_url, direct_url: embedded.app_url, dir: embedded.location };
}

/**
 * Prepares DATA_DIR and the database with its tables. `onStop` receives what must stop after everything else. Throws a
 * ConfigError or an EmbeddedError for the operator.
 */
export async function prepareInstance(
  config: PlatformConfig,
  options: InstanceOptions,
  onStop: (close: () => unknown) => void,
): Promise<DatabaseAccess> {
  const { report = () => undefined } = options;
  const warning = checkAccount(config, process.getuid?.());
  if (warning !== null) report(warning);
  await requireDataDir(config.data_dir);
  const database = await prepareDatabase(config, options, onStop);
  // Last, so a rejected database leaves its DATA_DIR unchanged.
  await closeDataDir(config.data_dir, report);
  return database;
}

const OTHER_SECRET =
  'SECRET_KEY differs from the key that this database was used with: links in earlier emails do not work.';

interface NoteOptions {
  readonly db: Db;
  readonly config: Pick<PlatformConfig, 'secret_keys' | 'data_dir'>;
  readonly log: Log;
  readonly jobs: readonly Pick<Job, 'name'>[];
}

/** Records the secret's hash, warns of jobs that this version lacks, and enqueues a check for a due backup. */
export async function noteStart({ db, config, log, jobs }: NoteOptions): Promise<void> {
  const secrets = await secretKeys(config.secret_keys, config.data_dir);
  const hashes = makeSignatures(...secrets).signWithEach('server fact', Buffer.from('SECRET_KEY'));
  if (
    !(await noteSecret(
      db,
      hashes.map((hash) => hash.toString('base64url')),
    ))
  )
    log.warn({}, OTHER_SECRET);
  const unknown = await countUnknownJobs(
    db,
    jobs.map(({ name }) => name),
  );
  if (Object.keys(unknown).length > 0)
    log.warn(
      { jobs: unknown },
      'this version does not know some waiting jobs: a newer one can run them within 30 days',
    );
  await lookForBackupAtStart(db);
}
