import type { FastifyBaseLogger } from 'fastify';
import { WEBHOOK_HOST_REQUESTS_MAX, WEBHOOK_IN_FLIGHT_MAX } from '#domain/limits.ts';
import { PHOTO_SIZES } from '#domain/photo-sizes.ts';
import { RATE_RULES } from '#domain/rate-limits.ts';
import { type Db, openDb } from '#platform/db/open.ts';
import { makeOutage, type Outage } from '#platform/db/outage.ts';
import { type GuardedHttp, guardedHttp } from '#platform/guarded-http/guarded-http.ts';
import { logSecurity, makeLogger } from '#platform/http/log.ts';
import { NO_LIMITS, type RateLimits, rateLimits } from '#platform/http/rate-limits.ts';
import { sweepUploads } from '#platform/http/uploads.ts';
import { imagesProcess } from '#platform/images/process.ts';
import { type Queue, startQueue } from '#platform/jobs/queue.ts';
import { makeEncryption } from '#platform/keys/encryption.ts';
import { passwords } from '#platform/keys/passwords.ts';
import { secretKeys } from '#platform/keys/secret-key.ts';
import { makeSignatures, type Signatures } from '#platform/keys/signatures.ts';
import { loadVapidKeys } from '#platform/keys/vapid-keys.ts';
import { type Clock, systemClock } from '#platform/lib/clock.ts';
import { type Live, makeLive } from '#platform/live/live.ts';
import { outboxMail } from '#platform/mail/local.ts';
import { type Oidc, oidcProvider } from '#platform/oidc/oidc.ts';
import { PUSH_HOST_REQUESTS_MAX, PUSH_SERVER_REQUESTS_MAX } from '#platform/push/limits.ts';
import type { Push } from '#platform/push/push.ts';
import { webPushSender } from '#platform/push/web-push.ts';
import { type DatabaseAccess, type InstanceOptions, prepareInstance } from '#platform/start/prepare-instance.ts';
import { chooseStorage } from '#platform/storage/choose.ts';
import { photoUrls } from '#platform/storage/signed-url.ts';
import { recipientsWith } from '../features/notifications/hints/queries.ts';
import { notify } from '../features/notifications/public.ts';
import { IMAGE_PROGRAM } from '../pictures/draw.ts';
import { OIDC_CALLBACK } from '../services/auth/public.ts';
import { stripePayments } from '../services/billing/payments/stripe.ts';
import { listValidWith } from './authenticate.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { jobsFor } from './jobs.ts';
import { registerProduct } from './register-product.ts';

type Replaceable =
  | 'clock'
  | 'log'
  | 'mail'
  | 'push'
  | 'storage'
  | 'images'
  | 'payments'
  | 'passwords'
  | 'limits'
  | 'webhook_http';

/** Replaces the adapters that the settings would choose. The caller closes the adapters it passes. */
export interface Overrides extends InstanceOptions, Partial<Pick<Deps, Replaceable | 'check_answers'>> {
  /** A database that the caller prepared. By default, compose prepares one. */
  readonly database?: DatabaseAccess;
}

export interface Composed extends Deps {
  /** The data folder of the embedded database, or null with DATABASE_URL. */
  readonly database_dir: string | null;
  /** Stops the queue, the streams and the adapters, then the database. Close the app first. */
  stop(): Promise<void>;
}

type OnStop = (close: () => unknown) => void;

interface PoolOptions {
  readonly config: Config;
  readonly database: DatabaseAccess;
  readonly log: FastifyBaseLogger;
  readonly outage: Outage;
  /** Transactions use the streams and the queue, which are created after the pool. */
  readonly later: () => { live: Live; queue: Queue };
  readonly max?: number;
  readonly wait_ms?: number;
  readonly by_index?: boolean;
}

function openPool({ config, database, log, outage, later, ...size }: PoolOptions, onStop: OnStop): Db {
  const db = openDb(database.url, {
    max: config.database_pool,
    ...size,
    pooled: database.url !== database.direct_url,
    prepare: config.database_prepare,
    // The pool replaces an idle connection that broke. If one cannot be opened, its caller fails.
    onError: (err) => log.debug({ err }, 'a database connection was closed or could not be opened'),
    outage,
    effects: {
      sendHint: (audience, kinds) => later().live.hint(audience, ...kinds),
      get jobs() {
        return later().queue;
      },
      notify,
    },
  });
  onStop(() => db.close());
  return db;
}

async function choosePush({ vapid_keys, vapid_subject, push_allow, data_dir }: Config): Promise<Push> {
  const keys = vapid_keys ?? (await loadVapidKeys(data_dir));
  const http = guardedHttp({
    allow: push_allow,
    host_requests_max: PUSH_HOST_REQUESTS_MAX,
    requests_max: PUSH_SERVER_REQUESTS_MAX,
  });
  return webPushSender({ keys, subject: vapid_subject, http });
}

/** Webhooks can reach every public host and the private hosts that the operator lists. */
const chooseWebhookHttp = ({ webhook_allow }: Config): GuardedHttp =>
  guardedHttp({
    allow: ['*', ...webhook_allow],
    host_requests_max: WEBHOOK_HOST_REQUESTS_MAX,
    group_requests_max: WEBHOOK_IN_FLIGHT_MAX,
  });

interface Ground {
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

async function openMail({ smtp_url, mail_from, public_url, data_dir }: Config, { clock, log }: Ground, onStop: OnStop) {
  const mail = smtp_url
    ? (await import('#platform/mail/smtp.ts')).smtpMail({ url: smtp_url, from: mail_from, public_url })
    : outboxMail({ data_dir, from: mail_from, clock, log });
  onStop(() => mail.close());
  return mail;
}

function openImages(onStop: OnStop) {
  const images = imagesProcess({ program: IMAGE_PROGRAM });
  onStop(() => images.close());
  return images;
}

/** Connects to the payment provider of the settings, or returns null if the settings have none. */
async function openPayments({ stripe, public_url }: Config, onStop: OnStop) {
  const payments = stripe && (await stripePayments({ ...stripe, public_url }));
  onStop(() => payments?.close());
  return payments;
}

/** Creates the single sign-on provider without contacting it, so an unavailable provider does not stop the start. */
function chooseOidc({ oidc, public_url }: Config, clock: Clock): Oidc | null {
  return oidc && oidcProvider({ ...oidc, callback_url: public_url + OIDC_CALLBACK }, clock);
}

/** Creates rate limits. Their shared counters store no address, because their keys are signatures. */
function openLimits({ rate_limits }: Config, { pool }: Db, signatures: Signatures, log: FastifyBaseLogger): RateLimits {
  if (!rate_limits) return NO_LIMITS;
  return rateLimits({
    rules: RATE_RULES,
    pool,
    hash: (key) => signatures.sign('rate limit', Buffer.from(key)).toString('base64url'),
    onReached: (rule, { address }) => logSecurity({ log, ip: address }, 'limit_reached', { rule }),
  });
}

async function assemble(config: Config, overrides: Overrides, onStop: OnStop): Promise<Omit<Composed, 'stop'>> {
  const database = overrides.database ?? (await prepareInstance(config, overrides, onStop));
  const { direct_url: url, dir: database_dir } = database;
  const log = overrides.log ?? makeLogger(config.log_level);
  const clock = overrides.clock ?? systemClock;
  const later = () => ({ live, queue });
  const ground = { config, database, log, outage: makeOutage(log), later };
  const db = openPool(ground, onStop);
  const mail = overrides.mail ?? (await openMail(config, { clock, log }, onStop));
  const storage = overrides.storage ?? (await chooseStorage(config));
  await sweepUploads(config.data_dir, clock.now());
  const images = overrides.images ?? openImages(onStop);
  const payments = overrides.payments === undefined ? await openPayments(config, onStop) : overrides.payments;
  const push = overrides.push ?? (await choosePush(config));
  const secrets = await secretKeys(config.secret_keys, config.data_dir);
  const signatures = makeSignatures(...secrets);
  const encryption = makeEncryption(...secrets);
  const webhook_http = overrides.webhook_http ?? chooseWebhookHttp(config);
  const live = makeLive({
    url,
    db,
    clock,
    log,
    listValidSessions: listValidWith(config),
    resolveRecipients: recipientsWith(config),
  });
  onStop(() => live.stop());
  const keys = { signatures, encryption };
  const context = { config, log, db, clock, mail, push, storage, ...keys, payments, webhook_http, direct_url: url };
  // Jobs use separate connections, so they never delay a request.
  const jobsDb = openPool({ ...ground, max: 2, wait_ms: 30_000 }, onStop);
  // The queue claims and marks jobs without a pooler, and waits for no handler.
  const queueDb = openPool({ ...ground, database: { ...database, url }, max: 2, by_index: true }, onStop);
  const queue = startQueue({ db: queueDb, jobs: jobsFor(config), context: { ...context, db: jobsDb } });
  onStop(() => queue.rest());
  return {
    ...context,
    images,
    photo_urls: photoUrls(PHOTO_SIZES, ...secrets),
    passwords: overrides.passwords ?? passwords(),
    oidc: chooseOidc(config, clock),
    queue,
    live,
    limits: overrides.limits ?? openLimits(config, db, signatures, log),
    check_answers: overrides.check_answers,
    phase: { now: 'serving' },
    database_dir,
  };
}

/**
 * Creates everything that the app needs from the settings: starts or opens the database, migrates it and chooses the
 * adapters. Nothing runs in the background yet. Production and tests both use it.
 */
export async function compose(config: Config, overrides: Overrides = {}): Promise<Composed> {
  registerProduct();
  const closers: (() => unknown)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    return { ...(await assemble(config, overrides, (close) => closers.push(close))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
