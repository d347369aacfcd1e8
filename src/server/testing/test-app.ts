import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { afterEach, inject } from 'vitest';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import type { Db } from '#platform/db/open.ts';
import { images } from '#platform/images/images.ts';
import type { Queue } from '#platform/jobs/queue.ts';
import { passwords } from '#platform/keys/passwords.ts';
import type { Live } from '#platform/live/live.ts';
import { drawSharePicture } from '#server/pictures/draw.ts';
import { buildApp } from '../app/app.ts';
import { type Composed, compose, type Overrides } from '../app/compose.ts';
import { type Config, readConfig } from '../app/config.ts';
import { preparePlace } from '../services/media/place/commands.ts';
import { afterFile } from './after-file.ts';
import { checkRows } from './check-rows.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { TEMPLATE } from './global-setup.ts';
import { collectUnnamed } from './named-answers.ts';
import { noPush } from './no-push.ts';

checkRows();

/** The default start time of every test: a Saturday, noon in UTC. */
export const NOON = '2026-11-21T12:00:00.000Z';

export interface CallOptions {
  token?: string | undefined;
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  address?: string;
}

interface TestOptions extends Overrides {
  readonly clock?: FakeClock;
  /** Settings that differ from the defaults of the tests. */
  readonly config?: Partial<Config>;
  readonly rate_limits?: boolean;
  /** Whether the app serves the built web app, if it exists. Loading it takes half of an app's start time. */
  readonly web?: boolean;
  /** The URL of the test's own database; a new one by default. */
  readonly database_url?: string;
}

interface Instance {
  readonly app: FastifyInstance;
  readonly deps: Composed;
  /** Stops the app and its dependencies before the end of the test file. */
  stop(): Promise<void>;
}

export interface TestApp {
  app: FastifyInstance;
  db: Db;
  deps: Composed;
  clock: FakeClock;
  queue: Queue;
  live: Live;
  /** The URL of the test's own database. */
  database_url: string;
  dataDir: string;
  /** Starts another instance on the same database. */
  startInstance(): Promise<Instance>;
  /** Calls an endpoint of the contract through the app's real HTTP handling. */
  call(endpoint: Endpoint, options?: CallOptions): Promise<LightMyRequestResponse>;
}

/** Returns the URL of a test's database for the owner of its tables, who has more rights than the server's role. */
export function ownerUrl(appUrl: string): string {
  const [url, owner] = [new URL(appUrl), new URL(inject('owner_url'))];
  url.username = owner.username;
  url.password = owner.password;
  return url.href;
}

/** Runs a statement that changes the schema of a test's database. */
export async function asOwner({ database_url }: Pick<TestApp, 'database_url'>, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl(database_url) });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** The databases that this process copied from the template. They are prepared, so no app prepares them again. */
const copies = new Set<string>();

/** Copies the migrated template to a new database and returns its URL for the server's role. */
export async function testDatabase(): Promise<string> {
  const url = new URL(inject('app_url'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: inject('owner_url') });
  await admin.connect();
  await admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  await admin.end();
  url.pathname = `/${name}`;
  copies.add(url.href);
  return url.href;
}

const fill = (path: string, params: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? `missing-${name}`));

/** Responses of this test file's apps that differ from the API document. */
const unnamed = new Set<string>();
/** The minimum memory for Argon2, in KiB, because tests register thousands of users. */
const LEAST_MEMORY = 8;

function refuseUnnamed(): void {
  const found = [...unnamed];
  unnamed.clear();
  if (found.length > 0) throw new Error(`Callers were not told of this:\n${found.join('\n')}`);
}

async function startInstance(config: Config, overrides: Overrides, web: string | undefined): Promise<Instance> {
  const ownImages = images(drawSharePicture);
  const deps = await compose(config, { images: ownImages, push: noPush, check_answers: true, ...overrides });
  const stopDeps = async () => {
    await deps.stop();
    await ownImages.close();
  };
  try {
    await deps.live.start();
    await preparePlace(deps);
    const app = await buildApp(deps, web);
    collectUnnamed(app, unnamed);
    return { app, deps, stop: () => app.close().then(stopDeps) };
  } catch (error) {
    // Otherwise its connections would stay open for the next files in this process.
    await stopDeps();
    throw error;
  }
}

/** Creates the production app on a real database with a fake clock, and stops it after the test file. */
export async function testApp(options: TestOptions = {}): Promise<TestApp> {
  const { clock = fakeClock(NOON), config: settings, rate_limits = false, database_url, web, ...overrides } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'emberkin-app-'));
  const url = database_url ?? (await testDatabase());
  const env = { DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'silent', PUBLIC_URL: 'http://emberkin.test' };
  const config = { ...readConfig(env), rate_limits, ...settings };
  const parts = {
    owner_url: ownerUrl(url),
    ...(copies.has(url) ? { database: { url, direct_url: url, dir: null } } : {}),
    passwords: passwords(LEAST_MEMORY),
    ...overrides,
    clock,
  };
  const folder = web ? undefined : join(dataDir, 'no-web');
  const { app, deps, stop } = await startInstance(config, parts, folder);
  afterEach(refuseUnnamed);
  afterFile(refuseUnnamed);
  afterFile(async () => {
    await stop();
    await overrides.mail?.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    app,
    db: deps.db,
    deps,
    clock,
    queue: deps.queue,
    live: deps.live,
    database_url: url,
    dataDir,
    startInstance: () => startInstance(config, parts, folder),
    call: (endpoint, { token, params = {}, query, body, headers = {}, address } = {}) =>
      app.inject({
        method: endpoint.method,
        url: fill(endpoint.path, params),
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(query ? { query: Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])) } : {}),
        ...(body === undefined ? {} : { payload: body as object }),
        ...(address ? { remoteAddress: address } : {}),
      }),
  };
}
