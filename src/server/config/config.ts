import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { parseEnv } from 'node:util';
import { isEmail } from '#domain/email.ts';
import { ADMIN_PASSWORD_MIN } from '#domain/limits.ts';
import { passwordScore } from '#domain/passwords.ts';
import { SIGN_UPS } from '#domain/sign-up.ts';
import type { VapidKeys } from '../adapters/keys/vapid-keys.ts';
import type { S3Options } from '../adapters/storage/s3.ts';
import { ConfigError } from './config-error.ts';
import { isLoopbackHost } from './loopback.ts';
import { readOidc } from './oidc.ts';
import {
  allOrNone,
  type Env,
  host,
  hosts,
  isOn,
  networks,
  oneOf,
  origin,
  origins,
  secret,
  secrets,
  textOf,
  url,
  wholeNumber,
} from './read.ts';
import { readStripe } from './stripe.ts';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const WEB = ['http:', 'https:'];
const POSTGRES = ['postgres:', 'postgresql:'];

function directUrl(env: Env, databaseUrl: string | null): string | null {
  const direct = url(env, 'DATABASE_DIRECT_URL', POSTGRES);
  if (direct !== null && databaseUrl === null)
    throw new ConfigError('DATABASE_DIRECT_URL needs DATABASE_URL: the embedded database has no pooler.');
  return direct ?? databaseUrl;
}

const S3_NAMES = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** All of the S3 settings or none: half of them would store photos in the wrong place. */
function s3(env: Env): S3Options | null {
  const values = allOrNone(env, S3_NAMES);
  if (values === null) return null;
  const [, region, bucket, access_key_id, secret_access_key] = values;
  return { endpoint: url(env, 'S3_ENDPOINT', WEB)!, region, bucket, access_key_id, secret_access_key };
}

/** A site with an https address is for real users, whatever NODE_ENV says: nobody gets a free plan there. */
function isPublicSite(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' && !isLoopbackHost(hostname);
}

const DEFAULT_FROM = 'Emberkin <emberkin@localhost>';

/** The bare address of `Emberkin <help@emberkin.example>`, which may be one of this machine. */
const addressOf = (from: string): string => (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim();

/** The sender of all mails. */
function mailFrom(env: Env): string {
  const from = textOf(env, 'MAIL_FROM') ?? DEFAULT_FROM;
  if (!/^[^\s@,<>]+@[^\s@,<>]+$/.test(addressOf(from)))
    throw new ConfigError('MAIL_FROM must have an address, such as Emberkin <emberkin@example.com>.');
  return from;
}

/** The address of the sender; null where no mail could reach it. */
function supportEmail(from: string): string | null {
  const address = addressOf(from);
  return isEmail(address) && !isLoopbackHost(address.slice(address.indexOf('@') + 1)) ? address : null;
}

const PUBLIC_KEY = /^B[A-Za-z0-9_-]{86}$/;
const PRIVATE_KEY = /^[A-Za-z0-9_-]{43}$/;

function vapidKeys(env: Env): VapidKeys | null {
  const public_key = textOf(env, 'VAPID_PUBLIC_KEY');
  const private_key = textOf(env, 'VAPID_PRIVATE_KEY');
  if (public_key === null && private_key === null) return null;
  if (public_key === null || !PUBLIC_KEY.test(public_key))
    throw new ConfigError('VAPID_PUBLIC_KEY must be the public key that belongs to VAPID_PRIVATE_KEY, in base64url.');
  if (private_key === null || !PRIVATE_KEY.test(private_key))
    throw new ConfigError('VAPID_PRIVATE_KEY must be the private key that belongs to VAPID_PUBLIC_KEY, in base64url.');
  return { public_key, private_key };
}

function vapidSubject(env: Env, support: string | null): string {
  const value = textOf(env, 'VAPID_SUBJECT') ?? `mailto:${support ?? 'emberkin@localhost'}`;
  if (!/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value))
    throw new ConfigError('VAPID_SUBJECT must be a mailto: or https:// URL.');
  return value;
}

/** In production the operator's password has to resist guessing. */
function adminPassword(password: string | null, production: boolean): string | null {
  if (!production || password === null) return password;
  if (password.length < ADMIN_PASSWORD_MIN || passwordScore(password) < 2)
    throw new ConfigError(
      `ADMIN_PASSWORD must have at least ${ADMIN_PASSWORD_MIN} characters and not be easy to guess.`,
    );
  if (/emberkin/i.test(password))
    throw new ConfigError('ADMIN_PASSWORD must not have "emberkin" in it: that is what is guessed first.');
  return password;
}

const NODE_ENVS = ['development', 'test', 'production'];

/** Reads the settings from an environment; throws a ConfigError that names the wrong one. */
export function readConfig(env: Env) {
  const listenPort = wholeNumber(env, 'PORT', 3000, [0, 65_535]);
  const production = oneOf(env, 'NODE_ENV', 'development', NODE_ENVS) === 'production';
  const from = mailFrom(env);
  const support = supportEmail(from);
  const limits = isOn(env, 'RATE_LIMITS', 'on');
  const databaseUrl = url(env, 'DATABASE_URL', POSTGRES);
  const publicUrl = origin(env, 'PUBLIC_URL') ?? `http://localhost:${listenPort}`;
  const stripe = readStripe((name) => textOf(env, name), url(env, 'STRIPE_API_URL', WEB));
  const backupDir = textOf(env, 'BACKUP_DIR');
  return {
    port: listenPort,
    host: host(env, 'HOST', '127.0.0.1'),
    /** Origin of the site and of links in mails, without a trailing slash. */
    public_url: publicUrl,
    data_dir: resolve(textOf(env, 'DATA_DIR') ?? './data'),
    /** Null for the embedded database, as is the one below. */
    database_url: databaseUrl,
    /** The database past a transaction pooler: for LISTEN, migrations, the queue and backups. */
    database_direct_url: directUrl(env, databaseUrl),
    database_pool: wholeNumber(env, 'DATABASE_POOL', 10, [2, 100]),
    database_prepare: isOn(env, 'DATABASE_PREPARE', 'on'),
    s3: s3(env),
    /** Keys are derived from them, the current one first; null to create one in DATA_DIR. */
    secret_keys: secrets(env, 'SECRET_KEY'),
    smtp_url: url(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mail_from: from,
    /** The address behind Contact Support; null where that of MAIL_FROM is none which a mail could reach. */
    support_email: support,
    /** Null without a key: then the sandbox sells plans where it is allowed, otherwise upgrades are off. */
    stripe,
    plans: isOn(env, 'PLANS', production && stripe === null ? 'off' : 'on'),
    sign_up: oneOf(env, 'SIGN_UP', 'open', SIGN_UPS),
    imprint_url: url(env, 'IMPRINT_URL', WEB),
    privacy_url: url(env, 'PRIVACY_URL', WEB),
    oidc: readOidc(env, production),
    /** Whether plans may be tried without money. */
    payments_sandbox: !production && !isPublicSite(publicUrl),
    trust_proxy: networks(env, 'TRUST_PROXY'),
    log_level: oneOf(env, 'LOG_LEVEL', 'info', LEVELS),
    rate_limits: limits || production,
    metrics_token: secret(env, 'METRICS_TOKEN'),
    /** Null keeps the stored one, which is `admin` at first. */
    admin_username: textOf(env, 'ADMIN_USERNAME'),
    /** Null keeps the stored one. Not trimmed: spaces at the ends are part of a password. */
    admin_password: adminPassword(env.ADMIN_PASSWORD || null, production),
    production,
    allow_root: oneOf(env, 'ALLOW_ROOT', '0', ['0', '1']) === '1',
    vapid_keys: vapidKeys(env),
    vapid_subject: vapidSubject(env, support),
    drain_seconds: wholeNumber(env, 'DRAIN_SECONDS', 0, [0, 300]),
    backup_dir: backupDir && resolve(backupDir),
    backup_keep: wholeNumber(env, 'BACKUP_KEEP', 7, [1, 1000]),
    /** False for everywhere. */
    admin_networks: networks(env, 'ADMIN_NETWORKS'),
    cors_origins: origins(env, 'CORS_ORIGINS'),
    webhook_allow: hosts(env, 'WEBHOOK_ALLOW'),
    push_allow: hosts(env, 'PUSH_ALLOW', ['*']),
  };
}

/** The settings; what each of them does is in docs/configuration.md. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

const ENV_FILE = join(process.cwd(), '.env');

/** What `.env` says, whether or not the environment says something else. */
export const readEnvFile = (): Env => (existsSync(ENV_FILE) ? parseEnv(readFileSync(ENV_FILE, 'utf8')) : {});

/** The settings of this process: from the environment, or else from `.env`. */
export function loadConfig(): Config {
  if (existsSync(ENV_FILE)) loadEnvFile(ENV_FILE);
  return readConfig(process.env);
}
