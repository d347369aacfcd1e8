import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type * as z from 'zod';
import { isEmail } from '#platform/lib/email.ts';
import { ConfigError } from './config-error.ts';
import { bothSet, type Env, readText } from './env.ts';
import { isLoopbackHost } from './loopback.ts';
import { addressOf, type PlatformSettings } from './settings.ts';

/** Reads the settings of a schema from an environment. Throws a ConfigError about the first invalid setting. */
export function readSettings<Schema extends z.ZodObject>(settings: Schema, env: Env): z.output<Schema> {
  const names = Object.keys(settings.shape);
  const read = settings.safeParse(Object.fromEntries(names.map((name) => [name, readText(env, name)])));
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  throw new ConfigError(/^[A-Z]/.test(message) ? message : `${String(path[0])} ${message}`);
}

/**
 * Returns settings that are only valid together, or null if none is set. Throws a ConfigError for a missing setting.
 */
export function allOrNone<Settings extends object, const Name extends keyof Settings & string>(
  set: Settings,
  ...names: Name[]
) {
  const missing = names.filter((name) => set[name] === null);
  if (missing.length === names.length) return null;
  if (missing.length === 0) return set as { [N in Name]: NonNullable<Settings[N]> };
  throw new ConfigError(`${missing[0]} is missing: set all of ${names.join(', ')}, or none.`);
}

function requireWith(
  set: PlatformSettings,
  name: keyof PlatformSettings,
  needed: keyof PlatformSettings,
  reason = '',
): void {
  if (set[name] !== null && set[needed] === null) throw new ConfigError(`${name} needs ${needed}${reason}.`);
}

/** Returns the mail server's URL; its query sets nodemailer's use of TLS. */
function smtpUrl(set: PlatformSettings): string | null {
  const { SMTP_URL, SMTP_HOST, SMTP_PORT, SMTP_TLS } = set;
  for (const name of ['SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD', 'SMTP_TLS'] as const)
    requireWith(set, name, 'SMTP_HOST');
  const login = allOrNone(set, 'SMTP_USER', 'SMTP_PASSWORD');
  if (SMTP_HOST === null) return SMTP_URL;
  if (SMTP_URL !== null) throw bothSet('SMTP_URL', 'SMTP_HOST');
  const isImplicit = SMTP_TLS === 'implicit' || (SMTP_PORT === 465 && SMTP_TLS !== 'starttls' && SMTP_TLS !== 'off');
  const parts = login ? [login.SMTP_USER, login.SMTP_PASSWORD].map(encodeURIComponent) : [];
  const host = isIP(SMTP_HOST) === 6 ? `[${SMTP_HOST}]` : SMTP_HOST;
  const query = { starttls: '/?requireTLS=true', off: '/?ignoreTLS=true', implicit: '', auto: '' }[SMTP_TLS ?? 'auto'];
  return `${isImplicit ? 'smtps' : 'smtp'}://${login ? `${parts.join(':')}@` : ''}${host}:${SMTP_PORT ?? (isImplicit ? 465 : 587)}${query}`;
}

/** Returns the sender's address, or null if mail cannot reach it. */
function supportEmail(from: string): string | null {
  const address = addressOf(from);
  return isEmail(address) && !isLoopbackHost(address.slice(address.indexOf('@') + 1)) ? address : null;
}

function checkProduction({ OIDC_ISSUER }: PlatformSettings): void {
  const { protocol, hostname } = new URL(OIDC_ISSUER ?? 'https://none');
  if (protocol === 'http:' && !isLoopbackHost(hostname))
    throw new ConfigError('OIDC_ISSUER must start with https:// in production.');
}

function readGroups(set: PlatformSettings) {
  const s3 = allOrNone(set, 'S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  const oidc = allOrNone(set, 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET');
  const vapid = allOrNone(set, 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY');
  return {
    s3: s3 && {
      endpoint: s3.S3_ENDPOINT,
      region: s3.S3_REGION,
      bucket: s3.S3_BUCKET,
      access_key_id: s3.S3_ACCESS_KEY_ID,
      secret_access_key: s3.S3_SECRET_ACCESS_KEY,
    },
    oidc: oidc && {
      issuer: oidc.OIDC_ISSUER,
      client_id: oidc.OIDC_CLIENT_ID,
      client_secret: oidc.OIDC_CLIENT_SECRET,
      /** The text after "Continue with", at most 40 characters. */
      name: set.OIDC_NAME ?? new URL(oidc.OIDC_ISSUER).host.slice(0, 40),
      sign_up: set.OIDC_SIGN_UP,
      /** Whether an absent claim `email_verified` counts as true. */
      trust_email: set.OIDC_TRUST_EMAIL,
    },
    vapid_keys: vapid && { public_key: vapid.VAPID_PUBLIC_KEY, private_key: vapid.VAPID_PRIVATE_KEY },
  };
}

/** Turns the platform's settings into its configuration; `sender` is the default of MAIL_FROM. */
export function readPlatformConfig(set: PlatformSettings, sender: string) {
  const production = set.NODE_ENV === 'production';
  if (production) checkProduction(set);
  requireWith(set, 'DATABASE_DIRECT_URL', 'DATABASE_URL', ': the embedded database has no pooler');
  const groups = readGroups(set);
  const from = set.MAIL_FROM ?? sender;
  const support = supportEmail(from);
  const publicUrl = set.PUBLIC_URL ?? `http://localhost:${set.PORT}`;
  return {
    ...groups,
    port: set.PORT,
    host: set.HOST,
    /** The origin of the site and of links in emails, without a trailing slash. */
    public_url: publicUrl,
    data_dir: resolve(set.DATA_DIR ?? './data'),
    /** Null for the embedded database; so is `database_direct_url`. */
    database_url: set.DATABASE_URL,
    /** The connection that bypasses a transaction pooler, for LISTEN, migrations, the queue and backups. */
    database_direct_url: set.DATABASE_DIRECT_URL ?? set.DATABASE_URL,
    /** The folder with the embedded database's programs, or null to use the programs of the npm package. */
    postgres_bin: set.POSTGRES_BIN && resolve(set.POSTGRES_BIN),
    database_pool: set.DATABASE_POOL,
    database_prepare: set.DATABASE_PREPARE,
    /** Secrets to derive keys from, the current one first; null to create one in DATA_DIR. */
    secret_keys: set.SECRET_KEY,
    smtp_url: smtpUrl(set),
    mail_from: from,
    /** The Contact Support address, or null if mail cannot reach the address of MAIL_FROM. */
    support_email: support,
    /** False: trust no proxy. */
    trust_proxy: set.TRUST_PROXY,
    log_level: set.LOG_LEVEL,
    rate_limits: set.RATE_LIMITS || production,
    metrics_token: set.METRICS_TOKEN,
    production,
    allow_root: set.ALLOW_ROOT === '1',
    vapid_subject: set.VAPID_SUBJECT ?? `mailto:${support ?? addressOf(sender)}`,
    drain_seconds: set.DRAIN_SECONDS,
    backup_dir: set.BACKUP_DIR && resolve(set.BACKUP_DIR),
    backup_keep: set.BACKUP_KEEP,
    /** False: allow all networks. */
    admin_networks: set.ADMIN_NETWORKS,
    cors_origins: set.CORS_ORIGINS,
    webhook_allow: set.WEBHOOK_ALLOW,
    push_allow: set.PUSH_ALLOW,
  };
}

export type PlatformConfig = Readonly<ReturnType<typeof readPlatformConfig>>;
