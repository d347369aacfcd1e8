import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '#platform/config/config-error.ts';
import { readConfig } from './config.ts';

const errorFor = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'No error.';
};

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  STRIPE_PRICE_PRO_MONTHLY: 'price_month',
  STRIPE_PRICE_PREMIUM_YEARLY: 'price_year',
};

/** Writes a file for NAME_FILE. The test removes it. */
function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'emberkin-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'value');
  writeFileSync(file, text);
  return file;
}

describe('NAME_FILE', () => {
  it('gives any setting the text of a file, without the line break at its end', () => {
    expect(readConfig({ ADMIN_PASSWORD_FILE: fileWith(' of the fire \n') }).admin_password).toBe(' of the fire ');
    expect(readConfig({ PORT_FILE: fileWith('8080\r\n') }).port).toBe(8080);
    const env = { SECRET_KEY_FILE: fileWith('short') };
    expect(errorFor(env)).toBe('SECRET_KEY must have at least 16 characters.');
  });

  it('counts as unset if its value is empty, but an empty file is an error', () => {
    expect(readConfig({ PORT_FILE: ' ' })).toEqual(readConfig({}));
    const file = fileWith(' \n');
    expect(errorFor({ ADMIN_TOTP_FILE: file })).toBe(`ADMIN_TOTP_FILE names a file that is empty: ${file}.`);
  });

  it('is refused next to NAME', () => {
    const env = { PORT: '8080', PORT_FILE: '/run/secrets/port' };
    expect(errorFor(env)).toBe('PORT and PORT_FILE are both set: keep one of them.');
    expect(readConfig({ PORT: '', PORT_FILE: fileWith('8080') }).port).toBe(8080);
  });

  it('is refused if its file cannot be read', () => {
    const missing = `${fileWith('')}.missing`;
    expect(errorFor({ PORT_FILE: missing })).toBe(
      `PORT_FILE must name a file that can be read, not "${missing}": ENOENT.`,
    );
    expect(errorFor({ PORT_FILE: tmpdir() })).toContain(': EISDIR.');
  });
});

describe('the configuration', () => {
  it('has a default for every setting', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      public_url: 'http://localhost:3000',
      data_dir: resolve('./data'),
      database_url: null,
      database_direct_url: null,
      database_pool: 10,
      database_prepare: true,
      s3: null,
      smtp_url: null,
      mail_from: 'Emberkin <emberkin@localhost>',
      support_email: null,
      stripe: null,
      plans: true,
      sign_up: 'open',
      imprint_url: null,
      privacy_url: null,
      oidc: null,
      passwords: true,
      trust_proxy: false,
      log_level: 'info',
      rate_limits: true,
      metrics_token: null,
      admin_username: null,
      admin_password: null,
      admin_totp: null,
      production: false,
      allow_root: false,
      secret_keys: null,
      vapid_keys: null,
      vapid_subject: 'mailto:emberkin@localhost',
      postgres_bin: null,
      drain_seconds: 0,
      backup_dir: null,
      backup_keep: 7,
      admin_networks: false,
      cors_origins: [],
      webhook_allow: [],
      push_allow: [],
    });
  });

  it('reads every setting from the environment', () => {
    expect(
      readConfig({
        PORT: '8080',
        HOST: '0.0.0.0',
        PUBLIC_URL: 'https://emberkin.example/',
        DATA_DIR: '/var/lib/emberkin',
        DATABASE_URL: 'postgresql://ana:secret@db.example:5432/emberkin',
        S3_ENDPOINT: 'https://s3.example/',
        S3_REGION: 'eu-central-1',
        S3_BUCKET: 'emberkin',
        S3_ACCESS_KEY_ID: 'id',
        S3_SECRET_ACCESS_KEY: 'secret',
        SMTP_URL: 'smtps://ana:secret@mail.example:465',
        MAIL_FROM: 'Emberkin <no-reply@emberkin.example>',
        ...STRIPE,
        STRIPE_API_URL: 'http://127.0.0.1:12111/',
        TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8',
        LOG_LEVEL: 'warn',
        RATE_LIMITS: 'on',
        METRICS_TOKEN: 'open sesame, please',
        ALLOW_ROOT: '1',
        ADMIN_USERNAME: 'keeper',
        ADMIN_PASSWORD: ' of the fire ',
        ADMIN_TOTP: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
        NODE_ENV: 'production',
        SECRET_KEY: 's'.repeat(32),
        VAPID_PUBLIC_KEY: `B${'A'.repeat(86)}`,
        VAPID_PRIVATE_KEY: 'A'.repeat(43),
        DATABASE_DIRECT_URL: 'postgresql://owner:secret@db.example:5433/emberkin',
        DATABASE_POOL: '20',
        DATABASE_PREPARE: 'off',
        PLANS: 'on',
        SIGN_UP: 'invited',
        IMPRINT_URL: 'https://emberkin.example/imprint',
        PRIVACY_URL: 'https://emberkin.example/privacy',
        OIDC_ISSUER: 'https://sso.example/realms/club/',
        OIDC_CLIENT_ID: 'emberkin',
        OIDC_CLIENT_SECRET: 'secret',
        OIDC_NAME: 'the club',
        OIDC_SIGN_UP: 'off',
        OIDC_TRUST_EMAIL: 'on',
        OIDC_ONLY: 'on',
        POSTGRES_BIN: '/usr/lib/postgresql/18/bin',
        DRAIN_SECONDS: '5',
        BACKUP_DIR: '/var/backups/emberkin',
        BACKUP_KEEP: '14',
        ADMIN_NETWORKS: '10.0.0.0/8',
        CORS_ORIGINS: 'https://home.example, http://localhost:8080',
        WEBHOOK_ALLOW: 'HomeAssistant.local, 192.168.1.0/24,fd00::/8',
        PUSH_ALLOW: 'Ntfy.local, 10.1.0.0/16,*',
      }),
    ).toEqual({
      port: 8080,
      host: '0.0.0.0',
      public_url: 'https://emberkin.example',
      data_dir: resolve('/var/lib/emberkin'),
      database_url: 'postgresql://ana:secret@db.example:5432/emberkin',
      s3: {
        endpoint: 'https://s3.example',
        region: 'eu-central-1',
        bucket: 'emberkin',
        access_key_id: 'id',
        secret_access_key: 'secret',
      },
      smtp_url: 'smtps://ana:secret@mail.example:465',
      mail_from: 'Emberkin <no-reply@emberkin.example>',
      support_email: 'no-reply@emberkin.example',
      stripe: {
        secret_key: 'sk_test_abc',
        webhook_secret: 'whsec_abc',
        prices: { pro_monthly: 'price_month', premium_yearly: 'price_year' },
        api_url: 'http://127.0.0.1:12111',
        kind: 'sandbox',
      },
      trust_proxy: ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'],
      log_level: 'warn',
      rate_limits: true,
      metrics_token: 'open sesame, please',
      admin_username: 'keeper',
      admin_password: ' of the fire ',
      admin_totp: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      production: true,
      allow_root: true,
      secret_keys: ['s'.repeat(32)],
      vapid_keys: { public_key: `B${'A'.repeat(86)}`, private_key: 'A'.repeat(43) },
      vapid_subject: 'mailto:no-reply@emberkin.example',
      database_direct_url: 'postgresql://owner:secret@db.example:5433/emberkin',
      database_pool: 20,
      database_prepare: false,
      plans: true,
      sign_up: 'invited',
      imprint_url: 'https://emberkin.example/imprint',
      privacy_url: 'https://emberkin.example/privacy',
      oidc: {
        issuer: 'https://sso.example/realms/club/',
        client_id: 'emberkin',
        client_secret: 'secret',
        name: 'the club',
        sign_up: false,
        trust_email: true,
      },
      passwords: false,
      postgres_bin: resolve('/usr/lib/postgresql/18/bin'),
      drain_seconds: 5,
      backup_dir: resolve('/var/backups/emberkin'),
      backup_keep: 14,
      admin_networks: ['10.0.0.0/8'],
      cors_origins: ['https://home.example', 'http://localhost:8080'],
      webhook_allow: ['homeassistant.local', '192.168.1.0/24', 'fd00::/8'],
      push_allow: ['ntfy.local', '10.1.0.0/16', '*'],
    });
  });

  it('turns plans off in production without a payment provider, unless PLANS is on', () => {
    expect(readConfig({ NODE_ENV: 'production' }).plans).toBe(false);
    expect(readConfig({ NODE_ENV: 'production', PLANS: 'on' }).plans).toBe(true);
    expect(readConfig({ NODE_ENV: 'production', ...STRIPE }).plans).toBe(true);
    expect(readConfig({ PLANS: 'off' }).plans).toBe(false);
  });

  it('needs all settings of single sign-on, and https in production', () => {
    const OIDC = { OIDC_ISSUER: 'http://sso.example:8080', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' };
    expect(readConfig(OIDC).oidc).toMatchObject({ name: 'sso.example:8080', sign_up: true, trust_email: false });
    expect(readConfig({ ...OIDC, OIDC_ISSUER: 'http://127.0.0.1:8080', NODE_ENV: 'production' }).oidc).not.toBeNull();
    expect(errorFor({ ...OIDC, OIDC_CLIENT_SECRET: '' })).toContain('OIDC_CLIENT_SECRET is missing');
    expect(errorFor({ ...OIDC, NODE_ENV: 'production' })).toBe('OIDC_ISSUER must start with https:// in production.');
    expect(errorFor({ ...OIDC, OIDC_NAME: 'n'.repeat(41) })).toBe('OIDC_NAME must have at most 40 characters.');
  });

  it('connects directly to DATABASE_URL unless DATABASE_DIRECT_URL is set', () => {
    const DATABASE_URL = 'postgres://pooler.example/emberkin';
    expect(readConfig({ DATABASE_URL }).database_direct_url).toBe(DATABASE_URL);
    expect(errorFor({ DATABASE_DIRECT_URL: DATABASE_URL })).toContain('DATABASE_DIRECT_URL needs DATABASE_URL');
  });

  it('accepts several keys in SECRET_KEY, the current key first', () => {
    const [current, older] = ['n'.repeat(16), 'o'.repeat(16)];
    expect(readConfig({ SECRET_KEY: `${current}, ${older}` }).secret_keys).toEqual([current, older]);
  });

  it('treats an empty setting as missing', () => {
    const names = ['PORT', 'HOST', 'PUBLIC_URL', 'DATA_DIR', 'DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'TRUST_PROXY'];
    const more = ['LOG_LEVEL', 'RATE_LIMITS', 'METRICS_TOKEN', 'SECRET_KEY', 'S3_ENDPOINT', 'S3_SECRET_ACCESS_KEY'];
    const empty = Object.fromEntries(
      [...names, ...more, ...Object.keys(STRIPE), 'STRIPE_API_URL'].map((name) => [name, '  ']),
    );
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it('puts the configured port into the default PUBLIC_URL', () => {
    expect(readConfig({ PORT: '4567' }).public_url).toBe('http://localhost:4567');
    expect(readConfig({ PORT: '0' }).port).toBe(0);
  });

  it.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000".'],
    [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, not "-1".'],
    [{ PORT: '30.5' }, 'PORT must be a whole number from 0 to 65535, not "30.5".'],
    [{ PUBLIC_URL: 'emberkin.example' }, 'PUBLIC_URL must be a URL.'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be one of development, test, production, not "prod".'],
    [{ MAIL_FROM: 'Emberkin' }, 'MAIL_FROM must have an address, such as Emberkin <emberkin@example.com>.'],
    [{ MAIL_FROM: 'Emberkin <>' }, 'MAIL_FROM must have an address, such as Emberkin <emberkin@example.com>.'],
    [{ MAIL_FROM: 'Emberkin <a@b.c' }, 'MAIL_FROM must have an address, such as Emberkin <emberkin@example.com>.'],
    [{ PUBLIC_URL: 'ftp://emberkin.example' }, 'PUBLIC_URL must start with http:// or https://.'],
    [{ DATABASE_URL: 'localhost' }, 'DATABASE_URL must be a URL.'],
    [{ DATABASE_URL: 'mysql://localhost/emberkin' }, 'DATABASE_URL must start with postgres:// or postgresql://.'],
    [{ SMTP_URL: 'mail.example:25:25' }, 'SMTP_URL must start with smtp:// or smtps://.'],
    [{ SMTP_URL: 'http://mail.example' }, 'SMTP_URL must start with smtp:// or smtps://.'],
    [
      { WEBHOOK_ALLOW: 'nas.local, http://nas' },
      'WEBHOOK_ALLOW must list host names, addresses or networks such as 192.168.1.0/24, separated by commas, not "http://nas".',
    ],
    [
      { WEBHOOK_ALLOW: '*' },
      'WEBHOOK_ALLOW must list host names, addresses or networks such as 192.168.1.0/24, separated by commas, not "*".',
    ],
    [
      { PUSH_ALLOW: 'ntfy.local, *.example' },
      'PUSH_ALLOW must list host names, addresses or networks such as 192.168.1.0/24, separated by commas, not "*.example".',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".'],
    [
      { VAPID_PUBLIC_KEY: `B${'A'.repeat(86)}` },
      'VAPID_PRIVATE_KEY is missing: set all of VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, or none.',
    ],
    [
      { VAPID_PUBLIC_KEY: 'x', VAPID_PRIVATE_KEY: 'A'.repeat(43) },
      'VAPID_PUBLIC_KEY must be the public key that belongs to VAPID_PRIVATE_KEY, in base64url.',
    ],
    [{ VAPID_SUBJECT: 'http://emberkin.example' }, 'VAPID_SUBJECT must be a mailto: or https:// URL.'],
    [{ METRICS_TOKEN: 'open sesame' }, 'METRICS_TOKEN must have at least 16 characters.'],
    [{ ALLOW_ROOT: 'yes' }, 'ALLOW_ROOT must be one of 0, 1, not "yes".'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 16 characters.'],
    [{ SECRET_KEY: `${'s'.repeat(16)},short` }, 'Each key in SECRET_KEY must have at least 16 characters.'],
    [{ SECRET_KEY: `${'s'.repeat(16)},` }, 'Each key in SECRET_KEY must have at least 16 characters.'],
    [
      { S3_ENDPOINT: 'https://s3.example', S3_REGION: 'eu' },
      'S3_BUCKET is missing: set all of S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, or none.',
    ],
    [
      {
        S3_ENDPOINT: 's3.example',
        S3_REGION: 'eu',
        S3_BUCKET: 'b',
        S3_ACCESS_KEY_ID: 'i',
        S3_SECRET_ACCESS_KEY: 's',
      },
      'S3_ENDPOINT must be a URL.',
    ],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_abc' }, 'STRIPE_SECRET_KEY must be a secret key (sk_... or rk_...).'],
    [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET must be a signing secret (whsec_...).'],
    [{ ...STRIPE, STRIPE_PRICE_PRO_MONTHLY: '5' }, 'STRIPE_PRICE_PRO_MONTHLY must be a price id (price_...).'],
    [
      { ...STRIPE, STRIPE_PRICE_PREMIUM_YEARLY: '' },
      'STRIPE_PRICE_PREMIUM_YEARLY is missing: set all of STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_PRO_MONTHLY, STRIPE_PRICE_PREMIUM_YEARLY, or none.',
    ],
    [
      { ...STRIPE, STRIPE_SECRET_KEY: '' },
      'STRIPE_SECRET_KEY is missing: set all of STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_PRO_MONTHLY, STRIPE_PRICE_PREMIUM_YEARLY, or none.',
    ],
    [{ ...STRIPE, STRIPE_API_URL: 'stripe' }, 'STRIPE_API_URL must be a URL.'],
    [{ SMTP_HOST: 'smtp://mail' }, 'SMTP_HOST must be an address or a host name, such as 0.0.0.0, not "smtp://mail".'],
    [{ SMTP_HOST: 'mail', SMTP_URL: 'smtp://mail' }, 'SMTP_URL and SMTP_HOST are both set: keep one of them.'],
    [{ SMTP_PORT: '465', SMTP_URL: 'smtp://mail' }, 'SMTP_PORT needs SMTP_HOST.'],
    [{ SMTP_PASSWORD: 'secret' }, 'SMTP_PASSWORD needs SMTP_HOST.'],
    [
      { SMTP_HOST: 'mail', SMTP_USER: 'ana' },
      'SMTP_PASSWORD is missing: set all of SMTP_USER, SMTP_PASSWORD, or none.',
    ],
    [{ SMTP_HOST: 'mail', SMTP_TLS: 'on' }, 'SMTP_TLS must be one of auto, implicit, starttls, off, not "on".'],
    [{ OIDC_ONLY: 'on' }, 'OIDC_ONLY needs OIDC_ISSUER.'],
    [{ RATE_LIMITS: 'false' }, 'RATE_LIMITS must be one of on, off, not "false".'],
  ])('names a wrong value in one sentence: %j', (env, sentence) => {
    expect(errorFor(env as Record<string, string>)).toBe(sentence);
  });

  it.each(['/habits', '/habits/', '/?from=mail', '#top', '?', '#', '/?'])(
    'rejects a PUBLIC_URL that ends in %j',
    (end) => {
      expect(errorFor({ PUBLIC_URL: `https://emberkin.example${end}` })).toBe(
        'PUBLIC_URL must be an origin such as https://emberkin.example, without a path.',
      );
    },
  );

  it('rejects a PUBLIC_URL with a user, without showing the password', () => {
    for (const user of ['ana:secret', ':secret', ''])
      expect(errorFor({ PUBLIC_URL: `https://${user}@emberkin.example` })).toBe(
        'PUBLIC_URL must be an origin such as https://emberkin.example, without a path.',
      );
  });

  it.each([
    ['HTTPS://Emberkin.Example:443/', 'https://emberkin.example'],
    ['http://münchen.example:8080', 'http://xn--mnchen-3ya.example:8080'],
  ])('normalizes PUBLIC_URL %s as browsers do', (value, origin) => {
    expect(readConfig({ PUBLIC_URL: value }).public_url).toBe(origin);
  });

  it.each(['0.0.0.0:3000', 'http://0.0.0.0', '300.1.1.1', '[::1]', 'here there', '*', '-', '12'])(
    'rejects %j as HOST',
    (value) => {
      expect(errorFor({ HOST: value })).toBe(
        `HOST must be an address or a host name, such as 0.0.0.0, not "${value}".`,
      );
    },
  );

  it.each(['0.0.0.0', '::', '::1', 'localhost', 'Desk-2.home.example', 'fe80::1%eth0'])(
    'accepts %j as HOST',
    (value) => {
      expect(readConfig({ HOST: value }).host).toBe(value);
    },
  );

  it.each(['', 'development', 'test', 'production'])('accepts %j as NODE_ENV', (NODE_ENV) => {
    expect(readConfig({ NODE_ENV }).production).toBe(NODE_ENV === 'production');
  });

  it.each(['true', '10.0.0.0/33', '10.0.0', '10.0.0.1,proxy.example', '::1/129', '10.0.0.0/8/8', '127.0.0.1,'])(
    'rejects %j as TRUST_PROXY',
    (value) => {
      expect(errorFor({ TRUST_PROXY: value })).toBe(
        `TRUST_PROXY must list addresses or networks such as 10.0.0.0/8, separated by commas, not "${value.split(',').at(-1)}".`,
      );
    },
  );

  it('finds the support address in MAIL_FROM in every notation', () => {
    expect(readConfig({ MAIL_FROM: 'help@emberkin.example' }).support_email).toBe('help@emberkin.example');
    expect(readConfig({ MAIL_FROM: '"A, B" <help@emberkin.example>' }).support_email).toBe('help@emberkin.example');
    for (const MAIL_FROM of ['emberkin@localhost', 'Emberkin <fire@mail.localhost>'])
      expect(readConfig({ MAIL_FROM }).support_email, MAIL_FROM).toBeNull();
  });

  it.each([
    [{ STRIPE_API_URL: 'http://127.0.0.1:12111' }, 'sandbox'],
    [{ STRIPE_API_URL: 'http://localhost:12111' }, 'sandbox'],
    [{ STRIPE_API_URL: 'http://127.0.0.1:12111', STRIPE_SECRET_KEY: 'sk_live_abc' }, 'stripe'],
    [{ STRIPE_API_URL: 'https://stripe.example' }, 'stripe'],
    [{}, 'stripe'],
  ])('with the settings %j, uses payments of kind %s', (env: Record<string, string>, kind) => {
    expect(readConfig({ ...STRIPE, ...env }).stripe?.kind).toBe(kind);
  });

  it.each(['123456', 'GEZDGNBVGY3TQOJQ', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJ1', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQA'])(
    'ADMIN_TOTP is not %j',
    (ADMIN_TOTP) => {
      expect(errorFor({ ADMIN_TOTP })).toBe(
        'ADMIN_TOTP must be a base32 secret of 32 characters, as "npm run doctor -- --totp" prints one.',
      );
    },
  );

  it('shows no secret that was put into the wrong setting', () => {
    for (const name of Object.keys(STRIPE))
      expect(errorFor({ ...STRIPE, [name]: 'a very-secret value' })).not.toContain('very-secret');
  });

  it('shows no password of an invalid URL', () => {
    for (const name of ['DATABASE_URL', 'SMTP_URL'])
      for (const value of ['http://ana:secret@example.com/x', 'postgres//ana:secret@example.com'])
        expect(errorFor({ [name]: value })).not.toContain('secret');
  });

  it.each([
    [{}, 'smtp://mail.example:587'],
    [{ SMTP_PORT: '465' }, 'smtps://mail.example:465'],
    [{ SMTP_PORT: '2525' }, 'smtp://mail.example:2525'],
    [{ SMTP_TLS: 'implicit' }, 'smtps://mail.example:465'],
    [{ SMTP_TLS: 'starttls' }, 'smtp://mail.example:587/?requireTLS=true'],
    [{ SMTP_TLS: 'off', SMTP_PORT: '465' }, 'smtp://mail.example:465/?ignoreTLS=true'],
    [
      { SMTP_USER: 'ana@b.c', SMTP_PASSWORD: ' s:/@%?# ' },
      'smtp://ana%40b.c:%20s%3A%2F%40%25%3F%23%20@mail.example:587',
    ],
    [{ SMTP_HOST: '::1' }, 'smtp://[::1]:587'],
  ])('reads the mail server from the settings %j', (env: Record<string, string>, url) => {
    expect(readConfig({ SMTP_HOST: 'mail.example', ...env }).smtp_url).toBe(url);
  });

  it.each(['password1234', 'qwertyuiopas', '123456789012'])(
    "rejects %j as the operator's password in production",
    (ADMIN_PASSWORD) => {
      expect(() => readConfig({ NODE_ENV: 'production', ADMIN_PASSWORD })).toThrow(
        'ADMIN_PASSWORD must have at least 12 characters and not be easy to guess.',
      );
      expect(readConfig({ ADMIN_PASSWORD }).admin_password).toBe(ADMIN_PASSWORD);
    },
  );

  it.each(['Emberkin by the sea 42', 'our-emberkin-of-2026'])(
    "rejects an operator's password in production that contains the product's name: %j",
    (ADMIN_PASSWORD) => {
      expect(errorFor({ NODE_ENV: 'production', ADMIN_PASSWORD })).toBe(
        'ADMIN_PASSWORD must not contain "emberkin": attackers try that first.',
      );
      expect(readConfig({ ADMIN_PASSWORD }).admin_password).toBe(ADMIN_PASSWORD);
    },
  );

  it("accepts an operator's password of 12 characters in production", () => {
    expect(() => readConfig({ NODE_ENV: 'production', ADMIN_PASSWORD: 'of the fire' })).toThrow('ADMIN_PASSWORD');
    const ADMIN_PASSWORD = 'keeper of the fire';
    expect(readConfig({ NODE_ENV: 'production', ADMIN_PASSWORD }).admin_password).toBe(ADMIN_PASSWORD);
  });
});
