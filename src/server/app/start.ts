import { join } from 'node:path';
import { backupNote } from '#platform/backup/nightly.ts';
import { systemClock } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/log.ts';
import { noteStart } from '#platform/start/prepare-instance.ts';
import { type RunningServer, say, startWith } from '#platform/start/start.ts';
import { lookAtClockAtStart } from '../features/account/clock/jobs.ts';
import { prepareAdmin } from '../features/admin/account/commands.ts';
import { loadSanitizer } from '../features/missions/description/commands.ts';
import { enqueueRenewal } from '../features/webhooks/secrets/jobs.ts';
import { hasAccounts } from '../services/auth/accounts/public.ts';
import { preparePlace } from '../services/media/place/commands.ts';
import { buildApp } from './app.ts';
import { type Composed, compose } from './compose.ts';
import type { Config } from './config.ts';
import { JOBS } from './jobs.ts';

/** The line about upgrades that a start prints. */
const PAYMENTS = {
  stripe: 'paid with Stripe',
  sandbox: 'a test sandbox, no money moves',
  off: 'upgrades are off (STRIPE_SECRET_KEY is not set)',
} as const;

const NO_PLANS = 'everything is open to everyone (PLANS=off)';

/** The data of the start banner besides the settings. */
interface Banner {
  readonly database_dir: string | null;
  readonly payments: keyof typeof PAYMENTS;
  /** The photo storage, as a phrase for people. */
  readonly photos: string;
  /** A note on that storage; null if there is no problem. */
  readonly photos_note: string | null;
  /** Whether a user account exists. The operator's account does not count. */
  readonly has_accounts: boolean;
}

/** Prints the operator's password if it was just generated. It is not stored, so this is the only chance. */
function printPassword({ public_url, admin_username }: Config, password: string | null): void {
  if (password === null) return;
  say(`Admin:  ${public_url}/admin, name ${admin_username ?? 'admin'}, password ${password} (shown this once)`);
}

/** Returns how to create the first account. The operator's account is not a user. */
const firstStep = ({ public_url, sign_up }: Config): string =>
  sign_up === 'open'
    ? `create your account at ${public_url}/register`
    : `create accounts at ${public_url}/admin, Users, "Add a user"`;

/** Prints the server's URL, its first step, where its data is, and how it handles money and emails. */
export async function printBanner(config: Config, banner: Banner): Promise<void> {
  const { database_dir, payments, photos, photos_note, has_accounts } = banner;
  const { public_url, data_dir, smtp_url } = config;
  const backup = await backupNote(config, systemClock.now());
  say(`Emberkin is ready:  ${public_url}`);
  if (!has_accounts) say(`First:  ${firstStep(config)}`);
  say(`Data:   ${database_dir ?? 'the database of DATABASE_URL'}, photos in ${photos}`);
  if (photos_note !== null) say(`Photos: ${photos_note}`);
  say(`Plans:  ${config.plans ? PAYMENTS[payments] : NO_PLANS}`);
  if (backup !== null) say(`Backup: ${backup}`);
  say(`Mails:  ${smtp_url ? 'sent by SMTP' : join(data_dir, 'outbox')}`);
}

/**
 * Applies the settings of the operator's account. Returns the operator's generated password at the first start,
 * otherwise null.
 */
export async function prepareAccount(
  server: Pick<Composed, 'db' | 'clock' | 'passwords'> & { readonly config: Config; readonly log: Log },
): Promise<string | null> {
  await noteStart({ ...server, jobs: JOBS });
  await lookAtClockAtStart(server.db, server.clock.now());
  return prepareAdmin(server);
}

/** The delay after listening before the server loads a module that would have slowed its start. */
const LOAD_REST_MS = 1000;

/** Starts the production server. */
export function startServer(config: Config): Promise<RunningServer> {
  let photos_note: string | null = null;
  let has_accounts = true;
  return startWith<Config, Composed>(config, {
    compose,
    buildApp,
    async beforeWork(server) {
      printPassword(config, await prepareAccount({ ...server, config }));
      photos_note = await preparePlace(server);
      has_accounts = await hasAccounts(server.db);
      if ((config.secret_keys?.length ?? 0) > 1) await enqueueRenewal(server);
    },
    async onListening({ database_dir, payments, storage }) {
      // Load it before it is needed, because a new build might delete the file.
      setTimeout(() => loadSanitizer().catch(() => undefined), LOAD_REST_MS).unref();
      const photos = { photos: storage.place, photos_note };
      await printBanner(config, { database_dir, payments: payments?.kind ?? 'off', ...photos, has_accounts });
    },
  });
}
