import { once } from 'node:events';
import { Agent, get, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { login, me, register } from '#contract/auth.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { expectWithin } from '#domain/testing/expect-within.ts';
import { passwords } from '#platform/keys/passwords.ts';
import { startProxy } from '#server/testing/database-proxy.ts';
import { buildMission, checkIn } from '#server/testing/factories/missions.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { testApp, testDatabase } from '#server/testing/test-app.ts';
import { makeLogger } from './log.ts';

const proxy = await startProxy(await testDatabase());
afterAll(() => proxy.close());
// Real passwords, because the tests fill their queue.
const t = await testApp({ database_url: proxy.url, passwords: passwords() });

async function watched(database_url: string) {
  const lines: { msg: string; status?: number; err?: object }[] = [];
  const log = makeLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { lines, app: await testApp({ database_url, log }) };
}

describe('while the database is down', () => {
  async function expectUnavailable(call: () => ReturnType<typeof t.call>) {
    const answer = await call();
    expect([answer.statusCode, answer.json()]).toMatchObject([
      503,
      { code: 'unavailable', detail: "We can't reach part of Emberkin right now. Please try again in a moment." },
    ]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  }

  it('calls return 503 immediately with Retry-After, and work again afterwards', async () => {
    const user = await buildUser(t);
    const mission = await buildMission(t, user);
    await proxy.cut();
    for (const call of [
      () => t.call(me, { token: user.token }),
      () => t.call(login, { body: user }),
      () => t.call(getDashboard, { token: user.token }),
      () => checkIn(t, user, mission),
    ])
      await expectWithin(3000, () => expectUnavailable(call));
    expect((await t.app.inject('/health')).statusCode).toBe(200);
    const ready = await t.app.inject('/ready');
    expect([ready.statusCode, ready.json().code]).toEqual([503, 'unavailable']);

    await proxy.restore();
    expect((await t.app.inject('/ready')).statusCode).toBe(200);
    expect((await checkIn(t, user, mission)).statusCode).toBe(201);
    expect((await t.call(login, { body: user })).statusCode).toBe(200);
  });

  it('each request logs one line without a stack, and the outage one line at each end', async () => {
    const own = await startProxy(await testDatabase());
    const { lines, app } = await watched(own.url);
    const user = await buildUser(app);
    await app.call(me, { token: user.token });
    await setImmediate();
    lines.length = 0;
    await own.cut();
    for (let round = 0; round < 3; round++)
      await Promise.all([
        app.call(me, { token: user.token }),
        app.call(login, { body: user }),
        app.call(getDashboard, { token: user.token }),
        app.app.inject('/ready'),
      ]);
    await own.restore();
    for (let n = 0; n < 3; n++) expect((await app.call(me, { token: user.token })).statusCode).toBe(200);
    await vi.waitFor(() => expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(12), 10_000);
    // The listener of live hints logs its own connection.
    const others = lines.filter(({ msg }) => msg !== 'request' && !msg.startsWith('live hints'));
    expect(others.map(({ msg }) => msg)).toEqual([
      'the database cannot be reached',
      'the database can be reached again',
    ]);
    expect(JSON.stringify(lines)).not.toContain('stack');
    own.close();
  });

  it('an unanswered statement logs its error, but no outage while others succeed', async () => {
    const { lines, app } = await watched(await testDatabase());
    const user = await buildUser(app);
    lines.length = 0;
    const silent = new Error('Query read timeout');
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce((...args: unknown[]) => {
      // The pool waits for a callback.
      (args.at(-1) as (error: Error) => void)(silent);
    });
    expect((await app.call(me, { token: user.token })).statusCode).toBe(503);
    query.mockRestore();
    expect((await app.call(me, { token: user.token })).statusCode).toBe(200);
    await vi.waitFor(() => expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(2), 10_000);
    expect(lines.filter(({ msg }) => msg !== 'request')).toEqual([
      expect.objectContaining({
        msg: 'unavailable',
        err: expect.objectContaining({ message: silent.message, stack: expect.any(String) }),
      }),
    ]);
  });

  it('an error of another system logs its stack and no outage, also in a transaction', async () => {
    const { lines, app } = await watched(await testDatabase());
    const codes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'];
    const refuse = (code: string) => Promise.reject(Object.assign(new Error('no mail server'), { code }));
    for (const code of codes) {
      app.app.get(`/plain/${code}`, () => refuse(code));
      app.app.get(`/transaction/${code}`, () => app.db.transact(() => refuse(code)));
    }
    for (const path of codes.flatMap((code) => [`/plain/${code}`, `/transaction/${code}`]))
      expect((await app.app.inject(path)).statusCode).toBe(503);
    await vi.waitFor(() => expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(6), 10_000);
    const line = (code: string) =>
      expect.objectContaining({
        msg: 'unavailable',
        err: expect.objectContaining({ code, stack: expect.any(String) }),
      });
    expect(lines.filter(({ msg }) => msg !== 'request')).toEqual(codes.flatMap((code) => [line(code), line(code)]));
  });

  it('broken pooled connections fail only the calls that used them', async () => {
    const user = await buildUser(t);
    const many = () => Promise.all(Array.from({ length: 20 }, () => t.call(me, { token: user.token })));
    expect(new Set((await many()).map((answer) => answer.statusCode))).toEqual(new Set([200]));
    const answers = many();
    proxy.drop();
    for (const { statusCode } of await answers) expect([200, 503]).toContain(statusCode);
    await expect.poll(async () => (await t.call(me, { token: user.token })).statusCode).toBe(200);
    expect(new Set((await many()).map((answer) => answer.statusCode))).toEqual(new Set([200]));
  });

  it('calls wait at most 3 s for a silent connection', async () => {
    const user = await buildUser(t);
    proxy.swallow(true);
    const callTogether = () =>
      Promise.all(Array.from({ length: 15 }, () => expectUnavailable(() => t.call(me, { token: user.token }))));
    await expectWithin(4000, callTogether);
    proxy.swallow(false);
    expect((await t.call(me, { token: user.token })).statusCode).toBe(200);
  });
});

function signal() {
  let resolvePromise = () => {};
  const promise = new Promise<void>((resolve) => {
    resolvePromise = resolve;
  });
  return { resolve: resolvePromise, promise };
}

const tryConnect = (port: number) =>
  new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve('open');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
  });

describe('an app that closes', () => {
  it('finishes the request in flight, accepts no new connection and closes immediately', async () => {
    const [entered, release] = [signal(), signal()];
    const real = passwords();
    const hash = async (password: string) => {
      entered.resolve();
      await release.promise;
      return real.hash(password);
    };
    const closing = await testApp({ passwords: { ...real, hash } });
    await closing.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = closing.app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, timeout: 60_000 });

    // An idle keep-alive connection must not delay the end.
    const greeting = get({ port, host: '127.0.0.1', path: '/health', agent: new Agent({ keepAlive: true }) });
    const [greeted] = (await once(greeting, 'response')) as [IncomingMessage];
    greeted.resume();
    await once(greeted, 'end');

    const body = JSON.stringify({ name: 'Ana', email: 'ana@example.com', password: 'campfire' });
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const request = httpRequest({ port, host: '127.0.0.1', path: register.path, method: 'POST', headers, agent });
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    request.end(body);
    await entered.promise;

    let done = false;
    const closed = closing.app.close().then(() => {
      done = true;
    });
    await expect.poll(() => tryConnect(port)).toBe('ECONNREFUSED');
    expect(done).toBe(false);
    release.resolve();
    const [response] = await answered;
    response.resume();
    // Closing does not wait for the client, which keeps its connection for a minute.
    await closed;
    expect([response.statusCode, response.headers.connection]).toEqual([200, 'close']);
  });
});

describe('many concurrent passwords', () => {
  it('are hashed four at a time, with at most 50 waiting', async () => {
    const { verify } = passwords();
    const results = await Promise.allSettled(Array.from({ length: 80 }, () => verify(null, 'campfire')));
    const refused = results.filter((result) => result.status === 'rejected');
    // The decoy hash for unknown users comes first and takes a slot.
    expect(refused.length).toBeGreaterThanOrEqual(26);
    expect(refused.length).toBeLessThanOrEqual(27);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'overloaded' });
    expect(await verify(null, 'the hash of nobody')).toBe(false);
  });

  it('are rejected with 503 in some of 200 concurrent logins, without slowing other calls', async () => {
    const user = await buildUser(t);
    let signedIn = 0;
    const signIn = async () => {
      const answer = await t.call(login, { body: user });
      if (answer.statusCode === 200) signedIn++;
      return answer;
    };
    const logins = Promise.all(Array.from({ length: 200 }, signIn));
    expect((await t.app.inject('/health')).statusCode).toBe(200);
    // /health does not wait for queued passwords.
    expect(signedIn).toBeLessThan(54);
    const answers = await logins;
    const refused = answers.filter((answer) => answer.statusCode !== 200);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(54);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'overloaded']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    expect((await t.call(login, { body: user })).statusCode).toBe(200);
  });
});
