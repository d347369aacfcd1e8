import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isEmail } from '#domain/email.ts';
import { ADMIN_PASSWORD_MIN } from '#domain/limits.ts';
import { passwordScore } from '#domain/passwords.ts';
import { ConfigError } from './config-error.ts';
import { bothSet, type Env, loadEnv, readText } from './env.ts';
import { isLoopbackHost } from './loopback.ts';
import { addressOf, SETTINGS, type SettingName, type Settings, settings } from './settings.ts';

function readSettings(env: Env): Settings {
  const read = settings.safeParse(Object.fromEntries(SETTINGS.map((name) => [name, readText(env, name)])));
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  throw new ConfigError(/^[A-Z]/.test(message) ? message : `${String(path[0])} ${message}`);
}

/** Returns settings that belong together; null if none is set. Throws a ConfigError that names the first missing one. */
function allOrNone<const Name extends SettingName>(set: Settings, ...names: Name[]) {
  const missing = names.filter((name) => set[name] === null);
  if (missing.length === names.length) return null;
  if (missing.length === 0) return set as { [N in Name]: NonNullable<Settings[N]> };
  throw new ConfigError(`${missing[0]} is missing: set all of ${names.join(', ')}, or none.`);
}

function requireWith(set: Settings, name: SettingName, needed: SettingName, reason = ''): void {
  if (set[name] !== null && set[needed] === null) throw new ConfigError(`${name} needs ${needed}${reason}.`);
}

/** Returns the mail server as a URL, whose query says how nodemailer uses TLS. */
function smtpUrl(set: Settings): string | null {
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

/** Returns the address of the sender; null if no email could reach it. */
function supportEmail(from: string): string | null {
  const address = addressOf(from);
  return isEmail(address) && !isLoopbackHost(address.slice(address.indexOf('@') + 1)) ? address : null;
}

/** Returns true if no money can move: the provider is on this machine, and its key is for tests. */
const isTestProvider = (apiUrl: string | null, secretKey: string): boolean =>
  apiUrl !== null && isLoopbackHost(new URL(apiUrl).hostname) && secretKey.startsWith('sk_test_');

/** Refuses what is unsafe in production: a password that can be guessed, and a provider without https. */
function checkProduction({ ADMIN_PASSWORD, OIDC_ISSUER }: Settings): void {
  if (ADMIN_PASSWORD !== null && (ADMIN_PASSWORD.length < ADMIN_PASSWORD_MIN || passwordScore(ADMIN_PASSWORD) < 2))
    throw new ConfigError(
      `ADMIN_PASSWORD must have at least ${ADMIN_PASSWORD_MIN} characters and not be easy to guess.`,
    );
  if (/emberkin/i.test(ADMIN_PASSWORD ?? ''))
    throw new ConfigError('ADMIN_PASSWORD must not have "emberkin" in it: that is what is guessed first.');
  const { protocol, hostname } = new URL(OIDC_ISSUER ?? 'https://none');
  if (protocol === 'http:' && !isLoopbackHost(hostname))
    throw new ConfigError('OIDC_ISSUER must start with https:// in production.');
}

/** The groups of settings that are set as a whole; null for each that is unset. */
function readGroups(set: Settings) {
  const s3 = allOrNone(set, 'S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  const oidc = allOrNone(set, 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET');
  const vapid = allOrNone(set, 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY');
  const stripe = allOrNone(
    set,
    ...([
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_PRICE_PRO_MONTHLY',
      'STRIPE_PRICE_PREMIUM_YEARLY',
    ] as const),
  );
  return {
    s3: s3 && {
      endpoint: s3.S3_ENDPOINT,
      region: s3.S3_REGION,
      bucket: s3.S3_BUCKET,
      access_key_id: s3.S3_ACCESS_KEY_ID,
      secret_access_key: s3.S3_SECRET_ACCESS_KEY,
    },
    /** The single sign-on provider (docs/rules.md#single-sign-on). */
    oidc: oidc && {
      issuer: oidc.OIDC_ISSUER,
      client_id: oidc.OIDC_CLIENT_ID,
      client_secret: oidc.OIDC_CLIENT_SECRET,
      /** The text after "Continue with", at most 40 characters. */
      name: set.OIDC_NAME ?? new URL(oidc.OIDC_ISSUER).host.slice(0, 40),
      /** Whether a first sign-in creates an account. */
      sign_up: set.OIDC_SIGN_UP,
      /** Whether an absent claim `email_verified` counts as true. */
      trust_email: set.OIDC_TRUST_EMAIL,
    },
    vapid_keys: vapid && { public_key: vapid.VAPID_PUBLIC_KEY, private_key: vapid.VAPID_PRIVATE_KEY },
    /** Null without a key: upgrades are off. */
    stripe: stripe && {
      secret_key: stripe.STRIPE_SECRET_KEY,
      webhook_secret: stripe.STRIPE_WEBHOOK_SECRET,
      prices: { pro_monthly: stripe.STRIPE_PRICE_PRO_MONTHLY, premium_yearly: stripe.STRIPE_PRICE_PREMIUM_YEARLY },
      api_url: set.STRIPE_API_URL,
      kind: isTestProvider(set.STRIPE_API_URL, stripe.STRIPE_SECRET_KEY) ? ('sandbox' as const) : ('stripe' as const),
    },
  };
}

/** Reads the settings from an environment. Throws a ConfigError with one sentence about a wrong one. */
export function readConfig(env: Env) {
  const set = readSettings(env);
  const production = set.NODE_ENV === 'production';
  if (production) checkProduction(set);
  requireWith(set, 'DATABASE_DIRECT_URL', 'DATABASE_URL', ': the embedded database has no pooler');
  const groups = readGroups(set);
  if (set.OIDC_ONLY && groups.oidc === null) throw new ConfigError('OIDC_ONLY needs OIDC_ISSUER.');
  const from = set.MAIL_FROM ?? 'Emberkin <emberkin@localhost>';
  const support = supportEmail(from);
  const publicUrl = set.PUBLIC_URL ?? `http://localhost:${set.PORT}`;
  return {
    ...groups,
    port: set.PORT,
    host: set.HOST,
    /** Origin of the site and of links in emails, without a trailing slash. */
    public_url: publicUrl,
    data_dir: resolve(set.DATA_DIR ?? './data'),
    /** Null for the embedded database, as is the one below. */
    database_url: set.DATABASE_URL,
    /** The database past a transaction pooler: for LISTEN, migrations, the queue and backups. */
    database_direct_url: set.DATABASE_DIRECT_URL ?? set.DATABASE_URL,
    /** The folder of the programs of the embedded database; null for those of the npm package. */
    postgres_bin: set.POSTGRES_BIN && resolve(set.POSTGRES_BIN),
    database_pool: set.DATABASE_POOL,
    database_prepare: set.DATABASE_PREPARE,
    /** Keys are derived from them, the current one first; null to create one in DATA_DIR. */
    secret_keys: set.SECRET_KEY,
    smtp_url: smtpUrl(set),
    mail_from: from,
    /** The address of Contact Support; null if no email could reach that of MAIL_FROM. */
    support_email: support,
    plans: set.PLANS ?? (!production || groups.stripe !== null),
    sign_up: set.SIGN_UP,
    /** False if people sign in only at the single sign-on provider. */
    passwords: !set.OIDC_ONLY,
    imprint_url: set.IMPRINT_URL,
    privacy_url: set.PRIVACY_URL,
    /** False for none. */
    trust_proxy: set.TRUST_PROXY,
    log_level: set.LOG_LEVEL,
    rate_limits: set.RATE_LIMITS || production,
    metrics_token: set.METRICS_TOKEN,
    /** Null keeps the stored one, which is `admin` at first. */
    admin_username: set.ADMIN_USERNAME,
    /** Null keeps the stored one. */
    admin_password: set.ADMIN_PASSWORD,
    /** Null if the operator signs in without a code. */
    admin_totp: set.ADMIN_TOTP,
    production,
    allow_root: set.ALLOW_ROOT === '1',
    vapid_subject: set.VAPID_SUBJECT ?? `mailto:${support ?? 'emberkin@localhost'}`,
    drain_seconds: set.DRAIN_SECONDS,
    backup_dir: set.BACKUP_DIR && resolve(set.BACKUP_DIR),
    backup_keep: set.BACKUP_KEEP,
    /** False for everywhere. */
    admin_networks: set.ADMIN_NETWORKS,
    cors_origins: set.CORS_ORIGINS,
    webhook_allow: set.WEBHOOK_ALLOW,
    push_allow: set.PUSH_ALLOW,
  };
}

/** The settings; what each of them does is in docs/configuration.md. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

/** Reads the settings of this process. Throws a ConfigError. */
export const loadConfig = (): Config => readConfig(loadEnv());
