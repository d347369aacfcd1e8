import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { me } from '#contract/auth.ts';
import { createCheckout, openPortal, paymentOptions, paymentStatus } from '#contract/billing.ts';
import { readConfig } from '#server/app/config.ts';
import { stripePayments } from '#server/services/billing/payments/stripe.ts';
import { afterFile } from '#server/testing/after-file.ts';
import { buildUser, type TestUser } from '#server/testing/factories/users.ts';
import { fakeClock } from '#server/testing/fake-clock.ts';
import { NOON, testApp } from '#server/testing/test-app.ts';
import { startWebhookReceiver } from '#server/testing/webhook-receiver.ts';
import { openSandbox, type Sandbox } from './open.ts';
import { needsSandbox, toWebhookUrl } from './rule.ts';

const quiet = { warn: () => undefined };
const clock = fakeClock(NOON);
const sandbox = await openSandbox({ data_dir: null, clock, log: quiet });
afterFile(() => sandbox.close());
const payments = await stripePayments({ ...sandbox.settings, public_url: 'http://emberkin.test' });
afterFile(() => payments.close());
const t = await testApp({ clock, payments });
const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
sandbox.start(toWebhookUrl({ host: '127.0.0.1', port: Number(new URL(address).port) }));

const open = (url: string) => fetch(url, { redirect: 'manual' });
const press = (url: string) =>
  fetch(url, {
    ...{ method: 'POST', body: '', redirect: 'manual' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const textOf = async (url: string) => (await open(url)).text();

async function openCheckout(user: TestUser): Promise<{ url: string; id: string }> {
  const answer = await t.call(createCheckout, { token: user.token, body: { plan_type: 'pro_monthly' } });
  const url = answer.json().checkout_url as string;
  return { url, id: url.split('/').at(-1)! };
}
const fetchStatus = async (user: TestUser, sessionId: string) =>
  (await t.call(paymentStatus, { token: user.token, params: { sessionId } })).json();
const fetchTier = async (user: TestUser) => (await t.call(me, { token: user.token })).json().subscription_tier;

describe('sandbox pages', () => {
  it('say that they are a test, need no card and run no script', async () => {
    const user = await buildUser(t);
    expect((await t.call(paymentOptions, { token: user.token })).json().upgrades).toBe('test');
    const { url } = await openCheckout(user);
    const checkout = await textOf(url);
    await press(`${url}/pay`);
    const portal = (await t.call(openPortal, { token: user.token })).json().portal_url;
    for (const page of [checkout, await textOf(url), await textOf(portal)]) {
      expect(page).toContain('<strong>Test mode.</strong> No card needed, no money moves.');
      expect(page).not.toMatch(/<input|<script|\sstyle=/);
    }
    expect((await open(url)).headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(checkout).toContain('Emberkin PRO');
    expect(checkout).toContain('$5 per month');
    expect(checkout).toContain('href="http://emberkin.test/pricing"');
    expect(await textOf(portal)).toContain('href="http://emberkin.test/profile"');
  });

  it('return from each checkout button after its action', async () => {
    const user = await buildUser(t);
    const { url, id } = await openCheckout(user);
    const declined = await press(`${url}/decline`);
    expect([declined.status, declined.headers.get('location')]).toEqual([303, `${url}?declined`]);
    expect(await textOf(`${url}?declined`)).toContain('The test card was declined, so nothing was bought.');
    expect(await fetchStatus(user, id)).toMatchObject({ status: 'open', payment_status: 'pending' });
    const paid = await press(`${url}/pay`);
    expect(paid.headers.get('location')).toBe(`http://emberkin.test/upgrade-success?session_id=${id}`);
    expect(await fetchStatus(user, id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
    const before = Object.keys(sandbox.provider.state.subscriptions).length;
    await press(`${url}/pay`);
    expect(Object.keys(sandbox.provider.state.subscriptions)).toHaveLength(before);
  });

  it('expire a checkout, and delay a payment', async () => {
    const user = await buildUser(t);
    const first = await openCheckout(user);
    await press(`${first.url}/expire`);
    expect(await fetchStatus(user, first.id)).toMatchObject({ status: 'expired', payment_status: 'pending' });
    expect(await textOf(first.url)).toContain('This checkout has expired.');
    const second = await openCheckout(user);
    await press(`${second.url}/slow`);
    expect(await fetchStatus(user, second.id)).toMatchObject({ status: 'complete', payment_status: 'pending' });
    clock.advance(61_000);
    expect(await fetchStatus(user, second.id)).toMatchObject({ payment_status: 'paid' });
  });

  it('return 404 for unknown pages and buttons, and accept no JSON', async () => {
    const { url } = await openCheckout(await buildUser(t));
    const to = (path: string) => new URL(path, url).href;
    for (const wrong of [`${url}/steal`, to('/checkout/cs_unknown/pay'), to('/portal/bps_unknown/refund')])
      expect((await press(wrong)).status, wrong).toBe(404);
    for (const wrong of ['/checkout/__proto__', '/portal/constructor', '/checkout/x'])
      expect((await open(to(wrong))).status, wrong).toBe(404);
    const headers = { 'content-type': 'application/json' };
    const json = await fetch(`${url}/pay`, { method: 'POST', headers, body: '{"plan":"premium"}' });
    expect(json.status).toBe(415);
  });

  it("change the subscription with the portal's buttons, and send the events to the app", async () => {
    const user = await buildUser(t);
    const { url } = await openCheckout(user);
    await press(`${url}/pay`);
    await vi.waitFor(async () => expect(await fetchTier(user)).toBe('pro'), 10_000);
    const portal = (await t.call(openPortal, { token: user.token })).json().portal_url;
    expect(await textOf(portal)).toMatch(/PRO, active\. Renews on \d+ December 2026\./);
    await press(`${portal}/cancel`);
    expect(await textOf(portal)).toContain('Ends on');
    await press(`${portal}/keep`);
    await press(`${portal}/card-fails`);
    expect(await textOf(portal)).toContain('The next payment will be declined.');
    await press(`${portal}/card-works`);
    await press(`${portal}/refund`);
    expect(await textOf(portal)).toContain('refunded');
    await vi.waitFor(async () => expect(await fetchTier(user)).toBe('free'), 10_000);
    expect(await textOf(portal)).toContain('PRO, ended.');
  });
});

describe('the sandbox API', () => {
  const post = (path: string, init: RequestInit = {}, key = sandbox.settings.secret_key) =>
    fetch(`${sandbox.settings.api_url}${path}`, {
      ...{ method: 'POST', ...init },
      headers: { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) },
    });

  it('requires the key', async () => {
    expect((await post('/v1/customers', {}, 'sk_test_wrong')).status).toBe(401);
  });

  it('acts once per idempotency key, and refuses the key for a different request', async () => {
    const headers = { 'idempotency-key': 'one', 'content-type': 'application/x-www-form-urlencoded' };
    const make = (email: string) => post('/v1/customers', { headers, body: `email=${email}` });
    const [first, second] = [await (await make('a@b.co')).json(), await (await make('a@b.co')).json()];
    expect(second).toEqual(first);
    const other = await make('c@d.co');
    expect(other.status).toBe(400);
    expect(await other.json()).toMatchObject({ error: { type: 'idempotency_error' } });
  });

  it('sells only to known customers', async () => {
    const refused = { customer_id: 'cus_unknown', plan_type: 'pro_monthly', idempotency_key: 'x' } as const;
    await expect(payments.openCheckout(refused)).rejects.toThrow('refused');
    expect(await payments.getSubscription('sub_unknown')).toBeNull();
    expect(await payments.getCheckout('cs_unknown')).toBeNull();
    await payments.cancelNow('sub_unknown');
    await payments.cancelAtPeriodEnd('sub_unknown', 'key');
  });
});

describe("the sandbox's state and events", () => {
  const order = {
    customer: 'cus_1',
    plan: 'pro_monthly',
    reference: null,
    success_url: '/',
    cancel_url: '/',
  } as const;
  const opened: Sandbox[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  const start = async (data_dir: string | null) => {
    const one = await openSandbox({ data_dir, clock, log: quiet });
    opened.push(one);
    return one;
  };

  it('survive a restart, in a file that only its owner can read', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'emberkin-sandbox-'));
    const first = await start(dir);
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

  it('retry an event with growing delays until it is accepted', async () => {
    const receiver = await startWebhookReceiver();
    receiver.setAnswer(500);
    const one = await start(null);
    const { provider } = one;
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

  it('renew a monthly subscription on the same day of the month, or on its last day', async () => {
    const { provider } = await start(null);
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

describe('needsSandbox', () => {
  it.each([
    [{}, true],
    [{ PUBLIC_URL: 'http://emberkin.example' }, true],
    [{ PUBLIC_URL: 'https://localhost:3000' }, true],
    [{ PUBLIC_URL: 'https://emberkin.localhost' }, true],
    [{ PUBLIC_URL: 'https://127.0.0.1' }, true],
    [{ PUBLIC_URL: 'https://[::1]:3000/' }, true],
    [{ PUBLIC_URL: 'https://emberkin.example' }, false],
    [{ PUBLIC_URL: 'https://localhost.example' }, false],
    [{ NODE_ENV: 'production' }, false],
    [
      {
        ...{ STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' },
        ...{ STRIPE_PRICE_PRO_MONTHLY: 'price_month', STRIPE_PRICE_PREMIUM_YEARLY: 'price_year' },
      },
      false,
    ],
  ])('returns for the settings %j: %s', (env: Record<string, string>, needed) => {
    expect(needsSandbox(readConfig(env))).toBe(needed);
  });
});

it.each([
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://[::1]:3000'],
  ['localhost', 'http://localhost:3000'],
  ['192.168.1.5', 'http://192.168.1.5:3000'],
])('a server that listens on %s receives events at %s', (host, origin) => {
  expect(toWebhookUrl({ host, port: 3000 })).toBe(`${origin}/api/payments/webhook`);
});
