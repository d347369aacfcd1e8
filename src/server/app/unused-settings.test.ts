import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ROOT } from '#platform/start/root.ts';
import { SETTINGS } from './settings.ts';
import { unusedSettings } from './unused-settings.ts';

const hint = (name: string, setting: string) => `${name} is not a setting. Did you mean ${setting}?`;

it("reports a name that similar servers use, with Emberkin's name for it", () => {
  const names = {
    SIGNUP: 'invited',
    DB_URL: 'postgres://db',
    BASE_URL: 'https://emberkin.example',
    SMTP_SERVER: 'mail',
  };
  const hints = [
    hint('SIGNUP', 'SIGN_UP'),
    hint('DB_URL', 'DATABASE_URL'),
    hint('BASE_URL', 'PUBLIC_URL'),
    hint('SMTP_SERVER', 'SMTP_HOST'),
  ];
  expect(unusedSettings(names, {})).toEqual(hints);
  expect(unusedSettings({}, names)).toEqual(hints);
  expect(unusedSettings(names, names)).toEqual(hints);
});

it('reports a name in .env that is one or two letters away from a setting', () => {
  const file = {
    PROT: '1',
    DATA_DRI: '1',
    S3_BUKCET: '1',
    public_url: '1',
    PUBLIC_URLS: '1',
    METRICS_TOKN: '1',
    SMTP_PASWORD_FILE: '1',
  };
  expect(unusedSettings({}, file)).toEqual([
    hint('PROT', 'PORT'),
    hint('DATA_DRI', 'DATA_DIR'),
    hint('S3_BUKCET', 'S3_BUCKET'),
    hint('public_url', 'PUBLIC_URL'),
    hint('PUBLIC_URLS', 'PUBLIC_URL'),
    hint('METRICS_TOKN', 'METRICS_TOKEN'),
    hint('SMTP_PASWORD_FILE', 'SMTP_PASSWORD_FILE'),
  ]);
});

it('reports only long names one letter away if they are in the process environment', () => {
  const others = { HOME: '/root', LANG: 'C', PATH: '/bin', PWD: '/', HOSTS: 'a', PORTS: '1', DATA_DRI: '1', TERM: 'x' };
  expect(unusedSettings(others, {})).toEqual([]);
  expect(unusedSettings({ DATADIR: '1', LOGLEVEL: 'warn', ADMIN_PASWORD: 'x' }, {})).toEqual([
    hint('DATADIR', 'DATA_DIR'),
    hint('LOGLEVEL', 'LOG_LEVEL'),
    hint('ADMIN_PASWORD', 'ADMIN_PASSWORD'),
  ]);
});

it('ignores settings, empty names and unrelated names', () => {
  const set = Object.fromEntries(SETTINGS.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, 'set']));
  expect(unusedSettings(set, set)).toEqual([]);
  expect(unusedSettings({ SIGNUP: ' ' }, { BASE_URL: '', TZ: 'UTC' })).toEqual([]);
});

it("ignores Compose's own names in .env, which start and doctor also read", async () => {
  const compose = await readFile(join(ROOT, 'compose.yaml'), 'utf8');
  const read = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
  const own = ['COMPOSE_FILE', 'EMBERKIN_IMAGE', 'EMBERKIN_VERSION', 'POSTGRES_PASSWORD'];
  expect(read).toEqual(expect.arrayContaining(own.slice(1)));
  const set = Object.fromEntries([...own, ...read].map((name) => [name, 'set']));
  expect(unusedSettings({}, set)).toEqual([]);
  expect(unusedSettings(set, set)).toEqual([]);
});

it('reports every name with one letter changed, added or omitted, and suggests a setting', () => {
  const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_');
  const mistake = fc
    .record({ setting: fc.constantFrom(...SETTINGS), at: fc.nat(), kind: fc.nat(2), letter })
    .map(({ setting, at, kind, letter: other }) => {
      const place = at % setting.length;
      return setting.slice(0, place) + (kind === 0 ? '' : other) + setting.slice(place + (kind === 2 ? 0 : 1));
    });
  fc.assert(
    fc.property(mistake, (name) => {
      fc.pre(!SETTINGS.some((setting) => setting === name || `${setting}_FILE` === name));
      expect(unusedSettings({}, { [name]: 'set' })).toEqual([
        expect.stringMatching(new RegExp(`^${name} is not a setting\\. Did you mean \\w+\\?$`)),
      ]);
    }),
  );
});

it('reports REDIS_URL as not used, without its value', () => {
  expect(unusedSettings({ REDIS_URL: 'redis://:secret@127.0.0.1' }, {})).toEqual([
    'REDIS_URL is not used: shared counters are in PostgreSQL.',
  ]);
});

it.each([
  [{ WEB_CONCURRENCY: '4' }, {}],
  [{}, { WEB_CONCURRENCY: '1' }],
])('reports WEB_CONCURRENCY and says how to run several processes', (environment, file) => {
  expect(unusedSettings(environment, file)).toEqual([
    'WEB_CONCURRENCY is no longer used: a server is one process. Run several instances (docs/operations.md#instances).',
  ]);
});
