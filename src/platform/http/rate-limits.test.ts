import { randomInt } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { adminLogin } from '#contract/admin.ts';
import { changeEmail, forgotPassword, login, me, register, resendVerification, resetPassword } from '#contract/auth.ts';
import { previewJoin } from '#contract/missions-join.ts';
import { Text } from '#platform/db/columns.ts';
import { readConfig } from '#server/app/config.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { type CallOptions, type TestApp, testApp } from '#server/testing/test-app.ts';
import { addressKey, NO_LIMITS, networkKey } from './rate-limits.ts';

const t = await testApp({ rate_limits: true });
const proxied = await testApp({ rate_limits: true, config: { trust_proxy: ['127.0.0.1'] } });
const open = await testApp();
const openLimited = await testApp({ rate_limits: true, database_url: open.database_url });

let created = 0;
const newAddress = () => `10.${created >> 8}.${created++ & 255}.1`;
const household = (n: number) => `2001:db8:77:${n.toString(16)}::1`;
const newEmail = () => `${randomInt(1e12)}@example.com`;

const tryLogin = (options: CallOptions & { email: string }, app = t) =>
  app.call(login, { body: { email: options.email, password: 'wrong one' }, ...options });

async function statuses(count: number, call: (i: number) => Promise<LightMyRequestResponse>): Promise<number[]> {
  const answers: number[] = [];
  for (let i = 0; i < count; i++) answers.push((await call(i)).statusCode);
  return answers;
}

const times = (count: number, status: number) => Array<number>(count).fill(status);

function sentenceOf(seconds: number): string {
  if (seconds <= 60) return 'Too many requests. Please wait a moment and try again.';
  const wait = seconds > 3600 ? `${Math.ceil(seconds / 3600)} hours` : `${Math.ceil(seconds / 60)} minutes`;
  return `Too many requests. Try again in ${wait}.`;
}

function expectRefused(answer: LightMyRequestResponse, seconds: number) {
  expect(answer.statusCode).toBe(429);
  expect(answer.json()).toMatchObject({
    code: 'too_many_requests',
    detail: sentenceOf(Number(answer.headers['retry-after'])),
  });
  const wait = Number(answer.headers['retry-after']);
  expect(wait).toBeGreaterThan(seconds - 60);
  expect(wait).toBeLessThanOrEqual(seconds);
}

describe('signing in', () => {
  it('allows 10 attempts per email and address in any case, and more from other addresses', async () => {
    const user = await buildUser(open);
    const [email, address] = [user.email, newAddress()];
    expect(await statuses(10, (i) => tryLogin({ email: i % 2 ? email : email.toUpperCase(), address }))).toEqual(
      times(10, 401),
    );
    expectRefused(await tryLogin({ email, address }), 15 * 60);
    expect((await tryLogin({ email, address: newAddress() })).statusCode).toBe(401);
    expect((await tryLogin({ email: newEmail(), address })).statusCode).toBe(401);
  });

  it('rejects the right password after 10 failures, but only for that address', async () => {
    const { email, password } = await buildUser(t, { email: newEmail() });
    const address = newAddress();
    await statuses(10, () => tryLogin({ email, address }));
    const right = (from: string) => t.call(login, { body: { email, password }, address: from });
    expectRefused(await right(address), 15 * 60);
    expect((await right(newAddress())).statusCode).toBe(200);
  });

  it('allows 30 attempts per address for any emails', async () => {
    const address = newAddress();
    expect(await statuses(30, () => tryLogin({ email: newEmail(), address }))).toEqual(times(30, 401));
    expectRefused(await tryLogin({ email: newEmail(), address }), 5 * 60);
  });

  it('allows 90 attempts per network from any of its addresses', async () => {
    expect(await statuses(90, (i) => tryLogin({ email: newEmail(), address: household(i) }))).toEqual(times(90, 401));
    expectRefused(await tryLogin({ email: newEmail(), address: household(200) }), 5 * 60);
    const v4 = await statuses(91, (i) => tryLogin({ email: newEmail(), address: `203.0.114.${i}` }));
    expect(v4).toEqual([...times(90, 401), 429]);
    expect((await tryLogin({ email: newEmail(), address: '2001:db8:78::1' })).statusCode).toBe(401);
  });

  it('tries ten of 20 concurrent logins for an email', async () => {
    const [email, address] = [newEmail(), newAddress()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryLogin({ email, address })));
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(10);
  });

  it("counts by the connection's address, not a header's", async () => {
    const [email, address] = [newEmail(), newAddress()];
    const spoofed = (i: number) =>
      tryLogin({ email, address, headers: { 'x-forwarded-for': `203.0.113.${i}`, 'x-real-ip': `203.0.113.${i}` } });
    expect(await statuses(11, spoofed)).toEqual([...times(10, 401), 429]);
  });

  it("counts by the header's address behind a trusted proxy", async () => {
    const email = newEmail();
    const from = (client: string, address: string) =>
      tryLogin({ email, address, headers: { 'x-forwarded-for': client } }, proxied);
    expect(await statuses(11, () => from('203.0.113.1', '127.0.0.1'))).toEqual([...times(10, 401), 429]);
    expect((await from('203.0.113.2', '127.0.0.1')).statusCode).toBe(401);
    // Entries that the client put before the proxy's do not count.
    expect((await from('203.0.113.99, 203.0.113.1', '127.0.0.1')).statusCode).toBe(429);
    expect((await from('203.0.113.1', '203.0.113.50')).statusCode).toBe(401);
    // Some proxies add the port, which differs per connection.
    expect((await from('203.0.113.1:51234', '127.0.0.1')).statusCode).toBe(429);
  });
});

describe('rate limits of visitors', () => {
  it('allow 5 registrations per address in 30 minutes', async () => {
    const address = newAddress();
    const join = () => t.call(register, { body: { name: 'Ana', email: newEmail(), password: 'campfire' }, address });
    expect(await statuses(5, join)).toEqual(times(5, 200));
    expectRefused(await join(), 30 * 60);
  });

  it.each([
    ['en', 'Too many requests. Try again in 30 minutes.'],
    ['ms', 'Terlalu banyak permintaan. Cuba lagi dalam 30 minit.'],
    ['zh-Hans', '请求过多。请在 30 分钟后再试。'],
    ['ar', 'طلبات كثيرة جدًا. يرجى إعادة المحاولة بعد 30 دقيقة.'],
  ])('state a wait of more than a minute in %s', async (language, detail) => {
    const address = newAddress();
    const headers = { 'accept-language': language };
    const join = () =>
      t.call(register, { body: { name: 'Ana', email: newEmail(), password: 'campfire' }, address, headers });
    await statuses(5, join);
    expect((await join()).json().detail).toBe(detail);
  });

  it('state no number for a wait of up to a minute', async () => {
    const address = newAddress();
    await statuses(60, () => t.call(me, { address }));
    expect((await t.call(me, { address })).json().detail).toBe(
      'Too many requests. Please wait a moment and try again.',
    );
  });

  it('state a wait of more than an hour in hours', async () => {
    const { limits } = t.deps;
    const caller = { address: newAddress(), user_id: newEmail() };
    for (let n = 0; n < 10; n++) await limits.named('zones', 'before_body', caller);
    await expect(limits.named('zones', 'before_body', caller)).rejects.toThrow('Try again in 24 hours.');
  });

  it('allow 15 of 20 concurrent registrations per network in 30 minutes', async () => {
    const join = (i: number) =>
      t.call(register, { body: { name: 'Ana', email: newEmail(), password: 'campfire' }, address: household(i) });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => join(i)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(15);
    expectRefused(await join(20), 30 * 60);
  });

  it('allow a network 18 requests for reset links and 30 uses', async () => {
    const requestReset = (i: number) => t.call(forgotPassword, { body: { email: newEmail() }, address: household(i) });
    expect(await statuses(18, requestReset)).toEqual(times(18, 200));
    expectRefused(await requestReset(18), 60 * 60);
    const body = { token: 'x'.repeat(43), new_password: 'campfire' };
    const reset = (i: number) => t.call(resetPassword, { body, address: household(i) });
    expect(await statuses(30, reset)).toEqual(times(30, 400));
    expectRefused(await reset(30), 15 * 60);
  });

  it('allow 3 reset links per email and address an hour, and 6 per address', async () => {
    const [email, other] = [newEmail(), newAddress()];
    const requestReset = (to: string, address: string) => t.call(forgotPassword, { body: { email: to }, address });
    expect(await statuses(3, () => requestReset(email, other))).toEqual(times(3, 200));
    expectRefused(await requestReset(email.toUpperCase(), other), 60 * 60);
    const address = newAddress();
    expect(await statuses(6, () => requestReset(newEmail(), address))).toEqual(times(6, 200));
    expectRefused(await requestReset(newEmail(), address), 60 * 60);
  });

  it('allow reset links from elsewhere, but mail only three an hour', async () => {
    const user = await buildUser(t, { email: newEmail() });
    const requestReset = (email: string) => t.call(forgotPassword, { body: { email }, address: newAddress() });
    const countMails = async () =>
      (await t.db.rows("select from jobs where name = 'send-reset-link' and data->>'email' = $1", [user.email])).length;
    const unknown = newEmail();
    expect(await statuses(5, () => requestReset(user.email))).toEqual(times(5, 200));
    expect(await countMails()).toBe(3);
    expect(await statuses(5, () => requestReset(unknown))).toEqual(times(5, 200));
  });

  it('allow 10 uses of reset links per address in 15 minutes', async () => {
    const address = newAddress();
    const body = { token: 'x'.repeat(43), new_password: 'campfire' };
    expect(await statuses(10, () => t.call(resetPassword, { body, address }))).toEqual(times(10, 400));
    expectRefused(await t.call(resetPassword, { body, address }), 15 * 60);
  });

  it('allow 30 guesses of invitation codes per address in 10 minutes', async () => {
    const address = newAddress();
    const guess = () => t.call(previewJoin, { params: { code: '23456789AB' }, address });
    expect(await statuses(30, guess)).toEqual(times(30, 404));
    expectRefused(await guess(), 10 * 60);
  });

  it('allow 90 guesses of invitation codes per network in 10 minutes', async () => {
    const guess = (i: number) => t.call(previewJoin, { params: { code: '23456789AB' }, address: household(i) });
    expect(await statuses(90, guess)).toEqual(times(90, 404));
    expectRefused(await guess(90), 10 * 60);
  });

  it('allow 60 calls a minute per address, without counting its signed-in users', async () => {
    const { token } = await buildUser(t, { email: newEmail() });
    const address = newAddress();
    expect(await statuses(60, () => t.call(me, { address }))).toEqual(times(60, 401));
    expectRefused(await t.call(me, { address }), 60);
    expect((await t.call(me, { address, token: 'x'.repeat(43) })).statusCode).toBe(429);
    expect((await t.call(me, { address, token })).statusCode).toBe(200);
    expect((await t.call(me, { address: newAddress() })).statusCode).toBe(401);
  });

  it('count the addresses of an IPv6 network together', async () => {
    const visit = (i: number) => t.call(me, { address: `2001:db8:7:7:${i.toString(16)}::1` });
    expect(await statuses(61, visit)).toEqual([...times(60, 401), 429]);
    expect((await t.call(me, { address: '2001:db8:7:8::1' })).statusCode).toBe(401);
  });
});

describe('signed-in users', () => {
  it('have 300 calls a minute from any addresses', async () => {
    const { token } = await buildUser(t, { email: newEmail(), incomplete: true });
    expect(await statuses(300, () => t.call(me, { token, address: newAddress() }))).toEqual(times(300, 200));
    expectRefused(await t.call(me, { token, address: newAddress() }), 60);
  });
});

describe('counters in the database', () => {
  const tryAdmin = (app: FastifyInstance, address: string) =>
    app.inject({
      ...{ method: 'POST', url: adminLogin.path, remoteAddress: address },
      payload: { username: 'admin', password: 'wrong' },
    });

  it('are shared by instances and survive a restart', async () => {
    const other = await t.startInstance();
    const address = newAddress();
    expect(await statuses(5, () => tryAdmin(t.app, address))).toEqual(times(5, 401));
    expectRefused(await tryAdmin(other.app, address), 15 * 60);
    await other.stop();
    const restarted = await t.startInstance();
    expect((await tryAdmin(restarted.app, address)).statusCode).toBe(429);
    await restarted.stop();
  });

  it('allow the operator 15 attempts per network, and contain no address', async () => {
    const network = await statuses(16, (i) => tryAdmin(t.app, `192.0.2.${i}`));
    expect(network).toEqual([...times(15, 401), 429]);
    const rows = await t.db.rows(z.object({ key: Text }), 'select key from rate_limits');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^[a-z_]+:[A-Za-z0-9_-]{22}$/);
  });
});

describe('counters of a clock that was ahead', () => {
  it.each([
    ['three sign-ins', 3],
    ['as many as are allowed', 11],
  ])('expire with their rule after %s', async (_, count) => {
    const ana = await buildUser(open);
    const options = { email: ana.email, address: newAddress() };
    const signIn = () => openLimited.call(login, { body: { email: ana.email, password: ana.password }, ...options });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 86_400_000 });
    try {
      await statuses(count, () => tryLogin(options, openLimited));
    } finally {
      vi.useRealTimers();
    }
    expect((await signIn()).statusCode).toBe(200);
    expect(await statuses(10, () => tryLogin(options, openLimited))).toEqual([...times(9, 401), 429]);
    expectRefused(await signIn(), 15 * 60);
  });
});

describe('networkKey', () => {
  it.each([
    ['203.0.113.9', '203.0.113'],
    ['::ffff:203.0.113.9', '203.0.113'],
    ['203.0.113.9:51234', '203.0.113'],
    ['[2001:db8:1:2::6]:51234', '2001:db8:1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
    ['2001:db8::1', '2001:db8:0'],
  ])('maps %s to %s', (address, network) => {
    expect(networkKey(address)).toBe(network);
  });
});

describe('verifying and changing an address', () => {
  it('allows 3 links an hour per user, and 6 per address', async () => {
    const [ana, ben, cem] = [await buildUser(open), await buildUser(open), await buildUser(open)];
    const address = newAddress();
    const resend = ({ token }: { token: string }, from = address) =>
      openLimited.call(resendVerification, { token, address: from });
    expect(await statuses(3, () => resend(ana))).toEqual(times(3, 400));
    expectRefused(await resend(ana), 60 * 60);
    expectRefused(await resend(ana, newAddress()), 60 * 60);
    expect(await statuses(3, () => resend(ben))).toEqual(times(3, 400));
    expectRefused(await resend(cem), 60 * 60);
    expect((await resend(cem, newAddress())).statusCode).toBe(400);
  });

  it('allows a user 5 attempts to change the address in 15 minutes, right or wrong', async () => {
    const [user, other] = [await buildUser(open), await buildUser(open)];
    const change = ({ token }: { token: string }, password: string) =>
      openLimited.call(changeEmail, { token, body: { email: newEmail(), password }, address: newAddress() });
    expect(await statuses(5, () => change(user, 'wrong one'))).toEqual(times(5, 422));
    expectRefused(await change(user, user.password), 15 * 60);
    expect((await change(other, other.password)).statusCode).toBe(200);
  });
});

describe('verification emails', () => {
  const smtp = { smtp_url: 'smtp://127.0.0.1:1' };
  const signUp = async (app: TestApp, email = newEmail()) => {
    const body = { name: 'Ana', email, password: 'campfire' };
    const answer = await app.call(register, { body, address: newAddress() });
    return { token: answer.json().access_token, status: answer.statusCode };
  };
  const change = async (app: TestApp, { token }: { token: string }, email: string) =>
    (await app.call(changeEmail, { token, body: { email, password: 'campfire' }, address: newAddress() })).statusCode;
  const resend = async (app: TestApp, { token }: { token: string }) =>
    (await app.call(resendVerification, { token, address: newAddress() })).statusCode;
  const count = async (app: TestApp) => (await app.db.rows("select from jobs where name = 'send-verification'")).length;

  it('number 3 an hour per address over all accounts, with unchanged responses', async () => {
    const app = await testApp({ rate_limits: true, config: smtp });
    const [victim, first] = [newEmail(), newEmail()];
    const [ana, ben] = [await signUp(app, first), await signUp(app)];
    expect(await count(app)).toBe(2);
    for (const email of [victim, first, victim, first]) expect(await change(app, ana, email)).toBe(200);
    expect(await count(app)).toBe(6);
    expect(await change(app, ben, victim)).toBe(200);
    expect(await count(app)).toBe(7);
    expect(await resend(app, ben)).toBe(204);
    expect(await change(app, ben, newEmail())).toBe(200);
    expect(await count(app)).toBe(8);
    expect((await signUp(app, victim)).status).toBe(200);
    // The first address has used up its three too.
    expect(await change(app, ben, first)).toBe(400);
    expect(await resend(app, ana)).toBe(204);
    expect(await count(app)).toBe(8);
  });

  it("are not used up by attempts to take an account's address", async () => {
    const app = await testApp({ rate_limits: true, config: smtp });
    const email = newEmail();
    const [ana, ben] = [await signUp(app, email), await signUp(app)];
    for (const _ of [1, 2]) {
      expect((await signUp(app, email)).status).toBe(400);
      expect(await change(app, ben, email)).toBe(400);
    }
    expect(await resend(app, ana)).toBe(204);
    expect(await count(app)).toBe(3);
  });
});

describe('addressKey', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:203.0.113.9', '203.0.113.9'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::6', '2001:db8:1:2'],
    ['2001:DB8:1:2:ffff::', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:1::', '2001:db8:1:0'],
    ['2001:db8:0:0:1::', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['::ffff:203.0.113.9:51234', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:51234', '203.0.113.9'],
    ['[2001:db8:1:2::6]', '2001:db8:1:2'],
    ['[2001:db8:1:2::6]:51234', '2001:db8:1:2'],
  ])('maps %s to %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

describe('usesUp', () => {
  it('accepts a rule of one shared limit and throws for others', async () => {
    const { limits } = t.deps;
    const caller = { address: newAddress(), email: newEmail(), user_id: 'somebody' };
    expect(await limits.usesUp('wrong_password', caller)).toBe(false);
    expect(await limits.isUsedUp('wrong_password', caller)).toBe(false);
    for (const name of ['login', 'comments'] as const)
      await expect(limits.usesUp(name, caller)).rejects.toThrow(`${name} is not one shared limit.`);
  });
});

describe('disabled limits', () => {
  it('reject nothing', async () => {
    const limits = NO_LIMITS;
    const caller = { address: '203.0.113.9', email: 'a@example.com' };
    const calls = Array.from({ length: 100 }, async () => {
      await limits.general(caller);
      await limits.named('login', 'before_body', caller);
      await limits.named('login', 'after_body', caller);
    });
    await expect(Promise.all(calls)).resolves.toHaveLength(100);
  });

  it('are possible only outside production', () => {
    expect(readConfig({ RATE_LIMITS: 'off' }).rate_limits).toBe(false);
    expect(readConfig({ RATE_LIMITS: 'off', NODE_ENV: 'test' }).rate_limits).toBe(false);
    expect(readConfig({ RATE_LIMITS: 'off', NODE_ENV: 'production' }).rate_limits).toBe(true);
    expect(readConfig({}).rate_limits).toBe(true);
  });
});
