import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { login, me } from '#contract/auth.ts';
import { Text } from '#platform/db/columns.ts';
import { openDb } from '#platform/db/open.ts';
import type { SandboxEvent } from '#tools/payments-sandbox/state.ts';
import { signatureOf } from '#tools/payments-sandbox/webhooks.ts';
import { buildCheckout, buildPlan, deliverAll, paidApp } from '../../testing/factories/billing.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';

const t = await paidApp();
const { stripe } = t;

const fetchMe = async (user: TestUser) => (await t.call(me, { token: user.token })).json();
/** Signs in again, because a month has passed. */
const signInAgain = async (user: TestUser): Promise<TestUser> => ({
  ...user,
  token: (await t.call(login, { body: user })).json().access_token,
});
const listEventIds = async () =>
  (await t.db.rows(z.object({ id: Text }), 'select id from payment_events order by id')).map((row) => row.id);
const sessionRows = (user: TestUser) =>
  t.db.rows('select status, payment_status from payment_sessions where user_id = $1', [user.id]);

/** Creates a user who has paid, and the provider's undelivered events. */
async function buildPaidUser(): Promise<{ user: TestUser; events: SandboxEvent[] }> {
  const user = await buildUser(t);
  const id = await buildCheckout(t, user);
  stripe.provider.lifecycle.pay(stripe.provider.state.sessions[id]!);
  return { user, events: stripe.takeEvents() };
}

describe('an event', () => {
  it('grants the plan of a paid checkout', async () => {
    const { user, events } = await buildPaidUser();
    expect(events.map((event) => event.type)).toEqual([
      'customer.subscription.created',
      'invoice.paid',
      'checkout.session.completed',
    ]);
    await deliverAll(t, events);
    expect(await fetchMe(user)).toMatchObject({
      subscription_tier: 'pro',
      subscription_status: 'active',
      subscription_plan: 'pro_monthly',
      subscription_start_date: '2026-11-21T12:00:00.000Z',
      subscription_period_end: '2026-12-21T12:00:00.000Z',
      subscription_cancel_requested: null,
      subscription_ends_at: null,
    });
    expect(await sessionRows(user)).toEqual([{ status: 'complete', payment_status: 'paid' }]);
  });

  it('is refused without changes if it is unsigned, foreign, changed or too old', async () => {
    const { user, events } = await buildPaidUser();
    const [event] = events;
    const before = await listEventIds();
    const at = t.clock.now().getTime();
    expect(await stripe.deliver(t.app, event!, { secret: 'whsec_of_somebody_else' })).toBe(400);
    expect(await stripe.deliver(t.app, event!, { tamper: (text) => text.replace('active', 'actjve') })).toBe(400);
    expect(await stripe.deliver(t.app, event!, { tamper: (text) => `${text} ` })).toBe(400);
    expect(await stripe.deliver(t.app, event!, { tamper: () => '' })).toBe(400);
    expect(await stripe.deliver(t.app, event!, { signed_at: new Date(at - 301_000) })).toBe(400);
    for (const headers of [{}, { 'stripe-signature': 'v1=abc' }, { 'stripe-signature': `t=${at},v1=` }]) {
      const answer = await t.app.inject({
        ...{ method: 'POST', url: '/api/payments/webhook', payload: '{"id":"evt_x"}' },
        headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
      });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'event_not_verified']);
    }
    expect(await listEventIds()).toEqual(before);
    expect(await fetchMe(user)).toMatchObject({ subscription_tier: 'free', subscription_status: null });
    expect(await stripe.deliver(t.app, event!, { signed_at: new Date(at - 299_000) })).toBe(200);
  });

  it.each(['', 'no JSON', 'null', '{}', '[]', '"evt_1"', '{"id":"evt_1","type":"invoice.paid"}'])(
    'is refused if its signed body is not an event: %j',
    async (payload) => {
      const before = await listEventIds();
      const at = Math.floor(t.clock.now().getTime() / 1000);
      const signature = signatureOf(payload, stripe.provider.state.webhook_secret, at);
      const answer = await t.app.inject({
        ...{ method: 'POST', url: '/api/payments/webhook', payload },
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'event_not_verified']);
      expect(await listEventIds()).toEqual(before);
    },
  );

  it('counts once, even if delivered repeatedly and concurrently', async () => {
    const { user, events } = await buildPaidUser();
    const [first, ...rest] = events;
    const before = (await listEventIds()).length;
    expect(await stripe.deliver(t.app, first!)).toBe(200);
    const calls = stripe.calls.length;
    for (let i = 0; i < 9; i++) expect(await stripe.deliver(t.app, first!)).toBe(200);
    // An applied event causes no further call to the provider.
    expect(stripe.calls.length).toBe(calls);
    expect((await listEventIds()).length).toBe(before + 1);
    const all = rest.flatMap((event) => Array.from({ length: 10 }, () => stripe.deliver(t.app, event)));
    expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
    expect((await listEventIds()).length).toBe(before + 3);
    expect(await fetchMe(user)).toMatchObject({ subscription_tier: 'pro', subscription_status: 'active' });
    const jobs = await t.db.rows("select id from jobs where name = 'send-plan-started' and data->>'user_id' = $1", [
      user.id,
    ]);
    expect(jobs).toHaveLength(1);
  });

  it('may arrive in any order: `deleted` before `created` leaves no plan', async () => {
    const { user, events } = await buildPaidUser();
    stripe.provider.lifecycle.cancel(stripe.subscriptions().at(-1)!);
    const [deleted] = stripe.takeEvents();
    expect(deleted?.type).toBe('customer.subscription.deleted');
    await deliverAll(t, [deleted!, ...events.toReversed()]);
    expect(await fetchMe(user)).toMatchObject({ subscription_tier: 'free', subscription_status: 'canceled' });
  });

  it('leads to the provider’s state in every order', async () => {
    const lives: SandboxEvent[][] = [];
    for (let i = 0; i < 4; i++) {
      const { user, events } = await buildPaidUser();
      const subscription = stripe.subscriptions().at(-1)!;
      stripe.provider.lifecycle.setCancelAtPeriodEnd(subscription, true);
      stripe.provider.lifecycle.setCancelAtPeriodEnd(subscription, false);
      stripe.provider.lifecycle.switchPlan(subscription, 'premium_yearly');
      const life = [...events, ...stripe.takeEvents()];
      lives.push(life);
      const order = i === 0 ? life : i === 1 ? life.toReversed() : life.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      if (i < 3) await deliverAll(t, order);
      else await Promise.all(order.map((event) => stripe.deliver(t.app, event)));
      expect(await fetchMe(user)).toMatchObject({
        subscription_plan: 'premium_yearly',
        subscription_status: 'active',
        subscription_period_end: '2027-11-21T12:00:00.000Z',
      });
    }
    expect(lives.every((life) => life.length > 5)).toBe(true);
  });

  it('returns an error if it cannot be stored, so the provider sends it again', async () => {
    const { user, events } = await buildPaidUser();
    // The same app with an unreachable database.
    const away = openDb('postgresql://nobody@127.0.0.1:1/none');
    const real = { ...t.deps.db };
    Object.assign(t.deps.db, { rows: away.rows, transact: away.transact });
    try {
      for (const event of events) expect(await stripe.deliver(t.app, event)).toBe(503);
    } finally {
      Object.assign(t.deps.db, real);
      await away.close();
    }
    expect((await fetchMe(user)).subscription_tier).toBe('free');
    await deliverAll(t, events);
    expect((await fetchMe(user)).subscription_tier).toBe('pro');
  });

  it('returns an error while the provider is unreachable', async () => {
    const { user, events } = await buildPaidUser();
    for (const mode of ['busy', 'late', 'down'] as const) {
      stripe.setMode(mode);
      expect(await stripe.deliver(t.app, events[0]!)).toBe(503);
    }
    stripe.setMode('ok');
    await deliverAll(t, events);
    expect((await fetchMe(user)).subscription_tier).toBe('pro');
  });

  it('is exempt from the general rate limit: ninety in a row are accepted', async () => {
    const limited = await paidApp({ rate_limits: true });
    const unknown = { id: 'evt_1', type: 'customer.updated', created: 0, object: { id: 'cus_1', object: 'customer' } };
    const statuses = new Set<number>();
    for (let i = 0; i < 90; i++)
      statuses.add(await limited.stripe.deliver(limited.app, { ...unknown, attempts: 0, next_attempt: null }));
    expect([...statuses]).toEqual([200]);
  });

  it('is accepted and ignored if its subject is unknown', async () => {
    const event = (type: string, object: object): SandboxEvent => ({
      ...{ id: `evt_${type}`, type, created: 0, object, attempts: 0, next_attempt: null },
    });
    await deliverAll(t, [
      event('customer.updated', { id: 'cus_1', object: 'customer' }),
      event('customer.subscription.updated', { id: 'sub_unknown', object: 'subscription' }),
      event('checkout.session.expired', { id: 'cs_unknown', object: 'checkout.session' }),
      event('charge.refunded', { id: 'ch_unknown', object: 'charge' }),
      event('invoice.paid', { id: 'in_1', object: 'invoice', parent: null }),
    ]);
  });
});

describe('money returned', () => {
  it.each(['refund', 'dispute'] as const)('ends the plan after a %s in full for the current period', async (how) => {
    const user = await buildUser(t);
    await buildPlan(t, user);
    stripe.provider.lifecycle.giveBack(stripe.subscriptions().at(-1)!, how);
    await deliverAll(t, stripe.takeEvents());
    expect(await fetchMe(user)).toMatchObject({ subscription_tier: 'free', subscription_status: 'canceled' });
    expect(stripe.subscriptions().at(-1)?.status).toBe('canceled');
    expect(await sessionRows(user)).toEqual([{ status: 'complete', payment_status: 'refunded' }]);
    await deliverAll(t, stripe.takeEvents());
    expect((await fetchMe(user)).subscription_tier).toBe('free');
  });

  it('leaves the plan after a refund of a past month', async () => {
    const user = await buildUser(t);
    await buildPlan(t, user);
    const subscription = stripe.subscriptions().at(-1)!;
    const old = stripe.provider.state.invoices[subscription.latest_invoice]!;
    t.clock.set('2026-12-22T12:00:00Z');
    stripe.provider.lifecycle.passTime();
    const renewalEvents = stripe.takeEvents();
    stripe.provider.lifecycle.giveBack({ ...subscription, latest_invoice: old.id }, 'refund');
    await deliverAll(t, [...renewalEvents, ...stripe.takeEvents()]);
    const back = await fetchMe(await signInAgain(user));
    expect(back).toMatchObject({ subscription_tier: 'pro', subscription_status: 'active' });
    expect(subscription.status).toBe('active');
  });
});
