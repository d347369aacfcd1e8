import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf, daysBetween, startOfDay } from './days.ts';
import { canStartRound, daysRemaining, deletionTakesPoints, lastDay, missionEnd, missionState } from './missions.ts';
import { someDay, someZone } from './testing/arbitraries.ts';

const HOUR = 3_600_000;
const at = (text: string) => new Date(text);

it('Points go with a mission for less than 24 hours after its creation.', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), fc.integer({ min: 0, max: 72 * HOUR }), (created, age) => {
      const now = new Date(created.getTime() + age);
      fc.pre(!Number.isNaN(now.getTime()));
      expect(deletionTakesPoints(created, now)).toBe(age < 24 * HOUR);
    }),
  );
});

it('Hosts may start the next round from the completion on, and every member 7 times 24 hours later.', () => {
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
  it('A mission ends its number of calendar days after its start, through every clock change.', () => {
    fc.assert(
      fc.property(someDay(), fc.integer({ min: 1, max: 365 }), someZone(), (first, duration, zone) => {
        const end = missionEnd(first, duration, zone);
        const last = lastDay(first, duration);
        expect(end).toEqual(startOfDay(addDays(first, duration), zone));
        expect(daysBetween(first, last)).toBe(duration - 1);
        const final = dayOf(new Date(end.getTime() - 1), zone);
        expect(final === last || (zone === 'Pacific/Apia' && last === '2011-12-30')).toBe(true);
        expect(dayOf(end, zone) > last).toBe(true);
        expect(daysRemaining(end, end)).toBe(0);
        const remaining = daysRemaining(end, startOfDay(first, zone));
        expect(Math.abs(remaining - duration)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });

  it('A mission that spans a clock change still ends at midnight.', () => {
    expect(missionEnd('2026-03-28', 3, 'Europe/Berlin')).toEqual(at('2026-03-30T22:00:00Z'));
    expect(missionEnd('2024-02-28', 2, 'Asia/Kuala_Lumpur')).toEqual(at('2024-02-29T16:00:00Z'));
    expect(lastDay('2024-02-28', 2)).toBe('2024-02-29');
  });
});

describe('daysRemaining', () => {
  const end = at('2026-05-10T00:00:00Z');
  it.each([
    ['2026-05-09T23:59:59.999Z', 1],
    ['2026-05-09T00:00:00.000Z', 1],
    ['2026-05-08T23:59:59.999Z', 2],
    ['2026-05-10T00:00:00.000Z', 0],
    ['2026-06-10T00:00:00.000Z', 0],
  ])('At %s the days remaining are %d.', (now, days) => {
    expect(daysRemaining(end, at(now))).toBe(days);
  });
});

describe('missionState', () => {
  const end_date = at('2026-05-10T00:00:00Z');
  const before = at('2026-05-09T23:59:59.999Z');
  it('A mission is active until its end, ended from then on, and completed once completed.', () => {
    expect(missionState({ is_active: true, end_date, completed_at: null }, before)).toBe('active');
    expect(missionState({ is_active: true, end_date, completed_at: null }, end_date)).toBe('ended');
    expect(missionState({ is_active: false, end_date, completed_at: null }, before)).toBe('ended');
    expect(missionState({ is_active: false, end_date, completed_at: end_date }, before)).toBe('completed');
  });
});
