import { closestMatch } from 'leven';
import type { Env } from '#platform/config/env.ts';
import type { PlatformSettings } from '#platform/config/settings.ts';

export interface KnownSettings {
  /** All names that the server reads, without `_FILE`. */
  readonly names: readonly string[];
  /** Names in similar servers, with the product's setting. */
  readonly elsewhere: Readonly<Record<string, string>>;
}

const ELSEWHERE: Readonly<Record<string, keyof PlatformSettings>> = {
  ALLOWED_ORIGINS: 'CORS_ORIGINS',
  APP_URL: 'PUBLIC_URL',
  BASE_URL: 'PUBLIC_URL',
  DOMAIN: 'PUBLIC_URL',
  EXTERNAL_URL: 'PUBLIC_URL',
  ROOT_URL: 'PUBLIC_URL',
  SERVER_URL: 'PUBLIC_URL',
  SITE_URL: 'PUBLIC_URL',
  DATA_PATH: 'DATA_DIR',
  DB_HOST: 'DATABASE_URL',
  DB_URL: 'DATABASE_URL',
  POSTGRES_URL: 'DATABASE_URL',
  DIRECT_URL: 'DATABASE_DIRECT_URL',
  APP_KEY: 'SECRET_KEY',
  APP_SECRET: 'SECRET_KEY',
  JWT_SECRET: 'SECRET_KEY',
  SECRET_KEY_BASE: 'SECRET_KEY',
  SESSION_SECRET: 'SECRET_KEY',
  EMAIL_HOST: 'SMTP_HOST',
  MAIL_HOST: 'SMTP_HOST',
  MAIL_URL: 'SMTP_URL',
  SMTP_PASS: 'SMTP_PASSWORD',
  SMTP_SECURE: 'SMTP_TLS',
  SMTP_SERVER: 'SMTP_HOST',
  SMTP_USERNAME: 'SMTP_USER',
  EMAIL_FROM: 'MAIL_FROM',
  SMTP_FROM: 'MAIL_FROM',
  OAUTH_CLIENT_ID: 'OIDC_CLIENT_ID',
  OAUTH_CLIENT_SECRET: 'OIDC_CLIENT_SECRET',
  OIDC_DISCOVERY_URL: 'OIDC_ISSUER',
  OIDC_ISSUER_URL: 'OIDC_ISSUER',
  S3_ACCESS_KEY: 'S3_ACCESS_KEY_ID',
  S3_SECRET_KEY: 'S3_SECRET_ACCESS_KEY',
  S3_URL: 'S3_ENDPOINT',
  TRUSTED_PROXIES: 'TRUST_PROXY',
};

/** Returns the setting that an unknown name probably means, at most `reach` edits away; else undefined. */
function findMeant(name: string, reach: number, { names, elsewhere }: KnownSettings): string | undefined {
  const upper = name.toUpperCase();
  return elsewhere[upper] ?? closestMatch(upper, names, { maxDistance: reach });
}

const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  REDIS_URL: 'REDIS_URL is not used: shared counters are in PostgreSQL.',
  WEB_CONCURRENCY:
    'WEB_CONCURRENCY is no longer used: a server is one process. Run several instances (docs/operations.md#instances).',
};

const REACH = 2;
/** Process environments contain many unrelated names: HOME is two edits from HOST. */
const OWN_REACH = 1;
const OWN_LENGTH = 6;

/**
 * Returns a sentence for each unread variable that probably should be a setting. `.env` belongs to this server, so its
 * names can differ more than the names in the process's environment.
 */
export function listUnusedSettings(settings: KnownSettings, environment: Env, file: Env): string[] {
  const known = {
    names: settings.names.flatMap((name) => [name, `${name}_FILE`]),
    elsewhere: { ...ELSEWHERE, ...settings.elsewhere },
  };
  const isUnread = (env: Env) => (name: string) => !!env[name]?.trim() && !known.names.includes(name);
  const inFile = Object.keys(file).filter(isUnread(file));
  const own = Object.keys(environment).filter(isUnread(environment));
  const meant = new Map([
    ...own
      .filter(({ length }) => length >= OWN_LENGTH)
      .map((name) => [name, findMeant(name, OWN_REACH, known)] as const),
    ...inFile.map((name) => [name, findMeant(name, REACH, known)] as const),
  ]);
  const sentences = [...meant].flatMap(([name, setting]) =>
    setting === undefined ? [] : [`${name} is not a setting. Did you mean ${setting}?`],
  );
  const unread = new Set([...own, ...inFile]);
  return [...sentences, ...Object.entries(WITHOUT_EFFECT).flatMap(([name, why]) => (unread.has(name) ? [why] : []))];
}
