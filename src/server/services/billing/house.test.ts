import { describe, expect, it } from 'vitest';
import { createToken, listTokens } from '#contract/api-tokens.ts';
import {
  cancelSubscription,
  createCheckout,
  openPortal,
  paymentOptions,
  paymentStatus,
  refreshSubscription,
  switchPlan,
} from '#contract/billing.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { getInsights } from '#contract/insights.ts';
import { createInvitation } from '#contract/invitations.ts';
import { addCohost } from '#contract/members.ts';
import { FREE_ACTIVE_MISSIONS, INVITATIONS_A_DAY_PAID, PRO_COHOSTS_MAX } from '#domain/limits.ts';
import { buildPlan, paidApp } from '../../testing/factories/billing.ts';
import { buildMembers, buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { planLimits } from './public.ts';

const HOUSE = { plans: false };
const t = await testApp({ config: HOUSE });

/** Creates an API token of the user that may read and write. */
async function buildApiToken(app: TestApp, user: TestUser): Promise<string> {
  const answer = await app.call(createToken, { token: user.token, body: { name: 'Laptop', scope: 'write' } });
  expect(answer.statusCode).toBe(201);
  return answer.json().token;
}

describe('a server without plans', () => {
  it('applies the same limits to every user, whatever their plan', () => {
    const free = { subscription_tier: 'free', subscription_plan: null, subscription_ends_at: null } as const;
    const pro = { subscription_tier: 'pro', subscription_plan: 'pro_monthly', subscription_ends_at: null } as const;
    const now = new Date('2026-11-22T12:00:00Z');
    expect(planLimits(free, now, false)).toEqual({
      active_missions: null,
      cohosts: null,
      invitations_a_day: INVITATIONS_A_DAY_PAID,
      insights: true,
      api_tokens: true,
    });
    expect(planLimits(pro, now, false)).toEqual(planLimits(free, now, false));
  });

  it('lets everyone create any number of missions without a limit on the dashboard', async () => {
    const user = await buildUser(t);
    for (let i = 0; i < FREE_ACTIVE_MISSIONS + 2; i++) await buildMission(t, user);
    const dashboard = (await t.call(getDashboard, { token: user.token })).json();
    expect([dashboard.missions.length, dashboard.missions_left]).toEqual([FREE_ACTIVE_MISSIONS + 2, null]);
  });

  it('allows any number of co-hosts in a mission', async () => {
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner);
    const friends = await Promise.all(Array.from({ length: PRO_COHOSTS_MAX + 1 }, () => buildUser(t)));
    await buildMembers(t, owner, mission, friends);
    for (const friend of friends) {
      const params = { id: mission, userId: friend.id };
      expect((await t.call(addCohost, { token: owner.token, params })).statusCode).toBe(204);
    }
  });

  it('shows everyone all insights', async () => {
    const user = await buildUser(t);
    expect((await t.call(getInsights, { token: user.token })).json().full).not.toBeNull();
  });

  it('lets everyone create and use API tokens', async () => {
    const user = await buildUser(t);
    const token = await buildApiToken(t, user);
    expect((await t.call(listTokens, { token: user.token })).json().allowed).toBe(true);
    expect((await t.call(getDashboard, { token })).statusCode).toBe(200);
  });

  it('still limits invitations by mail to the daily number of the paid plans', async () => {
    const limited = await testApp({ config: HOUSE, limits: { ...t.deps.limits, quotas: true } });
    const user = await buildUser(limited, { proven: true });
    const mission = await buildMission(limited, user);
    const invite = (i: number) =>
      limited.call(createInvitation, {
        token: user.token,
        body: { mission_id: mission, invitee_email: `friend${i}@example.com`, message: '' },
      });
    for (let i = 0; i < INVITATIONS_A_DAY_PAID; i++) expect((await invite(i)).statusCode).toBe(201);
    expect((await invite(INVITATIONS_A_DAY_PAID)).statusCode).toBe(429);
  });

  it('refuses a token of a Free user if plans are on', async () => {
    const user = await buildUser(t);
    const token = await buildApiToken(t, user);
    const withPlans = await testApp({ database_url: t.database_url });
    const answer = await withPlans.call(getDashboard, { token });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'api_access_needs_premium']);
  });
});

describe('payments on a server without plans', async () => {
  const paid = await paidApp({ config: HOUSE });

  it('refuse checkouts and plan changes, even with a provider', async () => {
    const user = await buildUser(paid);
    for (const endpoint of [createCheckout, switchPlan]) {
      const answer = await paid.call(endpoint, { token: user.token, body: { plan_type: 'pro_monthly' } });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'upgrades_off']);
    }
    expect((await paid.call(paymentOptions, { token: user.token })).json().upgrades).toBe('off');
  });

  it('still let payers see, refresh and cancel their plan', async () => {
    // The user bought the plan before the operator switched PLANS off.
    const before = await paidApp();
    const user = await buildUser(before);
    const session = await buildPlan(before, user);
    const after = await testApp({
      config: HOUSE,
      database_url: before.database_url,
      clock: before.clock,
      payments: before.stripe.payments,
    });
    const { token } = user;
    expect((await after.call(paymentStatus, { token, params: { sessionId: session } })).json().payment_status).toBe(
      'paid',
    );
    expect((await after.call(refreshSubscription, { token })).json().subscription_tier).toBe('pro');
    expect((await after.call(openPortal, { token })).statusCode).toBe(200);
    const answer = await after.call(cancelSubscription, { token });
    expect(answer.json().user.subscription_status).toBe('cancel_at_period_end');
    for (const event of before.stripe.takeEvents()) expect(await before.stripe.deliver(after.app, event)).toBe(200);
  });
});
