import { beforeEach, describe, expect, it } from 'vitest';
import { reinstateUser } from '#contract/admin-accounts.ts';
import { login, me } from '#contract/auth.ts';
import {
  cancelSubscription,
  createCheckout,
  openPortal,
  paymentStatus,
  refreshSubscription,
  switchPlan,
} from '#contract/billing.ts';
import { createMission, getMission } from '#contract/missions.ts';
import { DAY_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { buildAdminSession, buildSuspension } from '../../testing/factories/admin.ts';
import { buildPlan, deliverAll, paidApp } from '../../testing/factories/billing.ts';
import { buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { openReader } from '../../testing/live-reader.ts';
import { NOON } from '../../testing/test-app.ts';

const t = await paidApp();
const { stripe } = t;
const { lifecycle } = stripe.provider;
beforeEach(() => {
  t.clock.set(NOON);
  stripe.setMode('ok');
  stripe.takeEvents();
});

/** Signs in again, because a month passes in between. */
async function signInAgain(user: TestUser): Promise<string> {
  return (await t.call(login, { body: { email: user.email, password: user.password } })).json().access_token;
}
const fetchMe = async (user: TestUser) => (await t.call(me, { token: await signInAgain(user) })).json();
const cancel = async (user: TestUser) => t.call(cancelSubscription, { token: await signInAgain(user) });
const toPlan = async (user: TestUser, plan_type: string) =>
  t.call(switchPlan, { token: await signInAgain(user), body: { plan_type } });
const refresh = async (user: TestUser) => t.call(refreshSubscription, { token: await signInAgain(user) });
const newest = () => stripe.subscriptions().at(-1)!;
const deliverEvents = () => deliverAll(t, stripe.takeEvents());
const jobsFor = async (name: string, user: TestUser) =>
  (await t.db.rows("select id from jobs where name = $1 and data->>'user_id' = $2", [name, user.id])).length;
/** Runs the recurring jobs that are due by the clock. */
const runRecurringJobs = async () => {
  await t.queue.tick();
  await t.queue.drain();
};

async function buildProUser(plan: 'pro_monthly' | 'premium_yearly' = 'pro_monthly'): Promise<TestUser> {
  const user = await buildUser(t);
  await buildPlan(t, user, plan);
  return user;
}

describe('canceling', () => {
  it("keeps the plan until its period ends, when the provider's event makes the user free", async () => {
    const user = await buildProUser();
    const answer = await cancel(user);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().message).toBe('Your plan ends when the paid period does.');
    expect(answer.json().user).toMatchObject({
      ...{ subscription_tier: 'pro', subscription_status: 'cancel_at_period_end' },
      ...{
        subscription_cancel_requested: '2026-11-21T12:00:00.000Z',
        subscription_ends_at: '2026-12-21T12:00:00.000Z',
      },
    });
    await deliverEvents();
    t.clock.set('2026-12-21T11:59:59Z');
    expect((await fetchMe(user)).subscription_tier).toBe('pro');
    t.clock.set('2026-12-21T12:00:01Z');
    lifecycle.passTime();
    await deliverEvents();
    const [row] = await t.db.rows('select subscription_tier, subscription_status from users where id = $1', [user.id]);
    expect(row).toEqual({ subscription_tier: 'free', subscription_status: 'canceled' });
  });

  it('ends the plan with its period even while the provider is down', async () => {
    const user = await buildProUser();
    await cancel(user);
    t.clock.set('2026-12-21T12:00:00Z');
    stripe.setMode('down');
    expect(await fetchMe(user)).toMatchObject({
      ...{ subscription_tier: 'free', subscription_status: 'canceled', subscription_plan: null },
    });
    const create = { title: 'T', description: '<p>D</p>', goal: 'G', duration_days: 3, start_date: '2026-12-21' };
    const token = await signInAgain(user);
    for (let i = 0; i < 5; i++) expect((await t.call(createMission, { token, body: create })).statusCode).toBe(201);
    expect((await t.call(createMission, { token, body: create })).json().code).toBe('plan_limit');
    await runRecurringJobs();
    const [row] = await t.db.rows('select subscription_tier from users where id = $1', [user.id]);
    expect(row).toEqual({ subscription_tier: 'free' });
  });

  it('succeeds again after a cancellation', async () => {
    const user = await buildProUser();
    expect((await cancel(user)).statusCode).toBe(200);
    expect((await cancel(user)).statusCode).toBe(200);
    expect(newest().cancel_at_period_end).toBe(true);
    const other = await buildProUser();
    lifecycle.cancel(newest());
    expect((await cancel(other)).json().user).toMatchObject({ subscription_tier: 'free' });
    expect((await cancel(other)).statusCode).toBe(200);
  });

  it('cancels once for 20 concurrent requests', async () => {
    const user = await buildProUser();
    const token = await signInAgain(user);
    stripe.calls.length = 0;
    const all = await Promise.all(Array.from({ length: 20 }, () => t.call(cancelSubscription, { token })));
    expect(new Set(all.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect((await fetchMe(user)).subscription_status).toBe('cancel_at_period_end');
    const { id } = newest();
    const once = [`GET /v1/subscriptions/${id}`, `POST /v1/subscriptions/${id}`, `GET /v1/subscriptions/${id}`];
    expect(stripe.calls).toEqual(once);
    // A plan that is cancelled already asks nobody.
    expect((await cancel(user)).statusCode).toBe(200);
    expect(stripe.calls).toEqual(once);
  });

  it('uses one idempotency key on two concurrent instances, and a new key the next time', async () => {
    const user = await buildProUser();
    const other = await t.startInstance();
    const headers = { authorization: `Bearer ${await signInAgain(user)}` };
    const request = { method: 'POST', url: cancelSubscription.path, headers } as const;
    const subscription = newest();
    const listKeys = () => Object.keys(stripe.provider.state.answers).filter((key) => key.includes(subscription.id));
    const answers = await Promise.all([t.app.inject(request), other.app.inject(request)]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
    expect(listKeys()).toHaveLength(1);

    lifecycle.setCancelAtPeriodEnd(subscription, false);
    await deliverEvents();
    expect((await cancel(user)).json().user.subscription_status).toBe('cancel_at_period_end');
    expect(subscription.cancel_at_period_end).toBe(true);
    expect(listKeys()).toHaveLength(2);
    await other.stop();
  });

  it('needs a subscription and a provider that responds', async () => {
    const free = await buildUser(t);
    expect((await cancel(free)).json().code).toBe('no_subscription');
    const user = await buildProUser();
    stripe.setMode('busy');
    expect((await cancel(user)).json().code).toBe('payments_unavailable');
    expect((await fetchMe(user)).subscription_status).toBe('active');
  });
});

describe('a renewal', () => {
  it('extends the period each time', async () => {
    const user = await buildProUser();
    for (const [now, end] of [
      ['2026-12-21T12:00:00Z', '2027-01-21T12:00:00.000Z'],
      ['2027-01-21T12:00:00Z', '2027-02-21T12:00:00.000Z'],
    ]) {
      t.clock.set(now!);
      lifecycle.passTime();
      await deliverEvents();
      expect(await fetchMe(user)).toMatchObject({ subscription_status: 'active', subscription_period_end: end });
    }
  });

  it('is found by the job if its event was lost', async () => {
    const user = await buildProUser();
    t.clock.set('2026-12-21T12:10:00Z');
    expect((await fetchMe(user)).subscription_tier).toBe('pro');
    await runRecurringJobs();
    expect((await fetchMe(user)).subscription_period_end).toBe('2027-01-21T12:00:00.000Z');
  });

  it('leaves the plan for seven days if it fails, sends one email, and restores it when paid', async () => {
    const user = await buildProUser();
    stripe.provider.state.customers[newest().customer]!.declines = true;
    t.clock.set('2026-12-21T12:00:30Z');
    lifecycle.passTime();
    const failed = stripe.takeEvents();
    expect(failed.map((event) => event.type)).toContain('invoice.payment_failed');
    await deliverAll(t, failed);
    await refresh(user);
    expect(await fetchMe(user)).toMatchObject({
      ...{ subscription_tier: 'pro', subscription_status: 'past_due' },
      subscription_ends_at: '2026-12-28T12:00:00.000Z',
    });
    expect(await jobsFor('send-payment-failed', user)).toBe(1);
    lifecycle.payOpenInvoice(newest());
    await deliverEvents();
    expect(await fetchMe(user)).toMatchObject({ subscription_status: 'active', subscription_ends_at: null });
  });

  it('ends the plan after seven days if it stays unpaid, also at the provider', async () => {
    const user = await buildProUser();
    stripe.provider.state.customers[newest().customer]!.declines = true;
    t.clock.set('2026-12-21T12:00:30Z');
    lifecycle.passTime();
    await deliverEvents();
    t.clock.set('2026-12-28T12:00:00Z');
    expect((await fetchMe(user)).subscription_tier).toBe('free');
    await runRecurringJobs();
    expect(newest().status).toBe('canceled');
    expect(await fetchMe(user)).toMatchObject({ subscription_tier: 'free', subscription_status: 'canceled' });
  });

  it('ends the plan some time after its last known period if the provider lost the subscription', async () => {
    const user = await buildProUser();
    delete stripe.provider.state.subscriptions[newest().id];
    t.clock.set('2026-12-27T12:00:00Z');
    await runRecurringJobs();
    expect((await fetchMe(user)).subscription_tier).toBe('pro');
    t.clock.set('2026-12-28T12:30:00Z');
    await runRecurringJobs();
    expect(await fetchMe(user)).toMatchObject({ subscription_tier: 'free', subscription_status: 'canceled' });
    const again = await t.call(createCheckout, { token: await signInAgain(user), body: { plan_type: 'pro_monthly' } });
    expect(again.statusCode).toBe(200);
  });

  it('keeps the plan if it was paid although its event never arrived', async () => {
    const [waiting, buying] = [await buildProUser(), await buildProUser()];
    const [first, second] = stripe.subscriptions().slice(-2);
    for (const { customer } of [first!, second!]) stripe.provider.state.customers[customer]!.declines = true;
    t.clock.set('2026-12-21T12:00:30Z');
    lifecycle.passTime();
    await deliverEvents();
    lifecycle.payOpenInvoice(first!);
    lifecycle.payOpenInvoice(second!);
    stripe.takeEvents();
    t.clock.set('2026-12-28T13:00:00Z');
    expect((await fetchMe(buying)).subscription_tier).toBe('free');
    const again = await t.call(createCheckout, {
      token: await signInAgain(buying),
      body: { plan_type: 'pro_monthly' },
    });
    expect(again.json().code).toBe('already_on_plan');
    await runRecurringJobs();
    for (const user of [waiting, buying])
      expect(await fetchMe(user)).toMatchObject({ subscription_tier: 'pro', subscription_status: 'active' });
    expect([first?.status, second?.status]).toEqual(['active', 'active']);
  });

  it('can be canceled while unpaid, which ends the plan immediately and allows a new one', async () => {
    const user = await buildProUser();
    const old = newest();
    stripe.provider.state.customers[old.customer]!.declines = true;
    t.clock.set('2026-12-21T12:00:30Z');
    lifecycle.passTime();
    await deliverEvents();
    expect((await cancel(user)).json().user.subscription_tier).toBe('free');
    expect(old.status).toBe('canceled');
    const again = await t.call(createCheckout, { token: await signInAgain(user), body: { plan_type: 'pro_monthly' } });
    expect(again.statusCode).toBe(200);
  });

  it('ends a lapsed subscription at the provider before it sells a new one', async () => {
    const user = await buildProUser();
    const old = newest();
    stripe.provider.state.customers[old.customer]!.declines = true;
    t.clock.set('2026-12-21T12:00:30Z');
    lifecycle.passTime();
    await deliverEvents();
    t.clock.set('2026-12-29T12:00:00Z');
    const again = await t.call(createCheckout, { token: await signInAgain(user), body: { plan_type: 'pro_monthly' } });
    expect([again.statusCode, old.status]).toEqual([200, 'canceled']);
  });
});

describe('switching', () => {
  it('between month and year starts a new period and leaves one subscription', async () => {
    const user = await buildProUser();
    t.clock.advance(5 * DAY_MS);
    const up = await toPlan(user, 'premium_yearly');
    expect([up.statusCode, up.json().message]).toEqual([200, "You're on PREMIUM now."]);
    expect(up.json().user).toMatchObject({
      ...{ subscription_plan: 'premium_yearly', subscription_period_end: '2027-11-26T12:00:00.000Z' },
    });
    const back = await toPlan(user, 'pro_monthly');
    expect(back.json().user).toMatchObject({
      ...{ subscription_plan: 'pro_monthly', subscription_period_end: '2026-12-26T12:00:00.000Z' },
    });
    expect(stripe.subscriptions().filter(({ customer }) => customer === newest().customer)).toHaveLength(1);
  });

  it('revokes a cancellation', async () => {
    const user = await buildProUser();
    await cancel(user);
    expect((await toPlan(user, 'premium_yearly')).json().user.subscription_status).toBe('active');
    expect(newest().cancel_at_period_end).toBe(false);
  });

  it('changes nothing if the card is declined', async () => {
    const user = await buildProUser();
    stripe.provider.state.customers[newest().customer]!.declines = true;
    const answer = await toPlan(user, 'premium_yearly');
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'payment_declined']);
    expect(await fetchMe(user)).toMatchObject({ subscription_plan: 'pro_monthly', subscription_status: 'active' });
  });

  it('bills once if it is repeated or its response is lost', async () => {
    const user = await buildProUser();
    const invoices = () =>
      Object.values(stripe.provider.state.invoices).filter(({ subscription }) => subscription === newest().id).length;
    stripe.setMode('late');
    expect((await toPlan(user, 'premium_yearly')).json().code).toBe('payments_unavailable');
    stripe.setMode('ok');
    await toPlan(user, 'premium_yearly');
    expect((await toPlan(user, 'premium_yearly')).json().code).toBe('already_on_plan');
    expect(invoices()).toBe(2);
  });

  it('needs a plan and a different plan that is sold', async () => {
    const free = await buildUser(t);
    expect((await toPlan(free, 'premium_yearly')).json().code).toBe('no_subscription');
    expect((await toPlan(free, 'gold')).statusCode).toBe(422);
    const pro = await buildProUser();
    expect((await toPlan(pro, 'pro_monthly')).json().code).toBe('already_on_plan');
  });
});

describe('a downgrade', () => {
  it('keeps seven missions, but a new one must wait until there is room', async () => {
    const user = await buildProUser();
    const missions: string[] = [];
    for (let i = 0; i < 7; i++) missions.push(await buildMission(t, user, { duration_days: i < 3 ? 20 : 90 }));
    const status = await buildMission(t, user, { duration_days: 90 });
    await t.db.rows('delete from missions where id = $1', [status]);
    await cancel(user);
    t.clock.set('2026-12-21T12:00:00Z');
    const token = await signInAgain(user);
    for (const id of missions) {
      const answer = await t.call(getMission, { token, params: { id } });
      expect([answer.statusCode, answer.json().can.edit]).toEqual([200, true]);
    }
    const body = { title: 'T', description: '<p>D</p>', goal: 'G', duration_days: 3, start_date: '2026-12-21' };
    // Three of the seven have ended, so four are active: one more fits, but not two.
    expect((await t.call(createMission, { token, body })).statusCode).toBe(201);
    const refused = await t.call(createMission, { token, body });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'plan_limit']);
  });
});

describe('the portal and refreshing', () => {
  it("open the provider's page for a buyer, and fail without a subscription", async () => {
    const user = await buildProUser();
    const answer = await t.call(openPortal, { token: await signInAgain(user) });
    expect(answer.json().portal_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/portal\/bps_/);
    const free = await buildUser(t);
    expect((await t.call(openPortal, { token: free.token })).json().code).toBe('no_subscription');
  });

  it('read from the provider what no event has reported', async () => {
    const user = await buildProUser();
    lifecycle.cancel(newest());
    stripe.takeEvents();
    expect((await refresh(user)).json()).toMatchObject({ subscription_tier: 'free', subscription_status: 'canceled' });
    stripe.setMode('down');
    expect((await refresh(user)).json().code).toBe('payments_unavailable');
    stripe.setMode('ok');
    const free = await buildUser(t);
    expect((await refresh(free)).json().subscription_tier).toBe('free');
  });
});

describe('deleted accounts', () => {
  it('lose their subscription when the job runs', async () => {
    const user = await buildUser(t);
    const id = await buildPlan(t, user);
    const subscription = newest();
    await t.db.rows('delete from users where id = $1', [user.id]);
    t.clock.advance(10 * MINUTE_MS);
    await runRecurringJobs();
    expect(subscription.status).toBe('canceled');
    await deliverEvents();
    const other = await buildUser(t);
    expect((await t.call(paymentStatus, { token: other.token, params: { sessionId: id } })).statusCode).toBe(404);
  });
});

describe('suspended accounts', () => {
  it('are not charged again, so the plan ends with its period even after a reinstatement', async () => {
    const user = await buildProUser();
    const other = await buildProUser();
    const [theirs, others] = stripe.subscriptions().slice(-2);
    await buildSuspension(t, user);
    // Later than in any other test, because the job does its work at most once a minute of the clock.
    t.clock.advance(20 * MINUTE_MS);
    await runRecurringJobs();
    expect([theirs!.cancel_at_period_end, others!.cancel_at_period_end]).toEqual([true, false]);
    const before = stripe.calls.length;
    t.clock.advance(10 * MINUTE_MS);
    await runRecurringJobs();
    // It was done once, so there are no further calls about it.
    expect(stripe.calls.slice(before).filter((call) => call.includes(theirs!.id))).toEqual([]);
    await t.call(reinstateUser, { token: await buildAdminSession(t), params: { id: user.id } });
    expect(await fetchMe(user)).toMatchObject({
      ...{ subscription_tier: 'pro', subscription_status: 'cancel_at_period_end' },
      subscription_ends_at: '2026-12-21T12:00:00.000Z',
    });
    expect((await fetchMe(other)).subscription_status).toBe('active');
  });
});

it("a change of the plan refreshes the user's own screens, but a mere refresh does not", async () => {
  const user = await buildUser(t);
  const url = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const isHintedBy = async (act: () => Promise<unknown>) => {
    // A stream does not survive the days that pass, and earlier hints might still arrive.
    const reader = await openReader(url, await signInAgain(user));
    const mark = async (mission_id: string) => {
      t.live.hint({ user_ids: [user.id], mission_id }, 'dashboard');
      await reader.find((event) => event.kind === 'dashboard' && event.mission_id === mission_id);
    };
    await mark('before');
    reader.forget();
    await act();
    await mark('after');
    reader.close();
    return reader.events.some(({ kind }) => kind === 'everything');
  };
  expect(await isHintedBy(() => buildPlan(t, user))).toBe(true);
  expect(await isHintedBy(() => refresh(user))).toBe(false);
  expect(await isHintedBy(() => cancel(user))).toBe(true);
  t.clock.set('2028-01-01T12:00:00Z');
  stripe.setMode('down');
  expect(await isHintedBy(runRecurringJobs)).toBe(true);
});
