import { isIP } from 'node:net';
import * as z from 'zod';
import type { Secrets } from '#platform/keys/secret-key.ts';

type Test = (value: string) => boolean;

export const WEB = ['http:', 'https:'];
const POSTGRES = ['postgres:', 'postgresql:'];
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Validates with a message that continues the setting's name and shows the wrong value. */
const shown = (isRight: Test, rule: string) =>
  z.string().refine(isRight, { error: ({ input }) => `must ${rule}, not "${input}".` });

/** Validates with a message that hides the wrong value, which can be a secret. */
const hidden = (isRight: Test, rule: string) => z.string().refine(isRight, { error: `must ${rule}.`, abort: true });

/** Returns a schema that is null if the setting is unset. */
export const orNull = <Output>(schema: z.ZodType<Output, string>) => schema.nullable().default(null as never);

/** Returns a schema for any text, or null if unset. */
export const text = () => orNull(z.string());
/** Returns a schema for a pattern, or null if unset. The message hides the wrong value. */
export const fitting = (pattern: RegExp, rule: string) => orNull(hidden((value) => pattern.test(value), rule));

export const oneOf = <const Word extends string>(...words: Word[]) =>
  z.enum(words, { error: ({ input }) => `must be one of ${words.join(', ')}, not "${input}".` });
/** Returns a schema that reads `on` as true and `off` as false. */
export const onOff = () => oneOf('on', 'off').transform((word) => word === 'on');

/** Both limits are inclusive. */
const whole = (least: number, most: number) =>
  shown(
    (value) => Number.isInteger(Number(value)) && Number(value) >= least && Number(value) <= most,
    `be a whole number from ${least} to ${most}`,
  ).transform(Number);

const split = (value: string) => value.split(',').map((part) => part.trim());

const SECRET_MIN = 16;
const isLong: Test = (value) => value.length >= SECRET_MIN;
const LONG = `have at least ${SECRET_MIN} characters`;
const isRing: Test = (value) => !value.includes(',') || split(value).every(isLong);

const secrets = () =>
  orNull(
    z
      .string()
      .refine(isRing, `Each key in SECRET_KEY must ${LONG}.`)
      .refine(isLong, `must ${LONG}.`)
      .transform((value) => split(value) as unknown as Secrets),
  );

const exactUrl = (...protocols: string[]) =>
  hidden((value) => URL.canParse(value), 'be a URL').refine((value) => protocols.includes(new URL(value).protocol), {
    error: `must start with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    abort: true,
  });
/** Returns a schema for a URL with one of the protocols, without a trailing slash, or null if unset. */
export const url = (...protocols: string[]) =>
  orNull(exactUrl(...protocols).transform((value) => value.replace(/\/+$/, '')));

/** Tests the text, because a URL object cannot distinguish an empty query, fragment or user name from none. */
const isBare: Test = (value) => new URL(value).pathname === '/' && !/[?#@]/.test(value);
const origin = () =>
  orNull(
    exactUrl(...WEB)
      .refine(isBare, 'must be an origin such as https://emberkin.example, without a path.')
      .transform((value) => new URL(value).origin),
  );

const HOST = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
/** Resolvers read a name that ends in a number as an address. */
const ENDS_IN_NUMBER = /(^|\.)\d+$/;
const isHost: Test = (value) => isIP(value) !== 0 || (HOST.test(value.toLowerCase()) && !ENDS_IN_NUMBER.test(value));
const host = () => shown(isHost, 'be an address or a host name, such as 0.0.0.0');

const NETWORK = z.union([z.cidrv4(), z.cidrv6()]);
const isNetwork: Test = (value) => isIP(value) !== 0 || NETWORK.safeParse(value).success;
const isOrigin: Test = (value) => URL.canParse(value) && new URL(value).origin === value;

const listOf = (isRight: Test, rule: string) => z.array(shown(isRight, rule));

const networks = () =>
  z
    .string()
    .transform(split)
    .pipe(listOf(isNetwork, 'list addresses or networks such as 10.0.0.0/8, separated by commas'))
    .or(z.literal(false))
    .default(false);

const splitFull = (value: string) => split(value).filter((part) => part !== '');

const origins = () =>
  z
    .literal('*')
    .or(z.string().transform(splitFull).pipe(listOf(isOrigin, 'be * or list origins such as https://home.example')))
    .default([]);

const hosts = (...others: string[]) => {
  const isRight: Test = (value) => isNetwork(value) || HOST.test(value) || others.includes(value);
  const rule = 'list host names, addresses or networks such as 192.168.1.0/24, separated by commas';
  return z.string().toLowerCase().transform(splitFull).pipe(listOf(isRight, rule)).default([]);
};

/** Returns the address of a sender such as `Emberkin <help@emberkin.example>`. */
export const addressOf = (from: string): string => (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim();

/** Also allows an address without a dot, such as `emberkin@localhost`. */
const isSender = (from: string) => /^[^\s@,<>]+@[^\s@,<>]+$/.test(addressOf(from));
const SUBJECT = /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/;

const S3 = 'the bucket of the photos, all or none; without it photos are in `DATA_DIR/media`';
const LOGIN = 'the account at the mail server, both or none';
const VAPID = 'sign push messages; they must not change, because subscriptions of browsers are bound to them';
const OIDC =
  'the provider, all or none; it sends people back to `PUBLIC_URL/api/auth/oidc/callback`; in production the issuer is https or loopback';

/** The platform's settings. `npm run check` compares each description with docs/configuration.md. */
export const platformSettings = z.object({
  PORT: whole(0, 65_535).default(3000).describe('the port of the server'),
  HOST: host().default('127.0.0.1').describe('the address or host name at which the server listens'),
  PUBLIC_URL: origin().describe('the origin of the links in emails, without a path'),
  TRUST_PROXY: networks().describe('networks, separated by commas, whose `X-Forwarded-For` is trusted'),
  CORS_ORIGINS: origins().describe(
    'sites whose pages may call the API with an API token: origins such as `https://home.example`, separated by commas, or `*`',
  ),
  RATE_LIMITS: onOff().default(true).describe('`off` switches limits off, outside production only'),

  DATA_DIR: text().describe('the folder of database, photos and outbox'),
  DATABASE_URL: url(...POSTGRES).describe('a PostgreSQL from 15 on; without it the server starts its own'),
  DATABASE_DIRECT_URL: url(...POSTGRES).describe(
    'a connection to the same database that bypasses a transaction pooler, as the role that owns the tables; migrations, the queue and live updates use it',
  ),
  POSTGRES_BIN: text().describe(
    "a folder with the programs `initdb`, `pg_ctl` and `postgres` of PostgreSQL 15 to 18, for the server's own database; without it those of the npm package are used",
  ),
  DATABASE_POOL: whole(2, 100).default(10).describe('connections of one process for requests, 2 to 100'),
  DATABASE_PREPARE: onOff().default(true).describe('`off` sends unnamed statements, for poolers that need it'),
  S3_ENDPOINT: url(...WEB).describe(S3),
  S3_REGION: text().describe(S3),
  S3_BUCKET: text().describe(S3),
  S3_ACCESS_KEY_ID: text().describe(S3),
  S3_SECRET_ACCESS_KEY: text().describe(S3),
  BACKUP_DIR: text().describe('a folder for a backup every 24 hours, and after a failure within the hour'),
  BACKUP_KEEP: whole(1, 1000).default(7).describe('how many of these backups stay, 1 to 1000'),

  NODE_ENV: oneOf('development', 'test', 'production')
    .default('development')
    .describe('`production` makes it production; `development`, `test` and nothing do not'),
  DRAIN_SECONDS: whole(0, 300)
    .default(0)
    .describe('seconds for which a stopping instance still serves while `/ready` says 503, 0 to 300'),
  ALLOW_ROOT: oneOf('0', '1').default('0').describe('`1` lets the server run as root in production'),
  LOG_LEVEL: oneOf(...LEVELS)
    .default('info')
    .describe(LEVELS.join(', ')),
  METRICS_TOKEN: orNull(hidden(isLong, LONG)).describe(
    'opens `/metrics`; without it `/metrics` is closed in production; at least 16 characters',
  ),

  ADMIN_NETWORKS: networks().describe(
    'networks, separated by commas, from which `/admin` and its calls are reachable; elsewhere they are 404',
  ),

  SMTP_URL: url('smtp:', 'smtps:').describe(
    'the mail server; without one emails are `.eml` files in `DATA_DIR/outbox`, with one users must prove their addresses',
  ),
  SMTP_HOST: orNull(host()).describe('the mail server, instead of `SMTP_URL`'),
  SMTP_PORT: orNull(whole(1, 65_535)).describe('the port of `SMTP_HOST`'),
  SMTP_USER: text().describe(LOGIN),
  SMTP_PASSWORD: text().describe(LOGIN),
  SMTP_TLS: orNull(oneOf('auto', 'implicit', 'starttls', 'off')).describe(
    '`implicit` starts with TLS, `starttls` requires the switch to TLS, `auto` switches if the server can (and is `implicit` at port 465), `off` never does',
  ),
  MAIL_FROM: orNull(hidden(isSender, 'have an address, such as Emberkin <emberkin@example.com>')).describe(
    'the sender of all emails; support is at its address, unless that is on `localhost`',
  ),
  VAPID_PUBLIC_KEY: fitting(
    /^B[A-Za-z0-9_-]{86}$/,
    'be the public key that belongs to VAPID_PRIVATE_KEY, in base64url',
  ).describe(VAPID),
  VAPID_PRIVATE_KEY: fitting(
    /^[A-Za-z0-9_-]{43}$/,
    'be the private key that belongs to VAPID_PUBLIC_KEY, in base64url',
  ).describe(VAPID),
  VAPID_SUBJECT: fitting(SUBJECT, 'be a mailto: or https:// URL').describe('where a push service can write to'),
  PUSH_ALLOW: hosts('*').describe(
    'hosts and networks, separated by commas, to which push messages may go besides the services of browsers, such as a UnifiedPush server, also private or without https; `*` is every public host over https',
  ),
  WEBHOOK_ALLOW: hosts().describe(
    'hosts and networks, separated by commas, to which webhooks may go although they are private or without https',
  ),
  SECRET_KEY: secrets().describe(
    'signs photos and links, and hashes addresses that want no invitations; at least 16 characters, the same for all instances; `new,old` while it is replaced',
  ),

  OIDC_ISSUER: orNull(exactUrl(...WEB)).describe(OIDC),
  OIDC_CLIENT_ID: text().describe(OIDC),
  OIDC_CLIENT_SECRET: text().describe(OIDC),
  OIDC_NAME: fitting(/^.{0,40}$/su, 'have at most 40 characters').describe(
    'the text after "Continue with", at most 40 characters',
  ),
  OIDC_SIGN_UP: onOff().default(true).describe('`off`: only people with an account can sign in at the provider'),
  OIDC_TRUST_EMAIL: onOff()
    .default(false)
    .describe('`on`: an address counts as verified if the provider does not say whether it is'),
});

export type PlatformSettings = z.output<typeof platformSettings>;
