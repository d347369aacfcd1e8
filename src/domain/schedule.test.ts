import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayNumber, daysBetween, weekdayOf } from './days.ts';
import { EVERY_WEEKDAY, type Membership, NEVER_AWAY, NO_DAYS, plannedDays as planMembership } from './life.ts';
import {
  DAILY,
  isSameSchedule,
  isScheduledOn,
  nextRoundStart,
  plannedDays,
  type Schedule,
  scheduleColumns,
  TIMES_A_WEEK,
  WEEK,
  WEEKDAYS,
} from './schedule.ts';
import { someDay } from './testing/arbitraries.ts';

const someWeekdays: fc.Arbitrary<Schedule> = fc
  .subarray([...WEEKDAYS], { minLength: 1, maxLength: 6 })
  .map((days) => ({ kind: 'weekdays', days }));
const someTimes: fc.Arbitrary<Schedule> = fc.constantFrom(...TIMES_A_WEEK).map((times) => ({ kind: 'weekly', times }));

describe('nextRoundStart', () => {
  it('is within a week for times a week, including today, and continues the previous weeks', () => {
    fc.assert(
      fc.property(someTimes, someDay(), fc.nat({ max: 800 }), (schedule, first_day, after) => {
        const today = addDays(first_day, after);
        const start = nextRoundStart({ schedule, first_day }, today);
        expect(daysBetween(today, start)).toBeGreaterThanOrEqual(0);
        expect(daysBetween(today, start)).toBeLessThan(WEEK);
        expect(weekdayOf(start)).toBe(weekdayOf(first_day));
        expect(Math.abs(daysBetween(first_day, start) % WEEK)).toBe(0);
      }),
    );
  });

  it('is otherwise the first scheduled day after today', () => {
    fc.assert(
      fc.property(fc.oneof(someWeekdays, fc.constant(DAILY)), someDay(), someDay(), (schedule, first_day, today) => {
        const start = nextRoundStart({ schedule, first_day }, today);
        expect(start > today).toBe(true);
        expect(isScheduledOn(schedule, start)).toBe(true);
        for (let day = addDays(today, 1); day < start; day = addDays(day, 1))
          expect(isScheduledOn(schedule, day)).toBe(false);
      }),
    );
  });

  it('is tomorrow for daily, and today for times a week that started on this weekday', () => {
    expect(nextRoundStart({ schedule: DAILY, first_day: '2026-10-05' }, '2027-02-01')).toBe('2027-02-02');
    const weekly: Schedule = { kind: 'weekly', times: 3 };
    expect(nextRoundStart({ schedule: weekly, first_day: '2026-10-05' }, '2027-02-01')).toBe('2027-02-01');
    expect(nextRoundStart({ schedule: weekly, first_day: '2026-10-05' }, '2027-02-02')).toBe('2027-02-08');
  });
});

it('schedules are equal if they require the same days, in any order', () => {
  const days = (...names: (typeof WEEKDAYS)[number][]): Schedule => ({ kind: 'weekdays', days: names });
  expect(isSameSchedule(days('mon', 'fri'), days('fri', 'mon', 'mon'))).toBe(true);
  expect(isSameSchedule(days('mon'), days('tue'))).toBe(false);
  expect(isSameSchedule(DAILY, { kind: 'daily' })).toBe(true);
  expect(isSameSchedule({ kind: 'weekly', times: 2 }, { kind: 'weekly', times: 3 })).toBe(false);
  expect(isSameSchedule(DAILY, { kind: 'weekly', times: 6 })).toBe(false);
});

it("the planned days of a mission equal a member's who is never away", () => {
  const someDuration = fc.integer({ min: 1, max: 365 });
  fc.assert(
    fc.property(
      fc.oneof(someWeekdays, someTimes, fc.constant(DAILY)),
      someDay(),
      someDuration,
      (schedule, day, days) => {
        const { schedule_kind, schedule_times, schedule_days } = scheduleColumns(schedule);
        const first = dayNumber(day);
        const m: Membership = {
          ...{
            id: 'm',
            times: schedule_times,
            weekdays: schedule_kind === 'weekdays' ? schedule_days! : EVERY_WEEKDAY,
          },
          ...{ first, last: first + days - 1, joined: first, returned: first, to: first + days - 1 },
          ...{ running: true, days: NO_DAYS },
        };
        expect(plannedDays({ schedule, first_day: day, duration_days: days })).toBe(planMembership(m, NEVER_AWAY));
      },
    ),
  );
});
