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
  it('One address can try 10 logins for one e-mail, in whatever case, and other addresses still can.', async () => {
    const user = await buildUser(open);
    const [email, address] = [user.email, newAddress()];
    expect(await statuses(10, (i) => tryLogin({ email: i % 2 ? email : email.toUpperCase(), address }))).toEqual(
      times(10, 401),
    );
    expectRefused(await tryLogin({ email, address }), 15 * 60);
    expect((await tryLogin({ email, address: newAddress() })).statusCode).toBe(401);
    expect((await tryLogin({ email: newEmail(), address })).statusCode).toBe(401);
  });

  it('After 10 failures even the right password is refused, for that address alone.', async () => {
    const { email, password } = await buildUser(t, { email: newEmail() });
    const address = newAddress();
    await statuses(10, () => tryLogin({ email, address }));
    const right = (from: string) => t.call(login, { body: { email, password }, address: from });
    expectRefused(await right(address), 15 * 60);
    expect((await right(newAddress())).statusCode).toBe(200);
  });

  it('One address can try 30 logins in all, whatever the e-mail.', async () => {
    const address = newAddress();
    expect(await statuses(30, () => tryLogin({ email: newEmail(), address }))).toEqual(times(30, 401));
    expectRefused(await tryLogin({ email: newEmail(), address }), 5 * 60);
  });

  it('One network can try 90 logins in all, from however many addresses of it.', async () => {
    expect(await statuses(90, (i) => tryLogin({ email: newEmail(), address: household(i) }))).toEqual(times(90, 401));
    expectRefused(await tryLogin({ email: newEmail(), address: household(200) }), 5 * 60);
    const v4 = await statuses(91, (i) => tryLogin({ email: newEmail(), address: `203.0.114.${i}` }));
    expect(v4).toEqual([...times(90, 401), 429]);
    expect((await tryLogin({ email: newEmail(), address: '2001:db8:78::1' })).statusCode).toBe(401);
  });

  it('Of twenty simultaneous logins for one e-mail ten are tried.', async () => {
    const [email, address] = [newEmail(), newAddress()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryLogin({ email, address })));
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(10);
  });

  it('Login attempts count for the address of the connection, not for one in a header.', async () => {
    const [email, address] = [newEmail(), newAddress()];
    const spoofed = (i: number) =>
      tryLogin({ email, address, headers: { 'x-forwarded-for': `203.0.113.${i}`, 'x-real-ip': `203.0.113.${i}` } });
    expect(await statuses(11, spoofed)).toEqual([...times(10, 401), 429]);
  });

  it('Behind a trusted proxy login attempts count for the address in its header.', async () => {
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

describe('other calls of visitors', () => {
  it('One address can register 5 times in 30 minutes.', async () => {
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
  ])('a refusal says a wait of more than a minute in %s', async (language, detail) => {
    const address = newAddress();
    const headers = { 'accept-language': language };
    const join = () =>
      t.call(register, { body: { name: 'Ana', email: newEmail(), password: 'campfire' }, address, headers });
    await statuses(5, join);
    expect((await join()).json().detail).toBe(detail);
  });

  it('a refusal speaks of a moment when the wait is a minute or less', async () => {
    const address = newAddress();
    await statuses(60, () => t.call(me, { address }));
    expect((await t.call(me, { address })).json().detail).toBe(
      'Too many requests. Please wait a moment and try again.',
    );
  });

  it('a refusal says a wait of more than an hour in hours', async () => {
    const { limits } = t.deps;
    const caller = { address: newAddress(), user_id: newEmail() };
    for (let n = 0; n < 10; n++) await limits.named('zones', 'before_body', caller);
    await expect(limits.named('zones', 'before_body', caller)).rejects.toThrow('Try again in 24 hours.');
  });

  it('One network can register 15 times in 30 minutes, from however many addresses of it.', async () => {
    const join = (i: number) =>
      t.call(register, { body: { name: 'Ana', email: newEmail(), password: 'campfire' }, address: household(i) });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => join(i)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(15);
    expectRefused(await join(20), 30 * 60);
  });

  it('One network can request 18 reset links an hour and try 30, from however many addresses of it.', async () => {
    const requestReset = (i: number) => t.call(forgotPassword, { body: { email: newEmail() }, address: household(i) });
    expect(await statuses(18, requestReset)).toEqual(times(18, 200));
    expectRefused(await requestReset(18), 60 * 60);
    const body = { token: 'x'.repeat(43), new_password: 'campfire' };
    const reset = (i: number) => t.call(resetPassword, { body, address: household(i) });
    expect(await statuses(30, reset)).toEqual(times(30, 400));
    expectRefused(await reset(30), 15 * 60);
  });

  it('A reset link can be requested 3 times for an e-mail from an address, and 6 times from an address.', async () => {
    const [email, other] = [newEmail(), newAddress()];
    const requestReset = (to: string, address: string) => t.call(forgotPassword, { body: { email: to }, address });
    expect(await statuses(3, () => requestReset(email, other))).toEqual(times(3, 200));
    expectRefused(await requestReset(email.toUpperCase(), other), 60 * 60);
    const address = newAddress();
    expect(await statuses(6, () => requestReset(newEmail(), address))).toEqual(times(6, 200));
    expectRefused(await requestReset(newEmail(), address), 60 * 60);
  });

  it('Requests from elsewhere keep nobody from a reset link: they are answered, and mails stop after three.', async () => {
    const user = await buildUser(t, { email: newEmail() });
    const requestReset = (email: string) => t.call(forgotPassword, { body: { email }, address: newAddress() });
    const countMails = async () =>
      (await t.db.rows("select from jobs where name = 'send-reset-link' and data->>'email' = $1", [user.email])).length;
    const unknown = newEmail();
    expect(await statuses(5, () => requestReset(user.email))).toEqual(times(5, 200));
    expect(await countMails()).toBe(3);
    expect(await statuses(5, () => requestReset(unknown))).toEqual(times(5, 200));
  });

  it('One address can try 10 reset links in 15 minutes.', async () => {
    const address = newAddress();
    const body = { token: 'x'.repeat(43), new_password: 'campfire' };
    expect(await statuses(10, () => t.call(resetPassword, { body, address }))).toEqual(times(10, 400));
    expectRefused(await t.call(resetPassword, { body, address }), 15 * 60);
  });

  it('One address can try 30 invitation codes in 10 minutes.', async () => {
    const address = newAddress();
    const guess = () => t.call(previewJoin, { params: { code: '23456789AB' }, address });
    expect(await statuses(30, guess)).toEqual(times(30, 404));
    expectRefused(await guess(), 10 * 60);
  });

  it('One network can try 90 invitation codes in 10 minutes, from however many addresses of it.', async () => {
    const guess = (i: number) => t.call(previewJoin, { params: { code: '23456789AB' }, address: household(i) });
    expect(await statuses(90, guess)).toEqual(times(90, 404));
    expectRefused(await guess(90), 10 * 60);
  });

  it('A visitor has 60 calls a minute, and signed-in users at the same address are counted separately.', async () => {
    const { token } = await buildUser(t, { email: newEmail() });
    const address = newAddress();
    expect(await statuses(60, () => t.call(me, { address }))).toEqual(times(60, 401));
    expectRefused(await t.call(me, { address }), 60);
    expect((await t.call(me, { address, token: 'x'.repeat(43) })).statusCode).toBe(429);
    expect((await t.call(me, { address, token })).statusCode).toBe(200);
    expect((await t.call(me, { address: newAddress() })).statusCode).toBe(401);
  });

  it('The addresses of one IPv6 network count as one visitor.', async () => {
    const visit = (i: number) => t.call(me, { address: `2001:db8:7:7:${i.toString(16)}::1` });
    expect(await statuses(61, visit)).toEqual([...times(60, 401), 429]);
    expect((await t.call(me, { address: '2001:db8:7:8::1' })).statusCode).toBe(401);
  });
});

describe('signed-in users', () => {
  it('A signed-in user has 300 calls a minute, from whatever addresses.', async () => {
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

  it('A limit holds over two instances and a restart of one.', async () => {
    const other = await t.startInstance();
    const address = newAddress();
    expect(await statuses(5, () => tryAdmin(t.app, address))).toEqual(times(5, 401));
    expectRefused(await tryAdmin(other.app, address), 15 * 60);
    await other.stop();
    const restarted = await t.startInstance();
    expect((await tryAdmin(restarted.app, address)).statusCode).toBe(429);
    await restarted.stop();
  });

  it('The operator has 15 tries for a network, and the table of the counters shows no address.', async () => {
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
  ])('end with their rule after %s', async (_, count) => {
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

describe('counted networks', () => {
  it.each([
    ['203.0.113.9', '203.0.113'],
    ['::ffff:203.0.113.9', '203.0.113'],
    ['203.0.113.9:51234', '203.0.113'],
    ['[2001:db8:1:2::6]:51234', '2001:db8:1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
    ['2001:db8::1', '2001:db8:0'],
  ])('The network of %s is %s.', (address, network) => {
    expect(networkKey(address)).toBe(network);
  });
});

describe('proving and changing an address', () => {
  it('A user can request 3 links an hour, and one address 6 for whichever users.', async () => {
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

  it('A user can try 5 changes of the address in 15 minutes, from wherever, right or wrong.', async () => {
    const [user, other] = [await buildUser(open), await buildUser(open)];
    const change = ({ token }: { token: string }, password: string) =>
      openLimited.call(changeEmail, { token, body: { email: newEmail(), password }, address: newAddress() });
    expect(await statuses(5, () => change(user, 'wrong one'))).toEqual(times(5, 422));
    expectRefused(await change(user, user.password), 15 * 60);
    expect((await change(other, other.password)).statusCode).toBe(200);
  });
});

describe('mails with a link that proves an address', () => {
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

  it('An address gets 3 an hour, whichever accounts have it in turn, and the answers stay the same.', async () => {
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

  it('Attempts to take the address of an account use up none of its links.', async () => {
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

describe('counted addresses', () => {
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
  ])('The address %s is counted as %s.', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

describe('counting up to the last one', () => {
  it('It takes a rule of one shared limit, and throws for any other.', async () => {
    const { limits } = t.deps;
    const caller = { address: newAddress(), email: newEmail(), user_id: 'somebody' };
    expect(await limits.usesUp('wrong_password', caller)).toBe(false);
    expect(await limits.isUsedUp('wrong_password', caller)).toBe(false);
    for (const name of ['login', 'comments'] as const)
      await expect(limits.usesUp(name, caller)).rejects.toThrow(`${name} is not one shared limit.`);
  });
});

describe('switched-off limits', () => {
  it('Limits that are switched off refuse nothing.', async () => {
    const limits = NO_LIMITS;
    const caller = { address: '203.0.113.9', email: 'a@example.com' };
    const calls = Array.from({ length: 100 }, async () => {
      await limits.general(caller);
      await limits.named('login', 'before_body', caller);
      await limits.named('login', 'after_body', caller);
    });
    await expect(Promise.all(calls)).resolves.toHaveLength(100);
  });

  it('Limits can be switched off only outside production.', () => {
    expect(readConfig({ RATE_LIMITS: 'off' }).rate_limits).toBe(false);
    expect(readConfig({ RATE_LIMITS: 'off', NODE_ENV: 'test' }).rate_limits).toBe(false);
    expect(readConfig({ RATE_LIMITS: 'off', NODE_ENV: 'production' }).rate_limits).toBe(true);
    expect(readConfig({}).rate_limits).toBe(true);
  });
});
