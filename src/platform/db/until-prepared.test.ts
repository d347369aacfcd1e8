import { createServer } from 'node:net';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { ConfigError } from '#platform/config/config-error.ts';
import { findPort } from '#server/testing/find-port.ts';
import { listenOnLoopback } from '#server/testing/listen-on-loopback.ts';
import { inTurn } from './turn.ts';
import { untilPrepared } from './until-prepared.ts';

/** Runs the start on a fake clock. Each pause advances it, and the first attempt advances it by `turn_ms`. */
async function start(prepare: () => Promise<string>, turn_ms = 0) {
  let now = 0;
  let tries = 0;
  const lines: string[] = [];
  const clock = {
    now: () => now,
    wait: async (ms: number) => {
      now += ms;
    },
  };
  const run = untilPrepared(
    () => {
      tries++;
      if (tries === 1) now += turn_ms;
      return prepare();
    },
    { report: (line) => void lines.push(line), clock },
  );
  const outcome = await run.catch((error: unknown) => error);
  return { outcome, tries, lines, seconds: now / 1000 };
}

const failing = (error: unknown, times = Number.POSITIVE_INFINITY) => {
  let left = times;
  return async () => {
    if (left-- > 0) throw error;
    return 'prepared';
  };
};
const withCode = (code: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { code, ...more });
const refused = withCode('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432', { syscall: 'connect' });
const TEMPORARY: [string, Error][] = [
  ['a deadlock', withCode('40P01', 'deadlock detected')],
  ['a serialization failure', withCode('40001', 'could not serialize access')],
  ['a database that refuses connections', refused],
  ['one that refuses at all its addresses', Object.assign(new AggregateError([refused], ''), { code: 'ECONNREFUSED' })],
  ['one that is still starting', withCode('57P03', 'the database system is starting up')],
  ['a name that is not known', withCode('ENOTFOUND', 'getaddrinfo ENOTFOUND db', { syscall: 'getaddrinfo' })],
  ['a socket that is not there', withCode('ENOENT', 'connect ENOENT /run/.s.PGSQL.5432', { syscall: 'connect' })],
  ['a host that does not answer', withCode('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.9:5432', { syscall: 'connect' })],
  [
    'a host without a way to it',
    withCode('EHOSTUNREACH', 'connect EHOSTUNREACH 10.0.0.9:5432', { syscall: 'connect' }),
  ],
  [
    'a network without a way to it',
    withCode('ENETUNREACH', 'connect ENETUNREACH 10.0.0.9:5432', { syscall: 'connect' }),
  ],
  ['a host that drops what comes', new Error('timeout expired')],
  ['one without room for a connection', withCode('53300', 'sorry, too many clients already')],
  ['a proxy that hangs up', new Error('Connection terminated unexpectedly')],
];

describe('preparing the database', () => {
  it.each(TEMPORARY)('After %s it is tried again, and the first failure is said once.', async (_, error) => {
    const { outcome, tries, lines } = await start(failing(error, 3));
    expect([outcome, tries, lines.length]).toEqual(['prepared', 4, 1]);
  });

  it.each(TEMPORARY)('With %s for 30 s the start ends with one sentence.', async (_, error) => {
    const { outcome, tries, seconds } = await start(failing(error));
    expect([tries > 10, seconds]).toEqual([true, 30]);
    expect(outcome).toBeInstanceOf(ConfigError);
    const cause = error instanceof AggregateError ? refused.message : error.message;
    expect((outcome as Error).message).toBe(`The database could not be prepared within 30 s: ${cause}.`);
  });

  it('The 30 s begin with the first failure, however long its try waited for its turn.', async () => {
    const deadlock = withCode('40P01', 'deadlock detected');
    expect(await start(failing(deadlock, 3), 600_000)).toMatchObject({ outcome: 'prepared', tries: 4 });
    expect((await start(failing(deadlock), 600_000)).seconds).toBe(630);
  });

  it('A server that takes connections and says nothing is given up after 5 s.', { timeout: 30_000 }, async () => {
    const silent = createServer();
    const url = `postgres://127.0.0.1:${await listenOnLoopback(silent)}/x`;
    await expect(inTurn(url, async () => undefined)).rejects.toThrow('timeout expired');
    silent.close();
  });

  it.each([
    ['a fault of ours', new TypeError('x is undefined')],
    [
      'a file that is missing',
      withCode('ENOENT', "ENOENT: no such file or directory, open 'x.sql'", { syscall: 'open' }),
    ],
    ['a wrong statement', withCode('42601', 'syntax error')],
    ['a restore that did not finish', new ConfigError('Empty it.')],
  ])('%s ends it at once.', async (_, error) => {
    const { outcome, tries, lines } = await start(failing(error));
    expect([outcome, tries, lines]).toEqual([error, 1, []]);
  });

  it('A database that is not there, or does not know the user, ends it at once with one sentence.', async () => {
    const url = new URL(inject('owner_url'));
    const connect = (change: Partial<Pick<URL, 'pathname' | 'password'>>) => async () => {
      const wrong = Object.assign(new URL(url), change);
      const client = new pg.Client({ connectionString: wrong.href });
      await client.connect();
      await client.end();
      return 'prepared';
    };
    const missing = await start(connect({ pathname: '/nowhere' }));
    expect([(missing.outcome as Error).message, missing.tries]).toEqual([
      'The database refuses DATABASE_URL: database "nowhere" does not exist.',
      1,
    ]);
    const wrongPassword = await start(connect({ password: 'wrong' }));
    expect([(wrongPassword.outcome as Error).message, wrongPassword.tries]).toEqual([
      `The database refuses DATABASE_URL: password authentication failed for user "${url.username}".`,
      1,
    ]);
    expect(wrongPassword.outcome).toBeInstanceOf(ConfigError);
  });

  it('Nobody who listens is what the driver says it is.', async () => {
    const port = await findPort();
    const { outcome } = await start(async () => {
      const client = new pg.Client({ connectionString: `postgres://localhost:${port}/x` });
      await client.connect();
      return 'prepared';
    });
    expect((outcome as Error).message).toMatch(/^The database could not be prepared within 30 s: connect ECONNREFUSED/);
  });
});
