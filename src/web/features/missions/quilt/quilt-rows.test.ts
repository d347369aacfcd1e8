import { describe, expect, it } from 'vitest';
import type { Mission } from '#contract/missions.ts';
import { packDays } from '#domain/day-bits.ts';
import type { DatedSchedule } from '#domain/schedule.ts';
import { getT } from '#platform/web/lib/language.ts';
import type { Quilt } from '#web/features/missions/queries.ts';
import {
  countSquares,
  fullDaysOf,
  isQuiltCurrent,
  quiltMonths,
  quiltRows,
  shownDays,
  squareOf,
  weekdayShares,
  withToday,
} from './quilt-rows.ts';

const row = (user_id: string, days: string, today: number, joined = 0, rest_days = '') => ({
  user_id,
  name: `Name of ${user_id}`,
  joined,
  today,
  days: packDays(days),
  rest_days: packDays(rest_days),
  free_days: '',
  away_days: '',
  is_yesterday_open: false,
  amounts: null,
});
const quiltOf = (...members: Quilt['members']): Quilt => ({ first_day: '2026-11-17', last_day: '2026-12-16', members });
const missionOf = (...members: [id: string, count: number, done: boolean][]) =>
  ({
    members: members.map(([user_id, checkins_count, checked_in_today]) => ({
      user_id,
      checkins_count,
      checked_in_today,
    })),
  }) as Mission;

/** 2026-11-17 is a Tuesday. */
const DAILY_MONTH: DatedSchedule = { schedule: { kind: 'daily' }, first_day: '2026-11-17', duration_days: 30 };

describe('squares of a member', () => {
  it("show each day by the member's own calendar", () => {
    const member = row('a', '01001', 5, 1, '0001');
    expect([0, 1, 2, 3, 4, 5, 6].map((day) => squareOf(member, day))).toEqual([
      'before',
      'checked',
      'missed',
      'saved',
      'checked',
      'open',
      'later',
    ]);
    expect(countSquares(member, 0, 7)).toEqual({ sewn: 2, of: 4 });
  });

  it('distinguish free days and days of a break from missed days', () => {
    const member = { ...row('a', '0100001', 5), free_days: packDays('001001'), away_days: packDays('00011') };
    expect([0, 1, 2, 3, 4, 5, 6].map((day) => squareOf(member, day))).toEqual([
      'missed',
      'checked',
      'off',
      'off',
      'off',
      'off',
      'checked',
    ]);
    expect(countSquares(member, 0, 6)).toEqual({ sewn: 1, of: 2 });
  });

  it('show an open yesterday like today and require neither', () => {
    const member = { ...row('a', '11', 3), is_yesterday_open: true };
    expect([1, 2, 3].map((day) => squareOf(member, day))).toEqual(['checked', 'open', 'open']);
    expect(countSquares(member, 0, 4)).toEqual({ sewn: 2, of: 2 });
  });

  it('show a check-in on a free day as a normal stitch', () => {
    const member = { ...row('a', '1', 1), free_days: packDays('11') };
    expect([0, 1].map((day) => squareOf(member, day))).toEqual(['checked', 'off']);
  });

  it('start with the viewer, and the cloth does not depend on the rank', () => {
    const quilt = quiltOf(row('b', '', 0), row('a', '', 0), row('c', '', 0));
    const rows = quiltRows(getT(), quilt, [], 'c');
    expect(rows.map(({ label }) => label)).toEqual(['You', 'Name of b', 'Name of a']);
    const others = quiltRows(getT(), { ...quilt, members: quilt.members.toReversed() }, [], 'a');
    for (const { user_id, cloth } of rows) expect(others.find((one) => one.user_id === user_id)?.cloth).toEqual(cloth);
  });
});

describe("today's squares", () => {
  const quilt = quiltOf(row('a', '11', 2), row('b', '1', 2));
  it("fill with today's check-in without a new quilt", () => {
    const mission = missionOf(['a', 3, true], ['b', 1, false]);
    expect(isQuiltCurrent(quilt, mission)).toBe(false);
    expect(isQuiltCurrent(withToday(quilt, mission), mission)).toBe(true);
    expect(squareOf(withToday(quilt, mission).members[0]!, 2)).toBe('checked');
  });
  it('need a new quilt after a late check-in, a join or a leave', () => {
    for (const other of [
      missionOf(['a', 2, false], ['b', 2, false]),
      missionOf(['a', 2, false]),
      missionOf(['a', 2, false], ['b', 1, false], ['c', 0, false]),
    ])
      expect(isQuiltCurrent(withToday(quilt, other), other)).toBe(false);
  });
});

describe('full days', () => {
  const daily = DAILY_MONTH;
  const fullIn = (dated: DatedSchedule, ...members: Quilt['members']) => [...fullDaysOf(dated, { members })];

  it('are the days on which every member was in', () => {
    expect(fullIn(daily, row('a', '1101', 5), row('b', '1011', 5))).toEqual([0, 3]);
  });

  it('do not exist in a mission with one member', () => {
    expect(fullIn(daily, row('a', '1111', 5))).toEqual([]);
    expect(fullIn(daily, row('a', '1111', 5), row('b', '0001', 5, 3))).toEqual([3]);
  });

  it('ignore members on a break and need at least one member in', () => {
    const away = { ...row('b', '1', 5), away_days: packDays('01100') };
    expect(fullIn(daily, row('a', '11', 5), away)).toEqual([0, 1]);
    expect(fullIn(daily, { ...away, user_id: 'a' }, away)).toEqual([0]);
  });

  it('ignore members who joined later', () => {
    expect(fullIn(daily, row('a', '1111', 4), row('b', '1011', 4), row('c', '0001', 4, 3))).toEqual([0, 2, 3]);
  });

  it('exclude saved days', () => {
    expect(fullIn(daily, row('a', '111', 2), row('b', '101', 2, 0, '01'))).toEqual([0, 2]);
  });

  it('leave out a free day with an extra check-in by one member', () => {
    const weekdays: DatedSchedule = { ...daily, schedule: { kind: 'weekdays', days: ['tue', 'thu'] } };
    const free = { free_days: packDays('0101') };
    expect(fullIn(weekdays, { ...row('a', '1110', 3), ...free }, { ...row('b', '101', 3), ...free })).toEqual([0, 2]);
  });

  it('include a day that needs nobody if every member was in', () => {
    const weekly: DatedSchedule = { ...daily, schedule: { kind: 'weekly', times: 2 } };
    const free = { free_days: packDays('1111') };
    expect(fullIn(weekly, { ...row('a', '110', 3), ...free }, { ...row('b', '101', 3), ...free })).toEqual([0]);
  });

  it('ignore members whose week is kept or can be kept without the day', () => {
    const weekly: DatedSchedule = { ...daily, schedule: { kind: 'weekly', times: 3 } };
    // By the fifth day, `early` has kept the week and `late` needs every day left.
    const [early, late] = [row('a', '111', 6), row('b', '0000111', 6)];
    expect(
      fullIn(weekly, { ...early, free_days: packDays('0001111') }, { ...late, free_days: packDays('1111') }),
    ).toEqual([4, 5, 6]);
  });

  it('include today when the last member is in', () => {
    const quilt = quiltOf(row('a', '111', 2), row('b', '11', 2));
    expect([...fullDaysOf(daily, quilt)]).toEqual([0, 1]);
    expect([...fullDaysOf(daily, withToday(quilt, missionOf(['b', 3, true])))]).toEqual([0, 1, 2]);
  });

  it('wait for an open yesterday and for members whose calendar is a day behind', () => {
    const open = { ...row('b', '1011', 3), is_yesterday_open: true };
    expect(fullIn(daily, row('a', '1111', 3), { ...open, days: packDays('1101') })).toEqual([0, 1, 3]);
    expect(fullIn(daily, row('a', '111', 2), row('b', '11', 1))).toEqual([0, 1]);
  });
});

describe('shown days', () => {
  const year = { first_day: '2026-01-01', last_day: '2026-12-31' };

  it('are all days of a short mission', () => {
    const week = { first_day: '2026-11-01', last_day: '2026-11-07' };
    expect(shownDays(week, '2026-11-30', 14)).toEqual({ from: 0, count: 7 });
  });

  it('of a long mission end with tomorrow', () => {
    // From 9 to 22 November.
    expect(shownDays(year, '2026-11-21', 14)).toEqual({ from: 312, count: 14 });
  });

  it('never lie outside the mission', () => {
    expect(shownDays(year, '2025-12-01', 60)).toEqual({ from: 0, count: 60 });
    expect(shownDays(year, '2027-03-01', 60)).toEqual({ from: 305, count: 60 });
  });
});

describe('quilt dialog', () => {
  it('splits the mission into months', () => {
    expect(quiltMonths(quiltOf())).toEqual([
      { day: '2026-11-17', from: 0, to: 14 },
      { day: '2026-12-01', from: 14, to: 30 },
    ]);
  });

  it('computes the shares by weekday from check-ins that count and missed days', () => {
    // 2026-11-17 is a Tuesday. Member a has seven past days; b joined on the Thursday.
    const quilt = quiltOf(row('a', '1111111', 6), row('b', '001', 5, 2));
    expect(weekdayShares(DAILY_MONTH, quilt)).toEqual([1, 1, 1, 1, 0.5, 0.5, 1]);
    expect(weekdayShares(DAILY_MONTH, quiltOf(row('a', '', -1)))).toEqual(Array(7).fill(null));
  });

  it('leaves extra check-ins out of the shares by weekday', () => {
    const weekdays: DatedSchedule = { ...DAILY_MONTH, schedule: { kind: 'weekdays', days: ['tue', 'thu'] } };
    expect(weekdayShares(weekdays, quiltOf(row('a', '111', 3)))).toEqual([null, 1, null, 1, null, null, null]);
    const weekly: DatedSchedule = { ...DAILY_MONTH, schedule: { kind: 'weekly', times: 2 } };
    expect(weekdayShares(weekly, quiltOf(row('a', '111', 2)))).toEqual([null, 1, 1, null, null, null, null]);
  });
});
