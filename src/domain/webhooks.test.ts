import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#platform/lib/durations.ts';
import { addDays, dayOf, startOfDay, startOfMinute } from './days.ts';
import { WEBHOOK_TRIES } from './limits.ts';
import { someDay, someZone } from './testing/arbitraries.ts';
import { DELIVERY_ERRORS, dayAtRisk, deliverableEvents, judgeTry, WEBHOOK_EVENTS } from './webhooks.ts';

const tries = fc.record({
  error: fc.constantFrom(null, ...DELIVERY_ERRORS),
  attempts: fc.integer({ min: 1, max: WEBHOOK_TRIES }),
  has_succeeded_since: fc.boolean(),
});

describe('deliverableEvents', () => {
  it('allows every chosen event for all missions, and all except the streak for one mission', () => {
    fc.assert(
      fc.property(fc.subarray([...WEBHOOK_EVENTS]), fc.uuid(), (events, mission) => {
        expect(deliverableEvents(events, null)).toEqual(events);
        expect(deliverableEvents(events, mission)).toEqual(events.filter((event) => !event.startsWith('streak.')));
      }),
    );
  });
});

describe('judgeTry', () => {
  it('delivers only on success and then leaves the webhook on', () => {
    fc.assert(
      fc.property(tries, (one) => {
        const { state, off_reason } = judgeTry(one);
        expect(state === 'delivered').toBe(one.error === null);
        if (state !== 'failed') expect(off_reason).toBeNull();
      }),
    );
  });

  it('retries until the last attempt, unless the receiver no longer exists', () => {
    fc.assert(
      fc.property(tries, (one) => {
        const isOver = one.error === null || one.error === 'gone' || one.attempts === WEBHOOK_TRIES;
        expect(judgeTry(one).state === 'pending').toBe(!isOver);
      }),
    );
  });

  it('leaves a webhook on that accepted something since, although another delivery failed', () => {
    const last = { error: 'status', attempts: WEBHOOK_TRIES } as const;
    expect(judgeTry({ ...last, has_succeeded_since: true })).toEqual({ state: 'failed', off_reason: null });
    expect(judgeTry({ ...last, has_succeeded_since: false })).toEqual({ state: 'failed', off_reason: 'failing' });
    expect(judgeTry({ ...last, error: 'gone', has_succeeded_since: true }).off_reason).toBe('gone');
  });
});

describe('dayAtRisk', () => {
  it("starts at 20:00 on the user's clock and ends with the day", () => {
    fc.assert(
      fc.property(someDay(), fc.nat({ max: DAY_MS - 1 }), someZone(), (day, ms, zone) => {
        const now = new Date(Date.parse(day) + ms);
        const today = dayOf(now, zone);
        expect(dayAtRisk(now, zone)).toBe(now >= startOfMinute(today, 20 * 60, zone) ? today : null);
        expect(dayAtRisk(startOfDay(addDays(today, 1), zone), zone)).toBeNull();
      }),
    );
  });
});
