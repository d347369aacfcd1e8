import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { images } from '../adapters/images/images.ts';
import { makeSignatures } from '../adapters/keys/signatures.ts';
import { outboxMail } from '../adapters/mail/local.ts';
import { passwords } from '../adapters/passwords.ts';
import { diskStorage } from '../adapters/storage/disk.ts';
import { photoUrls } from '../adapters/storage/media-url.ts';
import { mediaReport } from '../adapters/storage/sweep-report.ts';
import { JOBS } from '../all-jobs.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { type Db, openDb } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { makeLogger } from '../http/log.ts';
import { rateLimits } from '../http/rate-limits.ts';
import { type Queue, startQueue } from '../jobs/queue.ts';
import { type Live, makeLive } from '../live/live.ts';
import { type FakeClock, fakeClock } from './fake-clock.ts';
import { TEMPLATE } from './global-setup.ts';
import { noPush } from './no-push.ts';

/** The time at which every test begins unless it says otherwise: a Saturday, noon in UTC. */
export const NOON = '2026-11-21T12:00:00.000Z';

export interface CallOptions {
  token?: string | undefined;
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
  address?: string;
}

export interface TestApp {
  app: FastifyInstance;
  db: Db;
  deps: Deps;
  clock: FakeClock;
  queue: Queue;
  live: Live;
  /** The URL of the test's own database. */
  database_url: string;
  dataDir: string;
  /** Calls an endpoint of the contract through the app's real HTTP handling. */
  call(endpoint: Endpoint, options?: CallOptions): Promise<LightMyRequestResponse>;
}

/** A new database, copied from the migrated template; returns its URL. */
export async function testDatabase(): Promise<string> {
  const url = new URL(inject('database_url'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`create database ${name} template ${TEMPLATE}`);
  await admin.end();
  url.pathname = `/${name}`;
  return url.href;
}

const fill = (path: string, params: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? `missing-${name}`));

/** The production app on a real database, with a fake clock; closed after the test file. */
export async function testApp(
  options: Partial<Omit<Deps, 'clock'>> & { clock?: FakeClock; rate_limits?: boolean } = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'emberkin-app-'));
  const url = await testDatabase();
  const config = { ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PUBLIC_URL: 'http://emberkin.test' }) };
  const log = options.log ?? makeLogger('silent');
  const db = openDb(url);
  const clock = options.clock ?? fakeClock(NOON);
  const mail = options.mail ?? outboxMail({ data_dir: dataDir, from: config.mail_from, clock, log });
  const payments = options.payments ?? null;
  const push = options.push ?? noPush;
  const signatures = makeSignatures('the key of the tests');
  const storage = options.storage ?? diskStorage(join(dataDir, 'media'));
  const media_report = mediaReport();
  const live = makeLive({ url, db, clock, log });
  await live.start();
  const context = { db, mail, push, signatures, clock, live, payments, config, storage, media_report, log };
  const queue = await startQueue({ url, jobs: JOBS, context, log });
  const deps: Deps = {
    config,
    log,
    db,
    clock,
    mail,
    push,
    storage,
    images: images(),
    signatures,
    payments,
    sandbox: null,
    photo_urls: photoUrls('what the tests sign photos with'),
    media_report,
    passwords: passwords(),
    queue,
    live,
    limits: rateLimits(!options.rate_limits),
    check_answers: true,
    ...options,
  };
  const app = await buildApp(deps);
  afterAll(async () => {
    await app.close();
    await queue.stop();
    await live.stop();
    await db.close();
    await deps.images.close();
    await mail.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    app,
    db,
    deps,
    clock,
    queue,
    live,
    database_url: url,
    dataDir,
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
