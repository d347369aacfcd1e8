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
  it.each(TEMPORARY)('retries after %s and reports the first failure once', async (_, error) => {
    const { outcome, tries, lines } = await start(failing(error, 3));
    expect([outcome, tries, lines.length]).toEqual(['prepared', 4, 1]);
  });

  it.each(TEMPORARY)('exits with one sentence after 30 s of %s', async (_, error) => {
    const { outcome, tries, seconds } = await start(failing(error));
    expect([tries > 10, seconds]).toEqual([true, 30]);
    expect(outcome).toBeInstanceOf(ConfigError);
    const cause = error instanceof AggregateError ? refused.message : error.message;
    expect((outcome as Error).message).toBe(`The database could not be prepared within 30 s: ${cause}.`);
  });

  it('counts the 30 s from the first failure, however long that attempt waited for the lock', async () => {
    const deadlock = withCode('40P01', 'deadlock detected');
    expect(await start(failing(deadlock, 3), 600_000)).toMatchObject({ outcome: 'prepared', tries: 4 });
    expect((await start(failing(deadlock), 600_000)).seconds).toBe(630);
  });

  it('stops waiting after 5 s for a server that accepts connections and stays silent', {
    timeout: 30_000,
  }, async () => {
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
  ])('%s stops it immediately', async (_, error) => {
    const { outcome, tries, lines } = await start(failing(error));
    expect([outcome, tries, lines]).toEqual([error, 1, []]);
  });

  it("stops immediately with one sentence if the database or the user's access is missing", async () => {
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

  it('retries a real refused connection and reports its error', async () => {
    const port = await findPort();
    const { outcome } = await start(async () => {
      const client = new pg.Client({ connectionString: `postgres://localhost:${port}/x` });
      await client.connect();
      return 'prepared';
    });
    expect((outcome as Error).message).toMatch(/^The database could not be prepared within 30 s: connect ECONNREFUSED/);
  });
});
