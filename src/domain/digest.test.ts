import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { withDay } from './day-bits.ts';
import { tallyDays } from './day-tally.ts';
import { addDays, dayOf, daysBetween, type LocalDay, laterDay, startOfDay, startOfMinute, weekdayOf } from './days.ts';
import { type DigestCheckin, type DigestMission, digestDay, digestDays, digestFigures, digestWeek } from './digest.ts';
import { lastDay } from './missions.ts';
import type { PausedDays } from './pauses.ts';
import { isQuiet } from './reminders.ts';
import { DAILY, type DatedSchedule, type Schedule, type TimesAWeek, WEEKDAYS, weekOf } from './schedule.ts';
import { isExtra } from './schedule-days.ts';
import { someDay, someZone } from './testing/arbitraries.ts';

const MONDAY = '2026-11-16';
/** Days from that Monday on. */
const day = (at: number): LocalDay => addDays(MONDAY, at);
const weekly = (times: TimesAWeek): Schedule => ({ kind: 'weekly', times });

describe('digestWeek', () => {
  it('The digest goes out on the Monday after its week, and never in the quiet hours.', () => {
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

  it('On every Monday in every zone it is due from 12:00 for three hours, also where the clock changes.', () => {
    fc.assert(
      fc.property(someDay(), someZone(), (start, zone) => {
        const monday = addDays(start, -weekdayOf(start));
        // A zone that skipped a day has no such Monday.
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
    // On that Sunday an hour was there twice.
    ['2026-11-02T16:59:00Z', 'America/New_York', null],
    ['2026-11-02T17:00:00Z', 'America/New_York', '2026-10-26'],
    // The day before, summer time began.
    ['2026-03-30T09:59:00Z', 'Europe/Berlin', null],
    ['2026-03-30T10:00:00Z', 'Europe/Berlin', '2026-03-23'],
  ])('At %s in %s the week whose digest is due is %s.', (at, zone, week) =>
    expect(digestWeek(zone, new Date(at))).toBe(week),
  );
});

interface Life {
  dated: DatedSchedule;
  from_day: LocalDay;
  checkins: DigestCheckin[];
  pauses: PausedDays[];
}

const someSchedule: fc.Arbitrary<Schedule> = fc.oneof(
  fc.constant(DAILY),
  fc.constantFrom<TimesAWeek>(1, 2, 3, 4, 5, 6).map(weekly),
  fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 6 }).map((days): Schedule => ({ kind: 'weekdays', days })),
);

/** A mission of up to six weeks that begins on any weekday, and one member's days in it. */
const someLife = fc
  .record({
    schedule: someSchedule,
    start: fc.nat({ max: 6 }),
    duration_days: fc.integer({ min: 7, max: 42 }),
    joined: fc.oneof(fc.constant(0), fc.nat({ max: 20 })),
    checked: fc.array(fc.boolean(), { minLength: 42, maxLength: 42 }),
    pauses: fc.array(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 9 })), { maxLength: 2 }),
  })
  .map(({ schedule, start, duration_days, joined, checked, pauses: chosen }): Life => {
    const first_day = day(start);
    const dated = { schedule, first_day, duration_days };
    const from_day = addDays(first_day, Math.min(joined, duration_days - 1));
    const checkins: DigestCheckin[] = [];
    for (const [at, is_checked] of checked.entries()) {
      const one = addDays(first_day, at);
      if (!is_checked || at >= duration_days || one < from_day) continue;
      const is_extra = isExtra(dated, one, checkins);
      checkins.push({ day: one, is_extra, points: is_extra ? 0 : 10 });
    }
    const pauses: PausedDays[] = [];
    for (const [from, length] of chosen) {
      const pause = { from_day: addDays(first_day, from), to_day: addDays(first_day, from + length) };
      if (!pauses.some((other) => other.from_day <= pause.to_day && pause.from_day <= other.to_day)) pauses.push(pause);
    }
    return { dated, from_day, checkins, pauses };
  });

const toMission = ({ dated, from_day, checkins }: Life): DigestMission => ({ dated, joined_day: from_day, checkins });
const WEEKS = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => day(7 * at));
/** The figures of each week, of those where there are any. */
const figuresOf = (life: Life) =>
  WEEKS.flatMap((week) => {
    const figures = digestFigures(toMission(life), life.pauses, week);
    return figures ? [{ ...figures, week }] : [];
  });

describe('digestFigures', () => {
  it('Each check-in and its points are in one digest, but for those of a week that still runs.', () => {
    fc.assert(
      fc.property(someLife, (life) => {
        const final = figuresOf(life).filter(({ of }) => of !== 'running_week');
        expect(final.flatMap(({ checked }) => checked)).toEqual(life.checkins.map((checkin) => checkin.day));
        const points = life.checkins.reduce((sum, checkin) => sum + checkin.points, 0);
        expect(final.reduce((sum, figures) => sum + figures.points, 0)).toBe(points);
      }),
      { numRuns: 1000 },
    );
  });

  it('A check-in is told of on the first Monday after its day, or after its week of the mission.', () => {
    fc.assert(
      fc.property(someLife, (life) => {
        const last = lastDay(life.dated.first_day, life.dated.duration_days);
        for (const { of, week, checked } of figuresOf(life))
          for (const one of checked) {
            const end = of === 'days' ? one : [weekOf(life.dated, one).to_day, last].sort()[0]!;
            if (of === 'running_week') expect(end > addDays(week, 6) && one <= addDays(week, 6)).toBe(true);
            else expect(addDays(end, -weekdayOf(end))).toBe(week);
          }
      }),
    );
  });

  it('No digest needs check-ins or breaks outside of the days that it names.', () => {
    fc.assert(
      fc.property(someLife, (life) => {
        for (const week of WEEKS) {
          const { from_day, to_day } = digestDays(week);
          const checkins = life.checkins.filter((checkin) => checkin.day >= from_day && checkin.day <= to_day);
          const pauses = life.pauses.filter((pause) => pause.to_day >= from_day && pause.from_day <= to_day);
          const part = digestFigures({ ...toMission(life), checkins }, pauses, week);
          expect(part).toEqual(digestFigures(toMission(life), life.pauses, week));
        }
      }),
    );
  });

  it('What was done is never more than the target; the rest is extra, and nothing asked and done is no row.', () => {
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

  it('adds up to the tally of the mission over all of its digests', () => {
    fc.assert(
      fc.property(someLife, (life) => {
        const { dated, from_day, pauses } = life;
        // In the first week of a member who joined in it, the schedule forgives more than the target does.
        fc.pre(dated.schedule.kind !== 'weekly' || weekOf(dated, from_day).from_day === from_day);
        const days = life.checkins.map((checkin) => daysBetween(dated.first_day, checkin.day)).reduce(withDay, '');
        const open_from = addDays(dated.first_day, dated.duration_days);
        const tally = tallyDays(dated, { joined_day: from_day, pauses, days, open_from });
        const final = figuresOf(life).filter(({ of }) => of !== 'running_week');
        const sum = (name: 'done' | 'target') => final.reduce((all, figures) => all + figures[name], 0);
        expect([sum('done'), sum('target')]).toEqual([tally.counted_checkins, tally.planned_days]);
        expect(tally.planned_days).toBe(tally.counted_checkins + tally.missed_days);
      }),
      { numRuns: 1000 },
    );
  });

  it('The days shown hold all check-ins told of, unless two weeks ended.', () => {
    fc.assert(
      fc.property(someLife, (life) => {
        for (const { from_day, checked } of figuresOf(life)) {
          const outside = checked.filter((one) => one < from_day || one > addDays(from_day, 6));
          const isTorn = life.dated.schedule.kind === 'weekly' && life.dated.duration_days % 7 > 0;
          if (!isTorn) expect(outside).toEqual([]);
          expect(outside.every((one) => one < from_day)).toBe(true);
        }
      }),
    );
  });

  const checkin = (at: number, is_extra = false): DigestCheckin => ({
    day: day(at),
    is_extra,
    points: is_extra ? 0 : 10,
  });
  const at = (
    schedule: Schedule,
    start: number,
    duration_days: number,
    ...checkins: DigestCheckin[]
  ): DigestMission => {
    const first_day = day(start);
    return { dated: { schedule, first_day, duration_days }, joined_day: first_day, checkins };
  };
  const joining = (mission: DigestMission, from: number) => ({
    ...mission,
    joined_day: laterDay(mission.joined_day, day(from)),
  });
  const pause = (from: number, to: number) => ({ from_day: day(from), to_day: day(to) });

  it.each([
    ['daily', at(DAILY, 0, 30, checkin(0), checkin(3)), [], { of: 'days', done: 2, target: 7, extra: 0, points: 20 }],
    ['daily, begun on Friday', at(DAILY, 4, 30, checkin(5)), [], { done: 1, target: 3 }],
    ['daily, over on Tuesday', at(DAILY, -10, 12, checkin(0)), [], { done: 1, target: 2 }],
    ['daily, joined on Sunday', joining(at(DAILY, 0, 30), 6), [], { done: 0, target: 1 }],
    ['daily, in a break all week', at(DAILY, 0, 30), [pause(0, 6)], null],
    ['daily, checked in a break', at(DAILY, 0, 30, checkin(2)), [pause(0, 6)], { done: 1, target: 1 }],
    ['daily, begun on the Monday after', at(DAILY, 7, 30, checkin(7)), [], null],
    [
      'Monday and Friday, and Thursday too',
      at({ kind: 'weekdays', days: ['mon', 'fri'] }, 0, 30, checkin(3, true), checkin(4)),
      [],
      { done: 1, target: 2, extra: 1, points: 10 },
    ],
    [
      'Monday, joined on Tuesday, checked in on Thursday',
      joining(at({ kind: 'weekdays', days: ['mon'] }, 0, 30, checkin(3, true)), 1),
      [],
      { of: 'days', done: 0, target: 0, extra: 1, points: 0 },
    ],
    ['weekly from a Monday', at(weekly(3), 0, 28, checkin(6)), [], { of: 'week', done: 1, target: 3 }],
    ['weekly from a Wednesday', at(weekly(3), 2, 28, checkin(4)), [], { of: 'running_week', done: 1, target: 3 }],
    ['weekly from a Wednesday, over 9 days', at(weekly(3), 2, 9, checkin(4)), [], { of: 'running_week', target: 3 }],
    [
      'weekly, two weeks ended',
      // A week from Tuesday on, and three days more of which none is left free.
      at(weekly(5), -6, 10, checkin(-5), checkin(0), checkin(1), checkin(2)),
      [],
      { of: 'week', done: 4, target: 7, extra: 0, from_day: day(-3) },
    ],
    [
      'weekly with extra ones, and without those of the next week',
      at(weekly(1), -4, 28, checkin(-4), checkin(-3, true), checkin(2, true), checkin(3)),
      [],
      { of: 'week', done: 1, target: 1, extra: 2, points: 10, from_day: day(-4) },
    ],
    [
      'weekly in a break',
      at(weekly(2), 0, 28, checkin(1), checkin(2)),
      [pause(0, 6)],
      { done: 2, target: 2, extra: 0 },
    ],
    [
      'weekly in a break of two days',
      at(weekly(2), 0, 28, checkin(4)),
      [pause(0, 1)],
      { done: 1, target: 1, extra: 0 },
    ],
    [
      'weekly in a break of one day, kept as if there were none',
      at(weekly(3), 0, 28, checkin(0), checkin(1), checkin(2)),
      [pause(4, 4)],
      { done: 3, target: 3, extra: 0 },
    ],
    [
      'daily, begun before its first day was moved to Wednesday',
      at(DAILY, 2, 30, checkin(0), checkin(2)),
      [],
      { done: 1, target: 5 },
    ],
    ['weekly, joined on the last two days', joining(at(weekly(3), 0, 28), 5), [], { done: 0, target: 2 }],
    ['weekly, joined after its week ended', joining(at(weekly(3), -4, 28), 3), [], { of: 'running_week', target: 3 }],
    ['weekly, over before', at(weekly(3), -14, 14, checkin(-1)), [], null],
  ])('Of a mission that is %s the digest says what was asked and done.', (_, mission, pauses, figures) => {
    const found = digestFigures(mission, pauses, MONDAY);
    if (figures === null) expect(found).toBeNull();
    else expect(found).toMatchObject(figures);
  });
});
