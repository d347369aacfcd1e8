import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import {
  addDays,
  dayNumber,
  dayOf,
  daysBetween,
  dayText,
  type LocalDay,
  startOfDay,
  startOfMinute,
  weekdayOf,
} from './days.ts';
import { digestDay, digestFigures, digestWeek } from './digest.ts';
import {
  type Away,
  EVERY_WEEKDAY,
  hasDay,
  type Life,
  type Membership,
  NO_DAYS,
  rangeOf,
  toDaySet,
  weekOf,
} from './life.ts';
import { isQuiet } from './reminders.ts';
import { DAILY, type Schedule, scheduleColumns, type TimesAWeek, WEEKDAYS, type Weekday } from './schedule.ts';
import { standing } from './standing.ts';
import { someDay, someZone } from './testing/arbitraries.ts';

const MONDAY = '2026-11-16';
const day = (at: number): LocalDay => addDays(MONDAY, at);
const weekly = (times: TimesAWeek): Schedule => ({ kind: 'weekly', times });

describe('digestWeek', () => {
  it('goes out on the Monday after its week, and never in the quiet hours', () => {
    fc.assert(
      fc.property(someDay(), someZone(), fc.integer({ min: 0, max: 26 * 4 }), (start, zone, quarter) => {
        const now = new Date(startOfDay(start, zone).getTime() + (quarter * HOUR_MS) / 4);
        const week = digestWeek(zone, now);
        if (week === null) return;
        expect(weekdayOf(week)).toBe(0);
        expect(digestDay(week)).toBe(dayOf(now, zone));
        expect(daysBetween(week, dayOf(now, zone))).toBe(7);
        expect(isQuiet(now, zone)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('is due on Mondays from 12:00 for three hours in every zone, also around clock changes', () => {
    fc.assert(
      fc.property(someDay(), someZone(), (start, zone) => {
        const monday = addDays(start, -weekdayOf(start));
        // A zone that skipped a day might have no such Monday.
        fc.pre(dayOf(startOfMinute(monday, 12 * 60, zone), zone) === monday);
        const noon = startOfMinute(monday, 12 * 60, zone).getTime();
        const weekAfter = (minutes: number) => digestWeek(zone, new Date(noon + minutes * MINUTE_MS));
        expect([-1, 0, 179, 180].map(weekAfter)).toEqual([null, addDays(monday, -7), addDays(monday, -7), null]);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['2026-11-23T11:59:00Z', 'UTC', null],
    ['2026-11-23T12:00:00Z', 'UTC', '2026-11-16'],
    ['2026-11-23T14:59:59Z', 'UTC', '2026-11-16'],
    ['2026-11-23T15:00:00Z', 'UTC', null],
    ['2026-11-22T12:00:00Z', 'UTC', null],
    ['2026-11-24T12:00:00Z', 'UTC', null],
    ['2026-11-23T04:00:00Z', 'Asia/Kuala_Lumpur', '2026-11-16'],
    ['2026-11-23T12:00:00Z', 'Asia/Kuala_Lumpur', null],
    // An hour of that Sunday was repeated.
    ['2026-11-02T16:59:00Z', 'America/New_York', null],
    ['2026-11-02T17:00:00Z', 'America/New_York', '2026-10-26'],
    // Summer time started the day before.
    ['2026-03-30T09:59:00Z', 'Europe/Berlin', null],
    ['2026-03-30T10:00:00Z', 'Europe/Berlin', '2026-03-23'],
  ])('at %s in %s is %s', (at, zone, week) => expect(digestWeek(zone, new Date(at))).toBe(week));
});

const someSchedule: fc.Arbitrary<Schedule> = fc.oneof(
  fc.constant(DAILY),
  fc.constantFrom<TimesAWeek>(1, 2, 3, 4, 5, 6).map(weekly),
  fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 6 }).map((days): Schedule => ({ kind: 'weekdays', days })),
);

function lifeOf(
  schedule: Schedule,
  first: number,
  duration_days: number,
  days: readonly number[],
  { joined = first, breaks = [] }: { joined?: number; breaks?: readonly (readonly [from: number, to: number])[] } = {},
): Life {
  const monday = dayNumber(MONDAY);
  const last = monday + first + duration_days - 1;
  const { schedule_times: times, schedule_days } = scheduleColumns(schedule);
  const membership: Membership = {
    ...{ id: 'mission', times, weekdays: schedule_days ?? EVERY_WEEKDAY, first: monday + first, last },
    ...{ joined: monday + joined, returned: monday + joined, to: last, running: true },
    days: toDaySet(days.map((at) => monday + at)),
  };
  const away = breaks.map(([from, to]): Away => ({ from: monday + from, to: monday + to, kind: 'break' }));
  return { zone: 'UTC', moved: null, away, archived: NO_DAYS, memberships: [membership] };
}

const someLife = fc
  .record({
    schedule: someSchedule,
    start: fc.nat({ max: 6 }),
    duration_days: fc.integer({ min: 7, max: 42 }),
    joined: fc.oneof(fc.constant(0), fc.nat({ max: 20 })),
    checked: fc.array(fc.boolean(), { minLength: 42, maxLength: 42 }),
    breaks: fc.array(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 9 })), { maxLength: 2 }),
  })
  .map(({ schedule, start, duration_days, joined: late, checked, breaks }): Life => {
    const joined = Math.min(late, duration_days - 1);
    const days = checked.flatMap((isIn, at) => (isIn && at >= joined && at < duration_days ? [start + at] : []));
    return lifeOf(schedule, start, duration_days, days, {
      joined: start + joined,
      breaks: breaks.map(([from, length]) => [start + from, start + from + length]),
    });
  });

const missionOf = (life: Life) => life.memberships[0]!;
const daysOf = ({ days }: Membership) => {
  const [from, to] = rangeOf(days) ?? [0, -1];
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
    .filter((one) => hasDay(days, one))
    .map(dayText);
};
const WEEKS = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => day(7 * at));
const figuresOf = (life: Life) => WEEKS.flatMap((week) => digestFigures(life, week).map((one) => ({ ...one, week })));

describe('digestFigures', () => {
  it('counts each check-in in one digest, except for check-ins of a running week', () => {
    fc.assert(
      fc.property(someLife, (life) => {
        const final = figuresOf(life).filter(({ of }) => of !== 'running_week');
        expect(final.flatMap(({ checked }) => checked)).toEqual(daysOf(missionOf(life)));
      }),
      { numRuns: 1000 },
    );
  });

  it('includes a check-in on the first Monday after its day, or after its mission week', () => {
    fc.assert(
      fc.property(someLife, (life) => {
        const mission = missionOf(life);
        for (const { of, week, checked } of figuresOf(life))
          for (const one of checked) {
            const endOfWeek = Math.min(weekOf(mission, dayNumber(one)) + 6, mission.last);
            const end = of === 'days' ? one : dayText(endOfWeek);
            if (of === 'running_week') expect(end > addDays(week, 6) && one <= addDays(week, 6)).toBe(true);
            else expect(addDays(end, -weekdayOf(end))).toBe(week);
          }
      }),
    );
  });

  it('counts at most the target as done and leaves out missions without target or check-ins', () => {
    fc.assert(
      fc.property(someLife, (life) => {
        for (const { done, target, extra, checked } of figuresOf(life)) {
          expect(done).toBeLessThanOrEqual(target);
          expect(done + extra).toBe(checked.length);
          expect(target + checked.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('adds up to the standing in the mission over all digests', () => {
    fc.assert(
      fc.property(someLife, (life) => {
        const { times, first, joined } = missionOf(life);
        // In a member's first week, the schedule forgives more than the target does.
        fc.pre(times === null || (joined - first) % 7 === 0);
        const after = standing(life, { today: dayNumber(day(70)), hour: 12 });
        const { counted, missed } = after.missions.get('mission')!;
        const final = figuresOf(life).filter(({ of }) => of !== 'running_week');
        const sum = (name: 'done' | 'target') => final.reduce((all, figures) => all + figures[name], 0);
        expect([sum('done'), sum('target')]).toEqual([counted, counted + missed]);
      }),
      { numRuns: 1000 },
    );
  });

  it('shows all counted check-ins, unless two weeks ended', () => {
    fc.assert(
      fc.property(someLife, (life) => {
        const { times, first, last } = missionOf(life);
        for (const { from_day, checked } of figuresOf(life)) {
          const outside = checked.filter((one) => one < from_day || one > addDays(from_day, 6));
          const isTorn = times !== null && (last - first + 1) % 7 > 0;
          if (!isTorn) expect(outside).toEqual([]);
          expect(outside.every((one) => one < from_day)).toBe(true);
        }
      }),
    );
  });

  const chosen = (...days: Weekday[]): Schedule => ({ kind: 'weekdays', days });
  const BREAK_OF_WEEK = { breaks: [[0, 6]] } as const;

  it.each([
    ['daily', lifeOf(DAILY, 0, 30, [0, 3]), { of: 'days', done: 2, target: 7, extra: 0 }],
    ['daily, begun on Friday', lifeOf(DAILY, 4, 30, [5]), { done: 1, target: 3 }],
    ['daily, over on Tuesday', lifeOf(DAILY, -10, 12, [0]), { done: 1, target: 2 }],
    ['daily, joined on Sunday', lifeOf(DAILY, 0, 30, [], { joined: 6 }), { done: 0, target: 1 }],
    ['daily, in a break all week', lifeOf(DAILY, 0, 30, [], BREAK_OF_WEEK), null],
    ['daily, checked in a break', lifeOf(DAILY, 0, 30, [2], BREAK_OF_WEEK), { done: 1, target: 1 }],
    ['daily, begun on the Monday after', lifeOf(DAILY, 7, 30, [7]), null],
    [
      'on Monday and Friday, and Thursday too',
      lifeOf(chosen('mon', 'fri'), 0, 30, [3, 4]),
      { done: 1, target: 2, extra: 1 },
    ],
    [
      'on Monday, joined on Tuesday, checked in on Thursday',
      lifeOf(chosen('mon'), 0, 30, [3], { joined: 1 }),
      { of: 'days', done: 0, target: 0, extra: 1 },
    ],
    ['weekly from a Monday', lifeOf(weekly(3), 0, 28, [6]), { of: 'week', done: 1, target: 3 }],
    ['weekly from a Wednesday', lifeOf(weekly(3), 2, 28, [4]), { of: 'running_week', done: 1, target: 3 }],
    ['weekly from a Wednesday, over 9 days', lifeOf(weekly(3), 2, 9, [4]), { of: 'running_week', target: 3 }],
    [
      'weekly, two weeks ended',
      // A week from Tuesday, and three more days with no free day among them.
      lifeOf(weekly(5), -6, 10, [-5, 0, 1, 2]),
      { of: 'week', done: 4, target: 7, extra: 0, from_day: day(-3) },
    ],
    [
      'weekly with extra ones, and without those of the next week',
      lifeOf(weekly(1), -4, 28, [-4, -3, 2, 3]),
      { of: 'week', done: 1, target: 1, extra: 2, from_day: day(-4) },
    ],
    ['weekly in a break', lifeOf(weekly(2), 0, 28, [1, 2], BREAK_OF_WEEK), { done: 2, target: 2, extra: 0 }],
    [
      'weekly in a break of two days',
      lifeOf(weekly(2), 0, 28, [4], { breaks: [[0, 1]] }),
      { done: 1, target: 1, extra: 0 },
    ],
    [
      'weekly in a break of one day, kept as if there were none',
      lifeOf(weekly(3), 0, 28, [0, 1, 2], { breaks: [[4, 4]] }),
      { done: 3, target: 3, extra: 0 },
    ],
    [
      'weekly, missed before a break with a check-in in it',
      lifeOf(weekly(6), 0, 28, [5], { breaks: [[5, 6]] }),
      { done: 1, target: 5, extra: 0 },
    ],
    ['daily, begun before its first day was moved to Wednesday', lifeOf(DAILY, 2, 30, [0, 2]), { done: 1, target: 5 }],
    ['weekly, joined on the last two days', lifeOf(weekly(3), 0, 28, [], { joined: 5 }), { done: 0, target: 2 }],
    [
      'weekly, joined after its week ended',
      lifeOf(weekly(3), -4, 28, [], { joined: 3 }),
      { of: 'running_week', target: 3 },
    ],
    ['weekly, over before', lifeOf(weekly(3), -14, 14, [-1]), null],
  ])('reports what a mission that is %s required and what was done', (_, life, figures) => {
    const found = digestFigures(life, MONDAY);
    if (figures === null) expect(found).toEqual([]);
    else expect(found).toMatchObject([figures]);
  });
});
