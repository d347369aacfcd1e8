import { describe, expect, it } from 'vitest';
import type { Mission } from '#contract/missions.ts';
import { packDays } from '#domain/day-bits.ts';
import type { Quilt } from '#web/features/missions/queries.ts';
import {
  checkinsBetween,
  isFullTeamDay,
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

describe('the squares of a member', () => {
  it('say what each day was, on the own calendar', () => {
    const member = row('a', '01001', 5, 1, '0001');
    expect([0, 1, 2, 3, 4, 5, 6].map((day) => squareOf(member, day))).toEqual([
      'before',
      'checked',
      'missed',
      'rest',
      'checked',
      'open',
      'later',
    ]);
    expect(checkinsBetween(member, 0, 7)).toEqual({ sewn: 2, of: 4 });
  });

  it('are those of oneself first, in a colour that rank does not change', () => {
    const quilt = quiltOf(row('b', '', 0), row('a', '', 0), row('c', '', 0));
    const rows = quiltRows(quilt, 'c');
    expect(rows.map(({ label }) => label)).toEqual(['You', 'Name of b', 'Name of a']);
    const others = quiltRows({ ...quilt, members: quilt.members.toReversed() }, 'a');
    for (const { user_id, colour } of rows) expect(others.find((one) => one.user_id === user_id)?.colour).toBe(colour);
  });
});

describe('what the mission says of today', () => {
  const quilt = quiltOf(row('a', '11', 2), row('b', '1', 2));
  it('is sewn without asking for the quilt', () => {
    const mission = missionOf(['a', 3, true], ['b', 1, false]);
    expect(isFullTeamDay(quilt, mission)).toBe(false);
    expect(isFullTeamDay(withToday(quilt, mission), mission)).toBe(true);
    expect(squareOf(withToday(quilt, mission).members[0]!, 2)).toBe('checked');
  });
  it('does not hide a day that came late, nor who came or went', () => {
    for (const other of [
      missionOf(['a', 2, false], ['b', 2, false]),
      missionOf(['a', 2, false]),
      missionOf(['a', 2, false], ['b', 1, false], ['c', 0, false]),
    ])
      expect(isFullTeamDay(withToday(quilt, other), other)).toBe(false);
  });
});

describe('the days shown', () => {
  const year = { first_day: '2026-01-01', last_day: '2026-12-31' };

  it('are all of a short mission', () => {
    const week = { first_day: '2026-11-01', last_day: '2026-11-07' };
    expect(shownDays(week, '2026-11-30', 14)).toEqual({ from: 0, count: 7 });
  });

  it('of a long one end with tomorrow', () => {
    // 9 to 22 November.
    expect(shownDays(year, '2026-11-21', 14)).toEqual({ from: 312, count: 14 });
  });

  it('never leave the mission', () => {
    expect(shownDays(year, '2025-12-01', 60)).toEqual({ from: 0, count: 60 });
    expect(shownDays(year, '2027-03-01', 60)).toEqual({ from: 305, count: 60 });
  });
});

describe('the whole picture', () => {
  it('has the months of the mission', () => {
    expect(quiltMonths(quiltOf())).toEqual([
      { day: '2026-11-17', from: 0, to: 14 },
      { day: '2026-12-01', from: 14, to: 30 },
    ]);
  });

  it('knows the days of the week', () => {
    // 17 November 2026 is a Tuesday; a has seven days behind, b joined on the Thursday.
    const quilt = quiltOf(row('a', '1111111', 6), row('b', '001', 5, 2));
    expect(weekdayShares(quilt)).toEqual([1, 1, 1, 1, 0.5, 0.5, 1]);
    expect(weekdayShares(quiltOf(row('a', '', -1)))).toEqual([null, null, null, null, null, null, null]);
  });
});
