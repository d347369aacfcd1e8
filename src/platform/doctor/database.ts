import pg from 'pg';
import * as z from 'zod/mini';
import type { PlatformConfig } from '#platform/config/config.ts';
import { Int } from '#platform/db/columns.ts';
import { listLacking } from '#platform/db/grants.ts';
import { findEncodingProblem, findMissingMigrations, UNFINISHED_RESTORE } from '#platform/db/migrate.ts';
import { type Queryable, queryable } from '#platform/db/open.ts';
import { roleOf } from '#platform/db/pooler.ts';
import { EMBEDDED_REMEDY, findMinorNote, VERSION_SQL } from '#platform/db/postgres-minors.ts';
import { findSuperuserNote } from '#platform/db/superuser.ts';
import { APP_ROLE } from '#platform/postgres/app-role.ts';
import { findEmbedded } from '#platform/postgres/embedded.ts';
import { MIGRATIONS } from '../start/root.ts';
import { type Finding, nothing, ok, old, reasonOf, wrong } from './finding.ts';

const CONNECT_MS = 10_000;
const OLDEST_MAJOR = 15;

type Settings = Pick<PlatformConfig, 'database_url' | 'database_direct_url' | 'data_dir' | 'postgres_bin'>;

interface Way {
  /** For the owner of the tables. */
  readonly url: string;
  readonly place: string;
  findRole(): Promise<string>;
  findNote(): Promise<string | null>;
  /** How the operator can update an old minor version. It is null if that depends on their database. */
  readonly remedy: string | null;
}

/** Finds a running database; the doctor starts none. */
async function findWay({
  database_url,
  database_direct_url,
  data_dir,
  postgres_bin,
}: Settings): Promise<Way | Finding> {
  if (database_url !== null)
    return {
      url: database_direct_url ?? database_url,
      place: 'DATABASE_URL',
      findRole: () => roleOf(database_url),
      findNote: () => findSuperuserNote(database_url),
      remedy: null,
    };
  const embedded = await findEmbedded(data_dir, postgres_bin);
  if (embedded === null) return nothing(`${data_dir} has no database yet: the first start creates it.`);
  const { location, owner_url: url } = embedded;
  if (url === null) return nothing(`The database in ${location} does not run: start the server to check it.`);
  return { url, place: location, findRole: async () => APP_ROLE, findNote: async () => null, remedy: EMBEDDED_REMEDY };
}

interface Facts {
  readonly version: string;
  readonly in_recovery: boolean;
  readonly read_only: boolean;
  readonly restoring: boolean;
  readonly migrated: boolean;
  readonly creates: boolean;
  readonly role: string;
}

const FACTS = `select ${VERSION_SQL} as version,
  pg_is_in_recovery() as in_recovery,
  (select reset_val = 'on' from pg_settings where name = 'default_transaction_read_only') as read_only,
  to_regclass('public.restoring') is not null as restoring,
  to_regclass('public.migrations') is not null as migrated,
  has_schema_privilege('public', 'create') and coalesce((select pg_has_role(relowner, 'usage') from pg_class
    where oid = to_regclass('public.migrations')), true) as creates,
  current_user::text as role`;

async function judge(client: pg.Client, { place, findRole, remedy }: Way): Promise<Finding> {
  const { version, role, ...facts } = (await client.query<Facts>(FACTS)).rows[0]!;
  if (Number.parseInt(version, 10) < OLDEST_MAJOR)
    return wrong(`It is PostgreSQL ${version}, and Emberkin needs ${OLDEST_MAJOR} or newer.`);
  if (facts.in_recovery || facts.read_only) return wrong('It is read-only: a replica, or configured as read-only.');
  const problem = await findEncodingProblem(queryable(client));
  if (problem !== null) return wrong(problem);
  if (facts.restoring) return wrong(UNFINISHED_RESTORE);
  if (!facts.creates)
    return wrong(`${role} does not own its tables and cannot create any: check the permissions at ${place}.`);
  if (!facts.migrated)
    return wrong('It has no tables: the first start creates them, unless this is the wrong database.');
  const missing = await findMissingMigrations(queryable(client), MIGRATIONS);
  if (missing.length > 0)
    return wrong(
      `${missing.length} migrations are missing from ${missing[0]} on: the next start of this release runs them.`,
    );
  const appRole = await findRole();
  const lacking = await listLacking(client, appRole);
  if (lacking.length > 0)
    return wrong(
      `${appRole} lacks permissions on ${lacking.join(', ')}: the next start grants what the owner can grant.`,
    );
  const note = findMinorNote(version, remedy);
  if (note !== null) return old(`${note} At ${place}, with all migrations and permissions`);
  return ok(`PostgreSQL ${version} at ${place}, with all migrations and permissions`);
}

interface Examined {
  readonly finding: Finding;
  /** The database for later checks, or null if it is unusable. */
  readonly db: Queryable | null;
  close(): Promise<void>;
}

/** Checks the database's version, migrations and rights over a read-only connection. */
export async function examineDatabase(settings: Settings): Promise<Examined> {
  const close = async () => undefined;
  const way = await findWay(settings).catch((error: unknown) => wrong(reasonOf(error)));
  if ('is' in way) return { finding: way, db: null, close };
  const client = new pg.Client({ connectionString: way.url, connectionTimeoutMillis: CONNECT_MS });
  // Without a listener a broken connection would end the process. The next statement fails anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('set default_transaction_read_only = on; set statement_timeout = 0');
    const finding = await judge(client, way);
    const isSound = finding.is === 'ok' || finding.is === 'old';
    const note = isSound ? await way.findNote() : null;
    return {
      finding: note === null ? finding : wrong(note),
      db: isSound ? queryable(client) : null,
      close: () => client.end(),
    };
  } catch (error) {
    return { finding: wrong(`${way.place} cannot be opened: ${reasonOf(error)}`), db: null, close };
  }
}

const CLOCK_MS = 60_000;

const ClockDifference = z.object({ ms: Int });

/** Compares this machine's clock with the database's; instances may differ by a minute. */
export async function lookAtClock(db: Queryable): Promise<Finding> {
  const before = Date.now();
  const [{ ms } = { ms: 0 }] = await db.rows(
    ClockDifference,
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  );
  const after = Date.now();
  // The database read its clock between the two.
  const seconds = Math.round((ms < before ? ms - before : ms > after ? ms - after : 0) / 1000);
  const apart = `${Math.abs(seconds)} s ${seconds < 0 ? 'ahead of' : 'behind'} that of the database`;
  return Math.abs(seconds) * 1000 > CLOCK_MS
    ? wrong(`The clock of this machine is ${apart}: synchronize both with a time server.`)
    : ok(`at most ${Math.abs(seconds) + 1} s from that of the database`);
}
