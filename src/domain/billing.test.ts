import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#platform/lib/durations.ts';
import { chosenSubscription, PLAN_TYPES, PLANS, planEnd, type SubscriptionFacts, withPlanNow } from './billing.ts';
import { PAYMENT_GRACE_DAYS } from './limits.ts';

const START = Date.parse('2026-11-21T12:00:00Z');
const MONTH = 30 * DAY_MS;
const GRACE = PAYMENT_GRACE_DAYS * DAY_MS;

const buildSubscription = (change: Partial<SubscriptionFacts> = {}): SubscriptionFacts => ({
  plan_type: 'pro_monthly',
  status: 'active',
  cancel_at_period_end: false,
  period_start: new Date(START),
  period_end: new Date(START + MONTH),
  ...change,
});

const subscription: fc.Arbitrary<SubscriptionFacts> = fc
  .record({
    plan_type: fc.constantFrom(...PLAN_TYPES),
    status: fc.constantFrom('active', 'past_due', 'canceled', 'incomplete'),
    cancel_at_period_end: fc.boolean(),
    start: fc.integer({ min: -400, max: 400 }),
    days: fc.integer({ min: 1, max: 366 }),
  })
  .map(({ start, days, ...rest }) => ({
    ...rest,
    period_start: new Date(START + start * DAY_MS),
    period_end: new Date(START + (start + days) * DAY_MS),
  }));

describe('prices', () => {
  it('are 5 USD a month for PRO and 50 USD a year for PREMIUM, which is 17 % cheaper', () => {
    expect([PLANS.pro_monthly.amount, PLANS.premium_yearly.amount]).toEqual([500, 5000]);
    expect(Math.round(100 - (100 * PLANS.premium_yearly.amount) / (12 * PLANS.pro_monthly.amount))).toBe(17);
  });
});

describe('the end of a plan', () => {
  it('is the end of the period if canceled, and seven days later if it renews', () => {
    expect(planEnd(buildSubscription({ cancel_at_period_end: true }))).toEqual(new Date(START + MONTH));
    expect(planEnd(buildSubscription())).toEqual(new Date(START + MONTH + GRACE));
  });
  it('is seven days into an unpaid period, or the end of a shorter period', () => {
    expect(planEnd(buildSubscription({ status: 'past_due' }))).toEqual(new Date(START + GRACE));
    const short = { status: 'past_due', cancel_at_period_end: true, period_end: new Date(START + DAY_MS) } as const;
    expect(planEnd(buildSubscription(short))).toEqual(new Date(START + DAY_MS));
  });
  it('is null for a subscription that is over or was never paid', () => {
    expect(planEnd(buildSubscription({ status: 'canceled' }))).toBeNull();
    expect(planEnd(buildSubscription({ status: 'incomplete' }))).toBeNull();
  });
  it('is never before its period starts or after its period plus the grace days', () => {
    fc.assert(
      fc.property(subscription, (s) => {
        const end = planEnd(s);
        if (end === null) return;
        expect(end > s.period_start).toBe(true);
        expect(end.getTime()).toBeLessThanOrEqual(s.period_end.getTime() + GRACE);
        if (s.cancel_at_period_end) expect(end <= s.period_end).toBe(true);
      }),
    );
  });
});

describe('choosing a subscription', () => {
  it('prefers PREMIUM, then the subscription that lasts longest, in any order', () => {
    fc.assert(
      fc.property(fc.array(subscription, { maxLength: 6 }), fc.integer({ min: -500, max: 800 }), (all, days) => {
        const now = new Date(START + days * DAY_MS);
        const current = all.filter((s) => planEnd(s) !== null && planEnd(s)! > now);
        const chosen = chosenSubscription(all, now);
        expect(chosen === null).toBe(current.length === 0);
        if (chosen === null) return;
        expect(current).toContain(chosen);
        expect(chosenSubscription([...all].reverse(), now)).toMatchObject({
          plan_type: chosen.plan_type,
        });
        if (current.some((s) => s.plan_type === 'premium_yearly')) expect(chosen.plan_type).toBe('premium_yearly');
        for (const s of current.filter((one) => one.plan_type === chosen.plan_type))
          expect(planEnd(s)! <= planEnd(chosen)!).toBe(true);
      }),
    );
  });
});

describe('withPlanNow', () => {
  const user = {
    subscription_tier: 'pro',
    subscription_plan: 'pro_monthly',
    subscription_ends_at: '2026-12-21T12:00:00.000Z',
    points: 70,
  } as const;
  it('removes the plan from the millisecond of its end and keeps all other fields', () => {
    expect(withPlanNow(user, new Date('2026-12-21T11:59:59.999Z'))).toBe(user);
    const over = withPlanNow(user, new Date('2026-12-21T12:00:00.000Z'));
    expect(over).toMatchObject({ subscription_tier: 'free', subscription_plan: null, points: 70 });
  });
  it('never ends a plan without a known end', () => {
    const user = { subscription_tier: 'pro', subscription_ends_at: null } as const;
    expect(withPlanNow(user, new Date('2999-01-01T00:00:00Z'))).toBe(user);
  });
});
