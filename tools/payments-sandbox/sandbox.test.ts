import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { me } from '#contract/auth.ts';
import { createCheckout, openPortal, paymentOptions, paymentStatus } from '#contract/billing.ts';
import { buildUser, type TestUser } from '#server/testing/factories/users.ts';
import { fakeClock } from '#server/testing/fake-clock.ts';
import { NOON, testApp } from '#server/testing/test-app.ts';
import { startWebhookReceiver } from '#server/testing/webhook-receiver.ts';
import { openSandbox, type Sandbox } from './open.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const clock = fakeClock(NOON);
const where = { public_url: 'http://emberkin.test', production: false, clock, log };
const sandbox = await openSandbox({ data_dir: null, ...where });
const t = await testApp({ clock, openSandbox: async () => sandbox });
const payments = t.deps.payments!;
const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
sandbox.start(`${address}/api/payments/webhook`);

const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;
const press = (path: string, app: FastifyInstance = t.app) =>
  app.inject({
    ...{ method: 'POST', url: path, payload: '' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

async function openCheckout(user: TestUser): Promise<{ path: string; id: string }> {
  const answer = await t.call(createCheckout, { token: user.token, body: { plan_type: 'pro_monthly' } });
  const path = pathOf(answer.json().checkout_url);
  return { path, id: path.split('/').at(-1)! };
}
const fetchStatus = async (user: TestUser, sessionId: string) =>
  (await t.call(paymentStatus, { token: user.token, params: { sessionId } })).json();
const fetchTier = async (user: TestUser) => (await t.call(me, { token: user.token })).json().subscription_tier;

describe('sandbox pages', () => {
  it('The sandbox pages say that they are a test, ask for no card and run no script.', async () => {
    const user = await buildUser(t);
    expect((await t.call(paymentOptions, { token: user.token })).json().upgrades).toBe('test');
    const { path } = await openCheckout(user);
    const checkout = await t.app.inject(path);
    await press(`${path}/pay`);
    const portal = (await t.call(openPortal, { token: user.token })).json().portal_url;
    for (const page of [checkout, await t.app.inject(path), await t.app.inject(pathOf(portal))]) {
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.body).toContain('<strong>Test mode.</strong> No card needed, no money moves.');
      expect(page.body).not.toMatch(/<input|<script|\sstyle=/);
    }
    expect(checkout.body).toContain('Emberkin PRO');
    expect(checkout.body).toContain('$5 <span>per month</span>');
    expect((await t.app.inject('/sandbox/style.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it('Each button of a sandbox checkout does what it says and leads back.', async () => {
    const user = await buildUser(t);
    const { path, id } = await openCheckout(user);
    const declined = await press(`${path}/decline`);
    expect([declined.statusCode, declined.headers.location]).toEqual([303, `http://emberkin.test${path}?declined`]);
    expect((await t.app.inject(`${path}?declined`)).body).toContain(
      'The test card was declined, so nothing was bought.',
    );
    expect(await fetchStatus(user, id)).toMatchObject({ status: 'open', payment_status: 'pending' });
    const paid = await press(`${path}/pay`);
    expect(paid.headers.location).toBe(`http://emberkin.test/upgrade-success?session_id=${id}`);
    expect(await fetchStatus(user, id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
    await press(`${path}/pay`);
    expect(Object.values(sandbox.provider.state.subscriptions).filter((one) => one.status === 'active')).toHaveLength(
      2,
    );
  });

  it('A sandbox checkout can expire, and its payment can arrive late.', async () => {
    const user = await buildUser(t);
    const first = await openCheckout(user);
    await press(`${first.path}/expire`);
    expect(await fetchStatus(user, first.id)).toMatchObject({ status: 'expired', payment_status: 'pending' });
    expect((await t.app.inject(first.path)).body).toContain('This checkout has expired.');
    const second = await openCheckout(user);
    await press(`${second.path}/slow`);
    expect(await fetchStatus(user, second.id)).toMatchObject({ status: 'complete', payment_status: 'pending' });
    clock.advance(61_000);
    expect(await fetchStatus(user, second.id)).toMatchObject({ payment_status: 'paid' });
  });

  it('The sandbox answers 404 for unknown pages and buttons, and accepts no JSON.', async () => {
    const { path } = await openCheckout(await buildUser(t));
    for (const wrong of [`${path}/steal`, '/sandbox/checkout/cs_unknown/pay', '/sandbox/portal/bps_unknown/refund'])
      expect((await press(wrong)).statusCode, wrong).toBe(404);
    for (const wrong of ['/sandbox/checkout/__proto__', '/sandbox/portal/constructor', '/sandbox/checkout/x'])
      expect((await t.app.inject(wrong)).statusCode, wrong).toBe(404);
    const json = await t.app.inject({ method: 'POST', url: `${path}/pay`, payload: { plan: 'premium' } });
    expect(json.statusCode).toBe(415);
  });

  it('The buttons of the sandbox portal change the subscription, and the app gets the events.', async () => {
    const user = await buildUser(t);
    const { path } = await openCheckout(user);
    await press(`${path}/pay`);
    await vi.waitFor(async () => expect(await fetchTier(user)).toBe('pro'), 10_000);
    const portal = pathOf((await t.call(openPortal, { token: user.token })).json().portal_url);
    const shown = async () => (await t.app.inject(portal)).body;
    expect(await shown()).toMatch(/PRO, active\. Renews on \d+ December 2026\./);
    await press(`${portal}/cancel`);
    expect(await shown()).toContain('Ends on');
    await press(`${portal}/keep`);
    await press(`${portal}/card-fails`);
    expect(await shown()).toContain('The next payment will be declined.');
    await press(`${portal}/card-works`);
    await press(`${portal}/refund`);
    expect(await shown()).toContain('refunded');
    await vi.waitFor(async () => expect(await fetchTier(user)).toBe('free'), 10_000);
    expect(await shown()).toContain('PRO, ended.');
  });
});

describe('the sandbox API', () => {
  const post = (path: string, init: RequestInit = {}, key = sandbox.settings.secret_key) =>
    fetch(`${sandbox.settings.api_url}${path}`, {
      ...{ method: 'POST', ...init },
      headers: { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) },
    });

  it('The sandbox API needs the key.', async () => {
    expect((await post('/v1/customers', {}, 'sk_test_wrong')).status).toBe(401);
  });

  it('A repeated idempotency key acts once, and is refused for a different request.', async () => {
    const headers = { 'idempotency-key': 'one', 'content-type': 'application/x-www-form-urlencoded' };
    const make = (email: string) => post('/v1/customers', { headers, body: `email=${email}` });
    const [first, second] = [await (await make('a@b.co')).json(), await (await make('a@b.co')).json()];
    expect(second).toEqual(first);
    const other = await make('c@d.co');
    expect(other.status).toBe(400);
    expect(await other.json()).toMatchObject({ error: { type: 'idempotency_error' } });
  });

  it('The sandbox sells only to customers that it knows.', async () => {
    const refused = { customer_id: 'cus_unknown', plan_type: 'pro_monthly', idempotency_key: 'x' } as const;
    await expect(payments.openCheckout(refused)).rejects.toThrow('refused');
    expect(await payments.getSubscription('sub_unknown')).toBeNull();
    expect(await payments.getCheckout('cs_unknown')).toBeNull();
    await payments.cancelNow('sub_unknown');
    await payments.cancelAtPeriodEnd('sub_unknown', 'key');
  });
});

describe("the sandbox's state and events", () => {
  const opened: Sandbox[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  const start = async (data_dir: string | null) => {
    const one = await openSandbox({ data_dir, ...where });
    opened.push(one);
    return one;
  };

  it('The sandbox cannot be opened in production.', async () => {
    await expect(openSandbox({ data_dir: null, ...where, production: true })).rejects.toThrow('no place in production');
  });

  it('The state of the sandbox survives a restart, in a file that only its owner can read.', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'emberkin-sandbox-'));
    const first = await start(dir);
    const order = {
      customer: 'cus_1',
      plan: 'pro_monthly',
      reference: null,
      success_url: '/',
      cancel_url: '/',
    } as const;
    first.provider.lifecycle.pay(first.provider.lifecycle.createSession(order));
    await first.provider.changed();
    await opened.pop()!.close();
    const second = await start(dir);
    expect(second.settings.secret_key).toBe(first.settings.secret_key);
    expect(second.provider.state).toEqual(first.provider.state);
    expect((await stat(join(dir, 'sandbox.json'))).mode & 0o077).toBe(0);
    expect(JSON.parse(await readFile(join(dir, 'sandbox.json'), 'utf8')).events).toHaveLength(3);
    await rm(dir, { recursive: true });
  });

  it('Events are sent again, later each time, until they are accepted.', async () => {
    const receiver = await startWebhookReceiver();
    receiver.setAnswer(500);
    const one = await start(null);
    const { provider } = one;
    const order = {
      customer: 'cus_1',
      plan: 'pro_monthly',
      reference: null,
      success_url: '/',
      cancel_url: '/',
    } as const;
    provider.lifecycle.expire(provider.lifecycle.createSession(order));
    one.start(receiver.url);
    await vi.waitFor(() => expect(provider.state.events[0]?.attempts).toBe(1), 10_000);
    await provider.changed();
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['checkout.session.expired']);
    receiver.setAnswer(200);
    clock.advance(2000);
    await provider.changed();
    await vi.waitFor(() => expect(provider.state.events[0]?.next_attempt).toBeNull(), 10_000);
    expect([receiver.received.length, provider.state.events[0]?.attempts]).toEqual([2, 2]);
    await receiver.close();
  });

  it('A monthly subscription renews on the same day of the month, or on its last day.', async () => {
    const { provider } = await start(null);
    const order = {
      customer: 'cus_1',
      plan: 'pro_monthly',
      reference: null,
      success_url: '/',
      cancel_url: '/',
    } as const;
    const ends: string[] = [];
    clock.set('2027-01-31T08:00:00Z');
    provider.lifecycle.pay(provider.lifecycle.createSession(order));
    const [subscription] = Object.values(provider.state.subscriptions);
    for (let month = 0; month < 4; month++) {
      ends.push(new Date(subscription!.period_end * 1000).toISOString().slice(0, 10));
      clock.set(new Date(subscription!.period_end * 1000));
      provider.lifecycle.passTime();
    }
    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
  });
});
