import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { hostname } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { deleteAccount, exportData } from '#contract/account.ts';
import { adminLogin, adminStats } from '#contract/admin.ts';
import { suspendUser } from '#contract/admin-accounts.ts';
import { createToken, deleteToken } from '#contract/api-tokens.ts';
import {
  changeEmail,
  changePassword,
  forgotPassword,
  login,
  logout,
  logoutEverywhere,
  me,
  register,
  resetPassword,
} from '#contract/auth.ts';
import { checkInByKey, createCheckinKey } from '#contract/checkin-keys.ts';
import { getMission } from '#contract/missions.ts';
import { joinMission, previewJoin } from '#contract/missions-join.ts';
import { updateProfile } from '#contract/profile.ts';
import { RATE_RULES } from '#domain/rate-limits.ts';
import { expectWithin } from '#domain/testing/expect-within.ts';
import { passwords } from '#platform/keys/passwords.ts';
import { smtpMail } from '#platform/mail/smtp.ts';
import { ADMIN_CREDENTIALS, buildAdminSession } from '#server/testing/factories/admin.ts';
import { buildInvitationCode, buildMission } from '#server/testing/factories/missions.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { openReader } from '#server/testing/live-reader.ts';
import { startFakeSmtp } from '#server/testing/smtp-server.ts';
import { asOwner, testApp } from '#server/testing/test-app.ts';
import { makeLogger } from './log.ts';
import { rateLimits } from './rate-limits.ts';

const lines: string[] = [];
const log = makeLogger('trace', { write: (line: string) => void lines.push(line) });
const smtp = await startFakeSmtp();
afterAll(() => smtp.close());
const t = await testApp({ log, mail: smtpMail({ url: smtp.url, from: 'Emberkin <no-reply@emberkin.test>' }) });

const written = () => lines.join('');
const entries = (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line));
/** Clears the log after earlier requests' lines, which follow their responses. */
const forgetLines = async () => {
  await setImmediate();
  lines.length = 0;
};

beforeEach(forgetLines);

const breaking = { ...passwords(), hash: () => Promise.reject(new Error('no argon for ana@example.com in /srv/app')) };

describe('unexpected errors', () => {
  it('show only the request ID, which the log line with the cause has too', async () => {
    const broken = await testApp({ log, passwords: breaking });
    lines.length = 0;
    const body = { name: 'Ana', email: 'ana@example.com', password: 'campfire' };
    const answer = await broken.call(register, { body, headers: { 'x-request-id': 'mine' } });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({
      code: 'internal',
      detail: 'Something went wrong on our side. Please try again in a moment.',
    });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const errors = entries().filter((entry) => entry.level === 50);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({
      reqId: answer.headers['x-request-id'],
      msg: 'request failed',
      err: {
        type: 'Error',
        message: 'no argon for a***@example.com in /srv/app',
        stack: expect.stringContaining('at '),
      },
    });
    expect(written()).not.toContain('ana@example.com');
  });

  it('of database statements are logged without row contents', async () => {
    const user = await buildUser(t);
    await asOwner(t, "alter table users add constraint no_boom check (bio <> 'boom')");
    lines.length = 0;
    const answer = await t.call(updateProfile, {
      token: user.token,
      body: { name: user.name, bio: 'boom', timezone: 'UTC' },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal']);
    expect(entries().find((entry) => entry.level === 50)).toMatchObject({
      reqId: answer.headers['x-request-id'],
      err: { code: '23514', constraint: 'no_boom' },
    });
    for (const secret of [user.email, 'argon2id', 'Failing row']) expect(written()).not.toContain(secret);
  });
});

describe('text of another system', () => {
  it('is logged in a short line with the stack, whatever it contains', async () => {
    const said = `550 ${'a'.repeat(1_000_000)} ana@example.com`;
    const place = new Error('boom');
    const cause = Object.assign(new Error(`\u001b[2J\0 ana@example.com`), {
      name: 'a'.repeat(5000),
      code: 'b\0'.repeat(5000),
    });
    for (const message of [said, `\n    at nowhere\n`.repeat(100_000)]) {
      await forgetLines();
      const error = new Error(message, { cause });
      await expectWithin(500, async () => {
        await forgetLines();
        log.error({ err: error }, 'said');
      });
      expect(written().length).toBeLessThan(10_000);
      const [{ err }] = entries() as [{ err: { message: string; stack: string; cause: object } }];
      expect(err.message).toHaveLength(1000);
      expect(err.stack).toContain(import.meta.filename.split('/').at(-1));
      expect(err.cause).toMatchObject({ message: ' [2J  a***@example.com', type: 'a'.repeat(1000) });
    }
    await forgetLines();
    log.error({ err: place }, 'said');
    expect(entries()).toMatchObject([{ err: { stack: expect.stringMatching(/^Error: boom\n {4}at /) } }]);
  });
});

describe('the log', () => {
  it('has one line per request, at its end, with route, status, time, user and network', async () => {
    const user = await buildUser(t);
    const params = { id: await buildMission(t, user) };
    await forgetLines();
    const answer = await t.call(getMission, { token: user.token, params, address: '203.0.113.9' });
    await setImmediate();
    expect(entries()).toEqual([
      {
        ...{ level: 30, time: expect.any(Number), pid: process.pid, hostname: hostname(), msg: 'request' },
        reqId: answer.headers['x-request-id'],
        method: 'GET',
        route: '/api/missions/:id',
        status: 200,
        ms: expect.any(Number),
        user_id: user.id,
        net: '203.0.113',
      },
    ]);
  });

  it('has no user for visitors and the operator, and `other` for a path without a route', async () => {
    const token = await buildAdminSession(t);
    await forgetLines();
    await t.call(me, { address: '2001:db8:1:2::3' });
    await t.call(adminStats, { token });
    await t.app.inject('/somewhere/private');
    await setImmediate();
    expect(entries()).toEqual([
      expect.objectContaining({ route: '/api/auth/me', status: 401, user_id: null, net: '2001:db8:1' }),
      expect.objectContaining({ route: '/api/admin/stats', status: 200, user_id: null }),
      expect.objectContaining({ route: 'other', user_id: null }),
    ]);
    expect(written()).not.toContain('somewhere');
  });

  it('contains no code or token in any spelling of a path', async () => {
    const code = 'K7Q2M9TBWX';
    const paths = [
      ...[`/api/missions/jo%69n/${code}`, `/API/missions/join/${code}`, `//accept-invitation//${code}`],
      ...[`/share/${code}`, `/share/${code}/picture.png`, `/reset-password%3Ftoken=${code}`, `/${code}?token=${code}`],
    ];
    await forgetLines();
    for (const url of paths) await t.app.inject(url);
    await setImmediate();
    expect(entries()).toHaveLength(paths.length);
    for (const secret of [code, 'accept-invitation', 'reset-password', 'jo%69n', '/API'])
      expect(written(), secret).not.toContain(secret);
  });

  it('has a line at the end of a stream, and one without status for a client that hung up', async () => {
    const user = await buildUser(t);
    const verify = vi.fn(() => new Promise<boolean>(() => undefined));
    const slow = await testApp({ log, passwords: { ...passwords(), verify }, database_url: t.database_url });
    const url = await slow.app.listen({ port: 0, host: '127.0.0.1' });
    const entryOf = (route: string) => entries().find((entry) => entry.route === route);

    const reader = await openReader(url, user.token);
    const hangUp = new AbortController();
    const { email, password } = user;
    const body = JSON.stringify({ email, password });
    const headers = { 'content-type': 'application/json' };
    const abandoned = fetch(url + login.path, { method: 'POST', body, headers, signal: hangUp.signal });
    await expect.poll(() => verify.mock.calls.length).toBe(1);
    expect([entryOf('/api/live'), entryOf(login.path)]).toEqual([undefined, undefined]);

    reader.close();
    hangUp.abort();
    await expect(abandoned).rejects.toThrow();
    await expect.poll(() => entryOf('/api/live')).toMatchObject({ status: 200, user_id: user.id });
    await expect.poll(() => entryOf(login.path)).toMatchObject({ status: null, user_id: null });
  });

  it('has a line without a network if a connection is cut immediately', async () => {
    const app = await testApp({ log, database_url: t.database_url });
    app.app.server.prependListener('request', (request) => request.socket.destroy());
    const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
    for (const path of ['/', me.path]) await expect(fetch(url + path)).rejects.toThrow();
    const requests = () => entries().filter((entry) => entry.msg === 'request');
    await expect.poll(requests).toMatchObject([{ route: 'other' }, { route: me.path }]);
    expect(requests().map(({ net }) => net)).toEqual(['', '']);
    expect(entries().filter((entry) => Number(entry.level) > 30)).toEqual([]);
  });

  it('contains no password, token, code, address or body', async () => {
    const email = 'very.private@example.com';
    const [password, next] = ['hunter2-campfire', 'hunter3-campfire'];
    const agent = { 'user-agent': 'Private browser' };
    const registered = await t.call(register, { body: { name: 'Secret Name', email, password }, headers: agent });
    const token: string = registered.json().access_token;
    await t.call(register, { body: { name: 'Secret Name', email, password } });
    const again: string = (await t.call(login, { body: { email, password } })).json().access_token;
    await t.call(login, { body: { email, password: next } });
    await t.call(login, { body: { email: `${email}x@`, password: next } });
    await t.call(me, { query: { access_token: token, email } });

    const owner = await buildUser(t);
    const code = await buildInvitationCode(t, owner, await buildMission(t, owner));
    await t.call(previewJoin, { params: { code } });
    await t.call(joinMission, { params: { code }, token });
    await t.app.inject(`/join/${code}`);
    for (const page of ['/one-tap', '/api/one-tap', '/unsubscribe', '/api/unsubscribe'])
      await t.app.inject(`${page}/${code}`);

    smtp.setMode('550');
    await t.call(forgotPassword, { body: { email } });
    await t.queue.drain();
    smtp.setMode('ok');
    await t.call(forgotPassword, { body: { email } });
    await t.queue.drain();
    const mail = await smtp.readMail(email);
    const reset = /token=([A-Za-z0-9_-]+)/.exec(mail.text ?? '')?.[1] ?? 'missing';
    await t.app.inject(`/reset-password?token=${reset}`);
    const done = await t.call(resetPassword, { body: { token: reset, new_password: next } });
    expect(done.statusCode).toBe(200);
    await t.call(logout, { token: again });

    const broken = `{"email":"${email}","password":"${password}"`;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const malformed = await t.app.inject({ method: 'POST', url: login.path, headers, payload: broken });
    expect(malformed.statusCode).toBe(400);

    expect(lines.length).toBeGreaterThan(20);
    for (const secret of [
      email,
      password,
      next,
      token,
      again,
      code,
      reset,
      'Secret Name',
      owner.email,
      'Private browser',
    ])
      expect(written(), secret).not.toContain(secret);
  });

  it('has a line for an unparsable request, without its content', async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /api/auth/me HTTP/1.1\r\nauthorization: Bearer very-secret-token\r\nbroken header\r\n\r\n');
    const [answer] = await once(socket, 'data');
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1.1 400 /);
    const line = { method: null, route: 'other', status: 400, user_id: null, net: '127.0.0', msg: 'request' };
    expect(entries().at(-1)).toMatchObject(line);
    expect(String(answer)).toContain(String(entries().at(-1)?.reqId));
    expect(written()).not.toContain('very-secret-token');
    expect(written()).not.toContain(Buffer.from('very-secret-token').toString('base64').slice(0, 16));
    expect(written()).not.toContain([...Buffer.from('very-secret')].join(','));
  });
});

describe('security events', () => {
  const NET = '198.51.100';
  const address = `${NET}.7`;
  const listEvents = () =>
    entries()
      .filter((entry) => entry.log === 'security')
      .map(({ time: _, pid: _pid, hostname: _host, level: _level, msg: _msg, reqId: _id, log: _log, ...rest }) => rest);

  it('cover sign-up, failed sign-ins and a new password', async () => {
    const body = { name: 'Ana', email: 'events@example.com', password: 'campfire' };
    const user_id: string = (await t.call(register, { body, address })).json().user.id;
    await t.call(login, { body, address });
    await t.call(login, { body: { ...body, password: 'wrong one' }, address });
    await t.call(login, { body: { email: 'nobody@example.com', password: 'wrong one' }, address });
    await t.call(forgotPassword, { body });
    await t.queue.drain();
    const token = /token=([A-Za-z0-9_-]+)/.exec((await smtp.readMail(body.email)).text ?? '')?.[1];
    await t.call(resetPassword, { body: { token: 'x'.repeat(43), new_password: 'bonfire' }, address });
    await t.call(resetPassword, { body: { token, new_password: 'bonfire' }, address });
    expect(listEvents()).toEqual([
      { event: 'registered', user_id, net: NET },
      { event: 'login', user_id, net: NET },
      { event: 'login_failed', user_id, net: NET },
      { event: 'login_failed', user_id: null, net: NET },
      { event: 'password_reset', user_id, net: NET },
    ]);
  });

  it('cover changes of an account, its deletion and the use of keys', async () => {
    const user = await buildUser(t);
    const { id: user_id, token, password } = user;
    const mission_id = await buildMission(t, user);
    const other: string = (await t.call(login, { body: user })).json().access_token;
    await forgetLines();
    const email = 'moved@example.com';
    const signedIn = { token, address };
    await t.call(changeEmail, { ...signedIn, body: { email: user.email, password } });
    await t.call(changeEmail, { ...signedIn, body: { email, password } });
    await t.call(changePassword, { ...signedIn, body: { current_password: 'wrong one', new_password: 'bonfire' } });
    const changed = { current_password: password, new_password: 'bonfire' };
    expect((await t.call(changePassword, { ...signedIn, body: changed })).statusCode).toBe(200);
    expect((await t.call(me, { token: other })).statusCode).toBe(401);
    const created = await t.call(createCheckinKey, { ...signedIn, body: { mission_id } });
    const key: string = new URL(created.json().url).pathname.slice('/key/'.length);
    await t.call(checkInByKey, { params: { key }, address });
    await t.app.inject({ method: 'POST', url: `/key/${key}`, remoteAddress: address });
    await t.call(exportData, signedIn);
    await t.call(logout, signedIn);
    const again = {
      token: (await t.call(login, { body: { email, password: 'bonfire' }, address })).json().access_token,
    };
    await t.call(logoutEverywhere, { ...again, address });
    const last = {
      token: (await t.call(login, { body: { email, password: 'bonfire' }, address })).json().access_token,
    };
    await t.call(deleteAccount, { ...last, address, body: { password: 'bonfire' } });
    expect(listEvents()).toEqual(
      [
        ...[
          'email_changed',
          'login_failed',
          'password_changed',
          'key_created',
          'key_used',
          'key_used',
          'archive_taken',
        ],
        ...['logout', 'login', 'logout', 'login', 'account_deleted'],
      ].map((event) => ({ event, user_id, net: NET })),
    );
    for (const secret of [email, 'bonfire', key]) expect(written()).not.toContain(secret);
  });

  it('cover the creation and revocation of an API token, with the request ID', async () => {
    const { token, id: user_id } = await buildUser(t);
    await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
      user_id,
    ]);
    await forgetLines();
    const created = await t.call(createToken, { token, body: { name: 'Laptop', scope: 'read' }, address });
    await t.call(deleteToken, { token, params: { id: created.json().id }, address });
    await t.call(deleteToken, { token, params: { id: created.json().id }, address });
    expect(listEvents()).toEqual([
      { event: 'token_created', user_id, net: NET },
      { event: 'token_revoked', user_id, net: NET },
    ]);
    expect(entries()[0]).toMatchObject({ log: 'security', reqId: created.headers['x-request-id'] });
    for (const secret of ['Laptop', created.json().token]) expect(written()).not.toContain(secret);
  });

  it("cover the operator's sign-in, failed attempts and suspensions", async () => {
    const { id, ...user } = await buildUser(t);
    await buildAdminSession(t);
    await forgetLines();
    const token: string = (await t.call(adminLogin, { body: ADMIN_CREDENTIALS, address })).json().access_token;
    await t.call(adminLogin, { body: { ...ADMIN_CREDENTIALS, password: 'wrong' }, address });
    const suspend = () => t.call(suspendUser, { token, params: { id }, body: { reason: 'spam' }, address });
    expect([(await suspend()).statusCode, (await suspend()).statusCode]).toEqual([204, 400]);
    await t.call(login, { body: user, address });
    expect(listEvents()).toEqual([
      { event: 'admin_login', net: NET },
      { event: 'admin_login_failed', net: NET },
      { event: 'suspended', user_id: id, net: NET },
      { event: 'login_failed', user_id: id, net: NET },
    ]);
  });

  it('cover a reached rate limit once a minute for each key', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const reached: string[] = [];
    const onReached = (rule: string, caller: { address: string }) => void reached.push(`${rule} ${caller.address}`);
    const limits = rateLimits({ rules: RATE_RULES, pool: t.db.pool, hash: (key) => key, onReached });
    const visit = (last: number) => limits.general({ address: `203.0.113.${last}` }).catch(() => undefined);
    for (let i = 0; i < 60; i++) await visit(1);
    expect(reached).toEqual([]);
    for (let i = 0; i < 5; i++) await visit(1);
    for (let i = 0; i < 62; i++) await visit(2);
    expect(reached).toEqual(['general 203.0.113.1', 'general 203.0.113.2']);
    vi.advanceTimersByTime(61_000);
    for (let i = 0; i < 62; i++) await visit(1);
    expect(reached).toHaveLength(3);
  });

  it('name the rule and network of a reached limit, but no address or email', async () => {
    const limited = await testApp({ log, rate_limits: true });
    await forgetLines();
    const body = { email: 'limited@example.com', password: 'wrong one' };
    for (let i = 0; i < 12; i++) await limited.call(login, { body, address });
    expect(listEvents().filter(({ event }) => event === 'limit_reached')).toEqual([
      { event: 'limit_reached', rule: 'login', net: NET },
    ]);
    for (const secret of [body.email, address]) expect(written()).not.toContain(secret);
  });
});
