import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, type LocalDay } from './days.ts';
import { PAUSE_DAYS_MAX } from './limits.ts';
import { type PausedDays, pauseDaysLeft, pausedDays, pauseLength, pauseOn, refusePause } from './pauses.ts';

const TODAY = '2026-11-22';
const at = (index: number): LocalDay => addDays(TODAY, index);
const pause = (start: number, days: number): PausedDays => ({ from_day: at(start), to_day: at(start + days - 1) });
const length = fc.integer({ min: 1, max: PAUSE_DAYS_MAX });

/** Returns the most paused days within any 365 days in a row, checking every window. */
function fullestYear(pauses: readonly PausedDays[]): number {
  const isPaused = new Array<boolean>(3000).fill(false);
  for (const { from_day, to_day } of pauses)
    isPaused.fill(true, 1000 + daysBetween(TODAY, from_day), 1001 + daysBetween(TODAY, to_day));
  let fullest = 0;
  for (let start = 0; start + 365 <= isPaused.length; start++)
    fullest = Math.max(fullest, isPaused.slice(start, start + 365).filter(Boolean).length);
  return fullest;
}

describe('refusePause and pauseDaysLeft', () => {
  it('allow a break that starts from yesterday to 365 days ahead', () => {
    expect([-2, -1, 0, 365, 366].map((start) => refusePause(pause(start, 3), [], TODAY))).toEqual([
      'in_past',
      null,
      null,
      null,
      'too_far',
    ]);
  });

  it('allow adjacent breaks, but no shared day', () => {
    const other = pause(10, 5);
    const requested = [pause(5, 5), pause(5, 6), pause(11, 2), pause(9, 7), pause(14, 1), pause(15, 4)];
    expect(requested.map((one) => refusePause(one, [other], TODAY))).toEqual([
      null,
      'overlaps',
      'overlaps',
      'overlaps',
      'overlaps',
      null,
    ]);
  });

  it('refuse the 43rd day within 365 in a row, before or after existing breaks', () => {
    const taken = [pause(-300, 21), pause(20, 20)];
    expect(refusePause(pause(0, 1), taken, TODAY)).toBeNull();
    expect(refusePause(pause(0, 2), taken, TODAY)).toBe('limit');
    expect(refusePause(pause(63, 2), taken, TODAY)).toBe('limit');
    // From the second day on, the first taken day is 365 days back and no longer counts.
    expect(refusePause(pause(64, 2), taken, TODAY)).toBeNull();
    expect(refusePause(pause(64, 21), taken, TODAY)).toBeNull();
  });

  it('allow no two breaks to share a day, and at most 42 paused days in any 365', () => {
    const requested = fc.array(fc.tuple(fc.integer({ min: -1, max: 400 }), length, fc.integer({ min: 0, max: 40 })), {
      maxLength: 25,
    });
    fc.assert(
      fc.property(requested, (all) => {
        let today = 0;
        const taken: PausedDays[] = [];
        for (const [ahead, days, passed] of all) {
          today += passed;
          const wanted = { from_day: at(today + ahead), to_day: at(today + ahead + days - 1) };
          const refusal = refusePause(wanted, taken, at(today));
          const together = [...taken, wanted];
          const isApart = pausedDays(together).size === together.reduce((sum, one) => sum + pauseLength(one), 0);
          if (ahead > 365) expect(refusal).toBe('too_far');
          else if (!isApart) expect(refusal).toBe('overlaps');
          else expect(refusal).toBe(fullestYear(together) > 42 ? 'limit' : null);
          if (refusal === null) taken.push(wanted);
        }
        expect(fullestYear(taken)).toBeLessThanOrEqual(42);
      }),
      { numRuns: 30 },
    );
  });

  it('accept a break that is no longer than the days left on each of its days', () => {
    const some = fc.array(fc.tuple(fc.integer({ min: -500, max: 300 }), length), { maxLength: 8 });
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 300 }), length, (others, start, days) => {
        const taken: PausedDays[] = [];
        for (const [first, long] of others)
          if (refusePause(pause(first, long), taken, at(first)) === null) taken.push(pause(first, long));
        const wanted = pause(start, days);
        fc.pre(refusePause(wanted, taken, at(start)) !== 'overlaps');
        const left = [...pausedDays([wanted])].map((day) => pauseDaysLeft(taken, day));
        if (Math.min(...left) >= days) expect(refusePause(wanted, taken, at(start))).toBeNull();
        if (days === 1) expect(refusePause(wanted, taken, at(start))).toBe(left[0]! > 0 ? null : 'limit');
      }),
    );
  });

  it('count in the fullest 365 days around the day', () => {
    expect(pauseDaysLeft([], TODAY)).toBe(42);
    expect(pauseDaysLeft([pause(-12, 12)], TODAY)).toBe(30);
    expect(pauseDaysLeft([pause(-365, 5)], TODAY)).toBe(38);
    // No 365 days contain both breaks, so only the longer one counts.
    expect(pauseDaysLeft([pause(-300, 5), pause(200, 7)], TODAY)).toBe(35);
  });

  it('find the break that starts or ends on a day', () => {
    const pauses = [pause(0, 3), pause(3, 1)];
    expect([-1, 0, 2, 3, 4].map((day) => pauseOn(pauses, at(day)))).toEqual([
      undefined,
      pauses[0],
      pauses[0],
      pauses[1],
      undefined,
    ]);
  });
});
