import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenSubscription, PLAN_TYPES, PLANS, planEnd, type SubscriptionFacts, withPlanNow } from './billing.ts';
import { DAY_MS } from './durations.ts';
import { PAYMENT_GRACE_DAYS } from './limits.ts';

const START = Date.parse('2026-11-21T12:00:00Z');
const MONTH = 30 * DAY_MS;
const GRACE = PAYMENT_GRACE_DAYS * DAY_MS;

const given = (change: Partial<SubscriptionFacts> = {}): SubscriptionFacts => ({
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
  it('are those of the specification, the year 17 % cheaper', () => {
    expect([PLANS.pro_monthly.amount, PLANS.premium_yearly.amount]).toEqual([500, 5000]);
    expect(Math.round(100 - (100 * PLANS.premium_yearly.amount) / (12 * PLANS.pro_monthly.amount))).toBe(17);
  });
});

describe('the end of a plan', () => {
  it('is the period’s when it was cancelled, and seven days later when it renews', () => {
    expect(planEnd(given({ cancel_at_period_end: true }))).toEqual(new Date(START + MONTH));
    expect(planEnd(given())).toEqual(new Date(START + MONTH + GRACE));
  });
  it('is seven days into a period that was not paid', () => {
    expect(planEnd(given({ status: 'past_due' }))).toEqual(new Date(START + GRACE));
    const short = { status: 'past_due', cancel_at_period_end: true, period_end: new Date(START + DAY_MS) } as const;
    expect(planEnd(given(short))).toEqual(new Date(START + DAY_MS));
  });
  it('has come already where nothing was ever paid, or all is over', () => {
    expect(planEnd(given({ status: 'canceled' }))).toBeNull();
    expect(planEnd(given({ status: 'incomplete' }))).toBeNull();
  });
  it('never lies before the period, nor beyond its end and the grace', () => {
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

describe('the subscription that counts', () => {
  it('is one that lasts, whatever the order, and PREMIUM if there is one', () => {
    fc.assert(
      fc.property(fc.array(subscription, { maxLength: 6 }), fc.integer({ min: -500, max: 800 }), (all, days) => {
        const now = new Date(START + days * DAY_MS);
        const live = all.filter((s) => planEnd(s) !== null && planEnd(s)! > now);
        const chosen = chosenSubscription(all, now);
        expect(chosen === null).toBe(live.length === 0);
        if (chosen === null) return;
        expect(live).toContain(chosen);
        expect(chosenSubscription([...all].reverse(), now)).toMatchObject({
          plan_type: chosen.plan_type,
        });
        if (live.some((s) => s.plan_type === 'premium_yearly')) expect(chosen.plan_type).toBe('premium_yearly');
        for (const s of live.filter((one) => one.plan_type === chosen.plan_type))
          expect(planEnd(s)! <= planEnd(chosen)!).toBe(true);
      }),
    );
  });
});

describe('the plan of an instant', () => {
  const user = {
    subscription_tier: 'pro',
    subscription_plan: 'pro_monthly',
    subscription_ends_at: '2026-12-21T12:00:00.000Z',
    points: 70,
  } as const;
  it('is gone from its end on, to the millisecond, and nothing else is', () => {
    expect(withPlanNow(user, new Date('2026-12-21T11:59:59.999Z'))).toBe(user);
    const over = withPlanNow(user, new Date('2026-12-21T12:00:00.000Z'));
    expect(over).toMatchObject({ subscription_tier: 'free', subscription_plan: null, points: 70 });
  });
  it('has no end where none is known', () => {
    const given = { subscription_tier: 'pro', subscription_ends_at: null } as const;
    expect(withPlanNow(given, new Date('2999-01-01T00:00:00Z'))).toBe(given);
  });
});
