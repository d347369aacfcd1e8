import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf, daysBetween, startOfDay } from './days.ts';
import { canStartRound, daysRemaining, deletionTakesPoints, lastDay, missionEnd, missionState } from './missions.ts';
import { someDay, someZone } from './testing/arbitraries.ts';

const HOUR = 3_600_000;
const at = (text: string) => new Date(text);

it('deleting a mission removes its points for less than 24 hours after its creation', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), fc.integer({ min: 0, max: 72 * HOUR }), (created, age) => {
      const now = new Date(created.getTime() + age);
      fc.pre(!Number.isNaN(now.getTime()));
      expect(deletionTakesPoints(created, now)).toBe(age < 24 * HOUR);
    }),
  );
});

it('hosts can start the next round after the completion, and members 7 times 24 hours later', () => {
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true }),
      fc.integer({ min: 0, max: 400 * HOUR }),
      fc.boolean(),
      (at, age, host) => {
        const now = new Date(at.getTime() + age);
        fc.pre(!Number.isNaN(now.getTime()));
        expect(canStartRound(at, host, now)).toBe(host || age >= 7 * 24 * HOUR);
        expect(canStartRound(null, host, now)).toBe(false);
      },
    ),
  );
});

describe('missionEnd', () => {
  it('is the number of calendar days after the start, through every clock change', () => {
    fc.assert(
      fc.property(someDay(), fc.integer({ min: 1, max: 365 }), someZone(), (first, duration, zone) => {
        const end = missionEnd(first, duration, zone);
        const last = lastDay(first, duration);
        expect(end).toEqual(startOfDay(addDays(first, duration), zone));
        expect(daysBetween(first, last)).toBe(duration - 1);
        const final = dayOf(new Date(end.getTime() - 1), zone);
        expect(final === last || (zone === 'Pacific/Apia' && last === '2011-12-30')).toBe(true);
        expect(dayOf(end, zone) > last).toBe(true);
        const mission = { first_day: first, duration_days: duration, timezone: zone };
        expect(daysRemaining(mission, end)).toBe(0);
        // A zone might skip the first day.
        const begun = dayOf(startOfDay(first, zone), zone);
        expect(daysRemaining(mission, startOfDay(first, zone))).toBe(Math.max(0, daysBetween(begun, last) + 1));
      }),
      { numRuns: 300 },
    );
  });

  it('is at midnight after a clock change too', () => {
    expect(missionEnd('2026-03-28', 3, 'Europe/Berlin')).toEqual(at('2026-03-30T22:00:00Z'));
    expect(missionEnd('2024-02-28', 2, 'Asia/Kuala_Lumpur')).toEqual(at('2024-02-29T16:00:00Z'));
    expect(lastDay('2024-02-28', 2)).toBe('2024-02-29');
  });
});

describe('daysRemaining', () => {
  const mission = { first_day: '2026-05-01', duration_days: 9, timezone: 'UTC' };
  it.each([
    ['2026-04-30T12:00:00.000Z', 10],
    ['2026-05-09T23:59:59.999Z', 1],
    ['2026-05-09T00:00:00.000Z', 1],
    ['2026-05-08T23:59:59.999Z', 2],
    ['2026-05-10T00:00:00.000Z', 0],
    ['2026-06-10T00:00:00.000Z', 0],
  ])('at %s is %d', (now, days) => {
    expect(daysRemaining(mission, at(now))).toBe(days);
  });

  // Each mission crosses a clock change, which makes one of its days longer or shorter.
  it.each([
    ['2026-07-10', 120, 'Europe/Berlin', '2026-07-11T22:30:00Z', 118],
    ['2026-03-01', 60, 'Europe/Berlin', '2026-03-02T23:30:00Z', 58],
    ['2026-10-20', 30, 'America/New_York', '2026-10-21T04:10:00Z', 29],
    ['2026-03-01', 30, 'America/New_York', '2026-03-02T04:59:00Z', 30],
    ['2026-04-01', 10, 'Australia/Lord_Howe', '2026-04-01T13:10:00Z', 9],
    ['2026-09-28', 10, 'Australia/Lord_Howe', '2026-09-28T13:20:00Z', 10],
  ])('counts dates from %s for %i days in %s at %s', (first_day, duration_days, timezone, now, days) => {
    expect(daysRemaining({ first_day, duration_days, timezone }, at(now))).toBe(days);
  });

  it('adds up with the number of the day to the length of the mission', () => {
    fc.assert(
      fc.property(someDay(), fc.integer({ min: 1, max: 365 }), someZone(), fc.nat(364), (first, total, zone, gone) => {
        const now = startOfDay(addDays(first, Math.min(gone, total - 1)), zone);
        const number = daysBetween(first, dayOf(now, zone)) + 1;
        const left = daysRemaining({ first_day: first, duration_days: total, timezone: zone }, now);
        expect(left).toBe(Math.max(0, total - number + 1));
      }),
    );
  });
});

describe('missionState', () => {
  const end_date = at('2026-05-10T00:00:00Z');
  const before = at('2026-05-09T23:59:59.999Z');
  it('is active until the end, then ended, and completed after the completion', () => {
    expect(missionState({ is_active: true, end_date, completed_at: null }, before)).toBe('active');
    expect(missionState({ is_active: true, end_date, completed_at: null }, end_date)).toBe('ended');
    expect(missionState({ is_active: false, end_date, completed_at: null }, before)).toBe('ended');
    expect(missionState({ is_active: false, end_date, completed_at: end_date }, before)).toBe('completed');
  });
});
