import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, weekdayOf } from './days.ts';
import { bestAndHardest, firstOfMonths, healthOf, mondayOf, monthsUntil, weeksUntil } from './insights.ts';

const aDay = fc.integer({ min: 0, max: 30_000 }).map((n) => addDays('1990-01-01', n));

const share = (days_checked: number, days_open: number) => ({ days_checked, days_open });

describe('weeks and months of the insights', () => {
  it('end with the current week and month, in order and without gaps', () => {
    fc.assert(
      fc.property(aDay, (today) => {
        const weeks = weeksUntil(today);
        expect(weeks).toHaveLength(12);
        expect(weeks.every((day) => weekdayOf(day) === 0)).toBe(true);
        for (const [i, day] of weeks.slice(1).entries()) expect(daysBetween(weeks[i]!, day)).toBe(7);
        expect(daysBetween(weeks[11]!, today)).toBeGreaterThanOrEqual(0);
        expect(daysBetween(weeks[11]!, today)).toBeLessThan(7);
        const months = monthsUntil(today);
        expect(months).toHaveLength(12);
        expect(months[11]).toBe(`${today.slice(0, 7)}-01`);
        for (const [i, day] of months.slice(1).entries()) expect(day).toBe(`${addDays(months[i]!, 31).slice(0, 7)}-01`);
      }),
    );
  });

  it('cross the turn of a year', () => {
    expect(firstOfMonths('2026-01-31', 1)).toBe('2026-01-01');
    expect(firstOfMonths('2026-01-31', 2)).toBe('2025-12-01');
    expect(firstOfMonths('2026-11-21', 12)).toBe('2025-12-01');
    expect(mondayOf('2026-11-22')).toBe('2026-11-16');
  });
});

describe('the best and the hardest weekday', () => {
  const days = (...shares: [number, number][]) =>
    shares.map(([checked, open], weekday) => ({ weekday, ...share(checked, open) }));

  it.each([
    ['no days', days(), null, null],
    ['too few open days', days([1, 1], [0, 1]), null, null],
    ['no difference', days([2, 4], [1, 2]), null, null],
    ['a difference', days([2, 4], [4, 4], [1, 4]), 1, 2],
    ['ties on both ends', days([4, 4], [4, 4], [0, 4], [0, 4]), null, null],
    ['a tie at the top', days([4, 4], [1, 4], [4, 4]), null, 1],
    ['a tie at the bottom', days([1, 4], [4, 4], [1, 4]), 1, null],
    ['a lowest share of 82 %', days([9, 11], [10, 11], [11, 11]), 2, null],
    ['a lowest share of 70 %', days([7, 10], [10, 10]), 1, null],
    ['a lowest share 19 points below', days([69, 100], [88, 100]), 1, null],
    ['a lowest share 20 points below', days([68, 100], [88, 100]), 1, 0],
    ['one day alone', days([3, 4], [0, 1]), null, null],
    ['one day too few', days([1, 1], [3, 4], [1, 4]), 1, 2],
  ])('are named only without a tie: %s', (_, weekdays, best, hardest) => {
    expect(bestAndHardest(weekdays)).toEqual({ best, hardest });
  });
});

describe('healthOf', () => {
  it.each([
    ['new', share(1, 1), share(0, 1)],
    ['new', share(0, 0), share(0, 0)],
    ['away', share(0, 3), share(0, 0)],
    ['away', share(0, 7), share(14, 14)],
    ['drifting', share(5, 7), share(14, 14)],
    ['drifting', share(1, 7), share(7, 14)],
    ['carrying', share(6, 7), share(14, 14)],
    ['carrying', share(6, 7), share(0, 14)],
    ['carrying', share(2, 2), share(1, 1)],
    ['steady', share(5, 7), share(10, 14)],
    ['steady', share(0, 2), share(14, 14)],
    ['steady', share(3, 7), share(0, 2)],
  ] as const)('is %s after %o, and %o before that', (health, recent, earlier) => {
    expect(healthOf(recent, earlier)).toBe(health);
  });
});
