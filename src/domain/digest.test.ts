import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf, startOfDay, weekdayOf } from './days.ts';
import { digestWeek } from './digest.ts';
import { HOUR_MS } from './durations.ts';
import { isQuiet } from './reminders.ts';
import { someDay, someZone } from './testing/arbitraries.ts';

describe('digestWeek', () => {
  it('The digest goes out on the Sunday that ends its week, and never in the quiet hours.', () => {
    fc.assert(
      fc.property(someDay(), someZone(), fc.integer({ min: 0, max: 26 * 4 }), (day, zone, quarter) => {
        const now = new Date(startOfDay(day, zone).getTime() + (quarter * HOUR_MS) / 4);
        const week = digestWeek(zone, now);
        if (week === null) return;
        expect(weekdayOf(week)).toBe(0);
        expect(addDays(week, 6)).toBe(dayOf(now, zone));
        expect(isQuiet(now, zone)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['2026-11-22T17:59:00Z', 'UTC', null],
    ['2026-11-22T18:00:00Z', 'UTC', '2026-11-16'],
    ['2026-11-22T20:59:00Z', 'UTC', '2026-11-16'],
    ['2026-11-22T21:00:00Z', 'UTC', null],
    ['2026-11-21T18:00:00Z', 'UTC', null],
    ['2026-11-22T10:00:00Z', 'Asia/Kuala_Lumpur', '2026-11-16'],
    ['2026-11-22T18:00:00Z', 'Asia/Kuala_Lumpur', null],
    ['2026-11-01T23:30:00Z', 'America/New_York', '2026-10-26'],
  ])('At %s in %s the week whose digest is due is %s.', (at, zone, week) =>
    expect(digestWeek(zone, new Date(at))).toBe(week),
  );
});
