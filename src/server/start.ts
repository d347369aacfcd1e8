import { access, constants, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { openSandbox } from '#tools/payments-sandbox/open.ts';
import { systemClock } from './adapters/clock.ts';
import type { Images } from './adapters/images/images.ts';
import { imagesProcess } from './adapters/images/process.ts';
import { secretKey } from './adapters/keys/secret-key.ts';
import { makeSignatures } from './adapters/keys/signatures.ts';
import { loadVapidKeys } from './adapters/keys/vapid-keys.ts';
import { outboxMail } from './adapters/mail/local.ts';
import { smtpMail } from './adapters/mail/smtp.ts';
import { passwords } from './adapters/passwords.ts';
import { stripePayments } from './adapters/payments/stripe.ts';
import { webPushSender } from './adapters/push/web-push.ts';
import { diskStorage } from './adapters/storage/disk.ts';
import { photoUrls } from './adapters/storage/media-url.ts';
import type { Storage } from './adapters/storage/storage.ts';
import { mediaReport } from './adapters/storage/sweep-report.ts';
import { JOBS } from './all-jobs.ts';
import { buildApp } from './app.ts';
import type { Config } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { startEmbedded } from './db/embedded/embedded.ts';
import { migrate } from './db/migrate.ts';
import { openDb } from './db/open.ts';
import { prepareAdmin } from './features/admin/commands-account.ts';
import { makeLogger } from './http/log.ts';
import { rateLimits } from './http/rate-limits.ts';
import { sweepUploads } from './http/uploads.ts';
import { startQueue } from './jobs/queue.ts';
import { makeLive } from './live/live.ts';
import { MIGRATIONS } from './root.ts';

/** What the start says about upgrades. */
const PAYMENTS = {
  stripe: 'paid with Stripe',
  sandbox: 'a test sandbox, no money moves (STRIPE_SECRET_KEY is not set)',
  off: 'upgrades are off (STRIPE_SECRET_KEY is not set)',
} as const;

export interface RunningServer {
  readonly app: FastifyInstance;
  readonly db: ReturnType<typeof openDb>;
  readonly storage: Storage;
  readonly images: Images;
  /** Where the embedded database keeps its data; null with DATABASE_URL. */
  readonly database_dir: string | null;
  /** Ends requests in flight, then jobs, then the database. */
  stop(): Promise<void>;
}

/** A taken port is found before the database starts, so that the error comes at once and nothing is left running. */
const requireFreePort = (port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });

async function requireDataDir(dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true });
    await access(dir, constants.W_OK);
  } catch {
    throw new ConfigError(`DATA_DIR ${dir} cannot be written to.`);
  }
}

/** Starts the database, brings it up to date and builds the app; `listen` also opens the port and prints where all is. */
export async function startServer(config: Config, mode: 'listen' | 'quiet'): Promise<RunningServer> {
  if (mode === 'listen') await requireFreePort(config.port, config.host);
  await requireDataDir(config.data_dir);
  const say = (line: string) => {
    if (mode === 'listen') process.stdout.write(`${line}\n`);
  };
  const embedded = config.database_url === null ? await startEmbedded({ dataDir: config.data_dir, log: say }) : null;
  const closers: (() => Promise<unknown>)[] = [];
  if (embedded) closers.unshift(() => embedded.stop());
  const stop = async () => {
    for (const close of closers.splice(0)) await close();
  };
  try {
    const url = embedded?.url ?? config.database_url!;
    await migrate(url, MIGRATIONS);
    const log = makeLogger(config.log_level);
    const db = openDb(url, { onError: (err) => log.warn({ err }, 'an idle database connection was closed') });
    closers.unshift(() => db.close());
    const clock = systemClock;
    const mail = config.smtp_url
      ? smtpMail({ url: config.smtp_url, from: config.mail_from })
      : outboxMail({ data_dir: config.data_dir, from: config.mail_from, clock, log });
    closers.unshift(() => mail.close());
    // The SDK is large and loaded only where it is used.
    const storage = config.s3
      ? (await import('./adapters/storage/s3.ts')).s3Storage(config.s3)
      : diskStorage(join(config.data_dir, 'media'));
    await sweepUploads(config.data_dir, clock.now());
    const pictures = imagesProcess();
    closers.unshift(() => pictures.close());
    const { stripe, production, public_url, data_dir } = config;
    const sandbox = stripe || production ? null : await openSandbox({ data_dir, public_url, production, clock, log });
    if (sandbox) closers.unshift(() => sandbox.close());
    const account = stripe ? { ...stripe, public_url } : sandbox?.settings;
    const payments = account ? await stripePayments(account) : null;
    closers.unshift(async () => payments?.close());
    const keys = config.vapid_keys ?? (await loadVapidKeys(config.data_dir));
    const push = webPushSender({ keys, subject: config.vapid_subject });
    const secret = await secretKey(config.secret_key, config.data_dir);
    const signatures = makeSignatures(secret);
    const media_report = mediaReport();
    const live = makeLive({ url, db, clock, log });
    closers.unshift(() => live.stop());
    const context = { db, mail, push, signatures, clock, live, payments, config, storage, media_report, log };
    const queue = await startQueue({ url, jobs: JOBS, context, log });
    closers.unshift(() => queue.stop());
    const hashing = passwords();
    const app = await buildApp({
      config,
      log,
      db,
      clock,
      mail,
      push,
      storage,
      images: pictures,
      payments,
      sandbox,
      signatures,
      photo_urls: photoUrls(secret),
      media_report,
      passwords: hashing,
      queue,
      live,
      limits: rateLimits(!config.rate_limits),
    });
    closers.unshift(() => app.close());
    if (mode === 'listen') {
      await live.start();
      const password = await prepareAdmin({ db, clock, passwords: hashing, config });
      queue.start();
      const address = await app.listen({ port: config.port, host: config.host });
      sandbox?.start(`${address}/api/payments/webhook`);
      say(`Emberkin is ready:  ${config.public_url}`);
      say(
        `Data:   ${config.database_url === null ? embedded!.location : 'the database of DATABASE_URL'}, photos in ${config.s3 ? `the bucket ${config.s3.bucket} at ${config.s3.endpoint}` : join(config.data_dir, 'media')}`,
      );
      say(`Plans:  ${PAYMENTS[payments?.kind ?? 'off']}`);
      if (password !== null)
        say(
          `Admin:  ${config.public_url}/admin, name ${config.admin_username ?? 'admin'}, password ${password} (shown this once)`,
        );
      say(`Mails:  ${config.smtp_url ? 'sent by SMTP' : join(config.data_dir, 'outbox')}`);
    }
    return { app, db, storage, images: pictures, database_dir: embedded?.location ?? null, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
