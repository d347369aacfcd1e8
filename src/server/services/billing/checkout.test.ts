import { beforeEach, describe, expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import {
  cancelSubscription,
  createCheckout,
  openPortal,
  paymentOptions,
  paymentStatus,
  refreshSubscription,
  switchPlan,
} from '#contract/billing.ts';
import { HOUR_MS } from '#platform/lib/durations.ts';
import { buildCheckout, buildPlan, deliverAll, type PaidApp, paidApp } from '../../testing/factories/billing.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await paidApp();
const limited = await paidApp({ rate_limits: true });
const { stripe } = t;
const { state, lifecycle } = stripe.provider;
beforeEach(() => stripe.setMode('ok'));

const open = (user: TestUser, body: object = { plan_type: 'pro_monthly', origin_url: 'http://emberkin.test' }) =>
  t.call(createCheckout, { token: user.token, body });
const fetchStatus = (user: TestUser, sessionId: string) =>
  t.call(paymentStatus, { token: user.token, params: { sessionId } });
const fetchMe = async (app: PaidApp, user: TestUser) => (await app.call(me, { token: user.token })).json();
const sessionsOf = (user: TestUser) => {
  const own = Object.values(state.customers).filter((customer) => customer.email === user.email);
  return stripe.sessions().filter((session) => own.some((customer) => customer.id === session.customer));
};

describe('a checkout', () => {
  it('opens on the provider’s page with the chosen plan and its price', async () => {
    const user = await buildUser(t);
    const answer = await open(user, { plan_type: 'premium_yearly' });
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['checkout_url']]);
    const [session] = sessionsOf(user);
    expect(answer.json().checkout_url).toBe(stripe.provider.urlOf('checkout', session!.id));
    expect(session).toMatchObject({ plan: 'premium_yearly', status: 'open' });
    expect(session?.success_url).toBe('http://emberkin.test/upgrade-success?session_id={CHECKOUT_SESSION_ID}');
    const [row] = await t.db.rows('select * from payment_sessions where user_id = $1', [user.id]);
    expect(row).toMatchObject({ provider_id: session?.id, amount: 5000, currency: 'usd', payment_status: 'pending' });
  });

  it('takes tier, price, quantity and return URL from the server only', async () => {
    const user = await buildUser(t);
    const smuggled = { tier: 'pro', price: 1, amount: 1, quantity: 100, user_id: 'other', payment_status: 'paid' };
    const origin = { origin_url: 'https://evil.example' };
    expect((await open(user, { plan_type: 'pro_monthly', ...origin, ...smuggled })).statusCode).toBe(200);
    const [session] = sessionsOf(user);
    expect(session).toMatchObject({ plan: 'pro_monthly', payment_status: 'unpaid' });
    expect(session?.success_url).toMatch(/^http:\/\/emberkin\.test\//);
    expect(session?.cancel_url).toBe('http://emberkin.test/pricing');
    expect((await fetchMe(t, user)).subscription_tier).toBe('free');
  });

  it.each([{}, { plan_type: 'premium' }, { plan_type: 'free' }, { plan_type: ['pro_monthly'] }, { plan_type: null }])(
    'is refused for a plan that is not sold: %j',
    async (body) => {
      const answer = await open(await buildUser(t), body);
      expect([answer.statusCode, answer.json().detail]).toEqual([422, 'Please choose a plan']);
    },
  );

  it('is the same for a repeated request, also for twenty concurrent ones', async () => {
    const user = await buildUser(t);
    const first = (await open(user)).json().checkout_url;
    expect((await open(user)).json().checkout_url).toBe(first);
    const hasty = await buildUser(t);
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(hasty)));
    expect(new Set(answers.map((answer) => answer.json().checkout_url)).size).toBe(1);
    expect(sessionsOf(hasty)).toHaveLength(1);
    expect(Object.values(state.customers).filter(({ email }) => email === hasty.email)).toHaveLength(1);
  });

  it('leaves one checkout and customer if the provider acts without responding', async () => {
    const user = await buildUser(t);
    stripe.setMode('late');
    for (let i = 0; i < 2; i++) {
      const answer = await open(user);
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'payments_unavailable']);
      expect(answer.headers['retry-after']).toBeDefined();
    }
    stripe.setMode('ok');
    // The customer was created; now the response about the checkout is lost.
    await t.db.rows('update users set customer_id = $2 where id = $1', [
      user.id,
      Object.values(state.customers).find(({ email }) => email === user.email)!.id,
    ]);
    stripe.setMode('late');
    expect((await open(user)).statusCode).toBe(503);
    expect(sessionsOf(user)).toHaveLength(1);
    stripe.setMode('ok');
    const url = (await open(user)).json().checkout_url;
    expect(sessionsOf(user).map((session) => session.id)).toEqual([url.split('/').at(-1)]);
    expect(Object.values(state.customers).filter(({ email }) => email === user.email)).toHaveLength(1);
  });

  it.each(['busy', 'down'] as const)('fails with 503 while the provider is %s, and works afterwards', async (mode) => {
    const user = await buildUser(t);
    stripe.setMode(mode);
    expect((await open(user)).json().code).toBe('payments_unavailable');
    stripe.setMode('ok');
    expect((await open(user)).statusCode).toBe(200);
  });

  it('is closed when the user opens a checkout for another plan', async () => {
    const user = await buildUser(t);
    const monthly = await buildCheckout(t, user, 'pro_monthly');
    const yearly = await buildCheckout(t, user, 'premium_yearly');
    expect(sessionsOf(user).map(({ id, status }) => [id, status])).toEqual([
      [monthly, 'expired'],
      [yearly, 'open'],
    ]);
    expect((await fetchStatus(user, monthly)).json()).toMatchObject({ status: 'expired', payment_status: 'pending' });
  });

  it('is recognized as paid in another tab before a second one opens', async () => {
    const user = await buildUser(t);
    const id = await buildCheckout(t, user);
    lifecycle.pay(state.sessions[id]!);
    stripe.takeEvents();
    const answer = await open(user, { plan_type: 'premium_yearly' });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'already_subscribed']);
    expect((await open(user)).json().code).toBe('already_on_plan');
    expect((await fetchMe(t, user)).subscription_plan).toBe('pro_monthly');
    expect(sessionsOf(user)).toHaveLength(1);
  });

  it('opens even if the provider no longer has the customer or the previous checkout', async () => {
    const user = await buildUser(t);
    const lost = await buildCheckout(t, user);
    const { customer } = state.sessions[lost]!;
    delete state.sessions[lost];
    delete state.customers[customer];
    const next = await buildCheckout(t, user);
    expect(sessionsOf(user).map(({ id }) => id)).toEqual([next]);
    expect(state.sessions[next]?.customer).not.toBe(customer);
  });

  it('opens again after the previous one has expired', async () => {
    const user = await buildUser(t);
    const first = await buildCheckout(t, user);
    t.clock.advance(25 * HOUR_MS);
    const second = await buildCheckout(t, user);
    expect(second).not.toBe(first);
    expect((await fetchStatus(user, first)).json().status).toBe('expired');
  });
});

describe('the status of a payment', () => {
  it('is visible only to the buyer', async () => {
    const user = await buildUser(t);
    const id = await buildPlan(t, user);
    expect((await fetchStatus(user, id)).json()).toEqual({
      ...{ payment_status: 'paid', status: 'complete', plan_type: 'pro_monthly' },
    });
    const stranger = await buildUser(t);
    const [other, unknown] = [await fetchStatus(stranger, id), await fetchStatus(stranger, 'cs_unknown')];
    expect([other.statusCode, other.json().code]).toEqual([404, 'payment_not_found']);
    expect(other.body).toBe(unknown.body);
    expect((await t.call(paymentStatus, { params: { sessionId: id } })).statusCode).toBe(401);
  });

  it('comes from the provider if no event has arrived, with the same result', async () => {
    const user = await buildUser(t);
    const id = await buildCheckout(t, user);
    expect((await fetchStatus(user, id)).json()).toMatchObject({ payment_status: 'pending', status: 'open' });
    lifecycle.pay(state.sessions[id]!);
    const late = stripe.takeEvents();
    expect((await fetchStatus(user, id)).json()).toMatchObject({ payment_status: 'paid', status: 'complete' });
    const before = await fetchMe(t, user);
    expect(before).toMatchObject({ subscription_tier: 'pro', subscription_status: 'active' });
    await deliverAll(t, late);
    expect(await fetchMe(t, user)).toEqual(before);
  });

  it('stays pending until the money arrives or the provider responds', async () => {
    const user = await buildUser(t);
    const id = await buildCheckout(t, user);
    lifecycle.pay(state.sessions[id]!, true);
    await deliverAll(t, stripe.takeEvents());
    expect((await fetchStatus(user, id)).json()).toMatchObject({ payment_status: 'pending', status: 'complete' });
    expect((await fetchMe(t, user)).subscription_tier).toBe('free');
    t.clock.advance(61_000);
    stripe.setMode('busy');
    expect((await fetchStatus(user, id)).json()).toMatchObject({ payment_status: 'pending' });
    stripe.setMode('ok');
    lifecycle.passTime();
    await deliverAll(t, stripe.takeEvents());
    expect((await fetchStatus(user, id)).json()).toMatchObject({ payment_status: 'paid' });
    expect((await fetchMe(t, user)).subscription_tier).toBe('pro');
  });

  it('is found by its reference if the checkout was never stored', async () => {
    const user = await buildUser(t);
    const id = await buildCheckout(t, user);
    await t.db.rows(
      "update payment_sessions set provider_id = null, url = null, status = 'new' where provider_id = $1",
      [id],
    );
    lifecycle.pay(state.sessions[id]!);
    await deliverAll(t, stripe.takeEvents());
    expect((await fetchStatus(user, id)).json()).toMatchObject({ payment_status: 'paid', status: 'complete' });
  });
});

describe('upgrades', () => {
  it('are limited to ten checkouts an hour', async () => {
    const user = await buildUser(limited);
    const ask = () => limited.call(createCheckout, { token: user.token, body: { plan_type: 'pro_monthly' } });
    for (let i = 0; i < 10; i++) expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
    expect(refused.headers['retry-after']).toBeDefined();
  });

  it.each([
    ['the refreshing of a plan', refreshSubscription],
    ['cancelling', cancelSubscription],
    ['switching the plan', switchPlan],
    ["opening the provider's page", openPortal],
  ])('share the limit of ten calls to the provider with checkouts: %s', async (_, endpoint) => {
    const user = await buildUser(limited);
    const body = { plan_type: 'pro_monthly' };
    const ask = async () => (await limited.call(endpoint, { token: user.token, body })).statusCode;
    for (let i = 0; i < 5; i++) await limited.call(createCheckout, { token: user.token, body });
    for (let i = 0; i < 5; i++) expect(await ask()).not.toBe(429);
    expect(await ask()).toBe(429);
  });

  it('are off without a provider, which the response states', async () => {
    const off = await testApp();
    const user = await buildUser(off);
    const options = await off.call(paymentOptions, { token: user.token });
    expect(options.json()).toEqual({ upgrades: 'off', support_email: null });
    const answer = await off.call(createCheckout, { token: user.token, body: { plan_type: 'pro_monthly' } });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'upgrades_off', detail: "Upgrades aren't available here yet" },
    ]);
    expect((await t.call(paymentOptions, { token: (await buildUser(t)).token })).json().upgrades).toBe('on');
  });
});
