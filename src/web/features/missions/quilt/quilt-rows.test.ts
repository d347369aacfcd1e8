import { describe, expect, it } from 'vitest';
import type { Mission } from '#contract/missions.ts';
import { packDays } from '#domain/day-bits.ts';
import type { Quilt } from '#web/features/missions/queries.ts';
import { getT } from '#web/lib/language.ts';
import {
  checkinsBetween,
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

describe('squares of a member', () => {
  it("The squares of a member say what each day was on the member's own calendar.", () => {
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
    expect(checkinsBetween(member, 0, 7)).toEqual({ checked: 2, of: 4 });
  });

  it('Free days and days of a break are told apart from missed ones, and are no days to check in.', () => {
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
    expect(checkinsBetween(member, 0, 6)).toEqual({ checked: 1, of: 2 });
  });

  it('shows an open yesterday as it shows today, and asks for neither', () => {
    const member = { ...row('a', '11', 3), is_yesterday_open: true };
    expect([1, 2, 3].map((day) => squareOf(member, day))).toEqual(['checked', 'open', 'open']);
    expect(checkinsBetween(member, 0, 4)).toEqual({ checked: 2, of: 2 });
  });

  it('A check-in on a free day is a stitch like any other.', () => {
    const member = { ...row('a', '1', 1), free_days: packDays('11') };
    expect([0, 1].map((day) => squareOf(member, day))).toEqual(['checked', 'off']);
  });

  it("Oneself is the first row, and a member's cloth does not depend on the rank.", () => {
    const quilt = quiltOf(row('b', '', 0), row('a', '', 0), row('c', '', 0));
    const rows = quiltRows(getT(), quilt, [], 'c');
    expect(rows.map(({ label }) => label)).toEqual(['You', 'Name of b', 'Name of a']);
    const others = quiltRows(getT(), { ...quilt, members: quilt.members.toReversed() }, [], 'a');
    for (const { user_id, cloth } of rows) expect(others.find((one) => one.user_id === user_id)?.cloth).toEqual(cloth);
  });
});

describe("today's squares", () => {
  const quilt = quiltOf(row('a', '11', 2), row('b', '1', 2));
  it('A check-in of today fills its square without a new quilt.', () => {
    const mission = missionOf(['a', 3, true], ['b', 1, false]);
    expect(isQuiltCurrent(quilt, mission)).toBe(false);
    expect(isQuiltCurrent(withToday(quilt, mission), mission)).toBe(true);
    expect(squareOf(withToday(quilt, mission).members[0]!, 2)).toBe('checked');
  });
  it('A late check-in, a new member or a former one make the quilt worth a new fetch.', () => {
    for (const other of [
      missionOf(['a', 2, false], ['b', 2, false]),
      missionOf(['a', 2, false]),
      missionOf(['a', 2, false], ['b', 1, false], ['c', 0, false]),
    ])
      expect(isQuiltCurrent(withToday(quilt, other), other)).toBe(false);
  });
});

describe('shown days', () => {
  const year = { first_day: '2026-01-01', last_day: '2026-12-31' };

  it('All days of a short mission are shown.', () => {
    const week = { first_day: '2026-11-01', last_day: '2026-11-07' };
    expect(shownDays(week, '2026-11-30', 14)).toEqual({ from: 0, count: 7 });
  });

  it('The shown days of a long mission end with tomorrow.', () => {
    // From 9 to 22 November.
    expect(shownDays(year, '2026-11-21', 14)).toEqual({ from: 312, count: 14 });
  });

  it('The shown days never lie outside the mission.', () => {
    expect(shownDays(year, '2025-12-01', 60)).toEqual({ from: 0, count: 60 });
    expect(shownDays(year, '2027-03-01', 60)).toEqual({ from: 305, count: 60 });
  });
});

describe('the quilt dialog', () => {
  it('The quilt dialog is divided into the months of the mission.', () => {
    expect(quiltMonths(quiltOf())).toEqual([
      { day: '2026-11-17', from: 0, to: 14 },
      { day: '2026-12-01', from: 14, to: 30 },
    ]);
  });

  it('The shares by weekday count the days on which a member could check in.', () => {
    // 17 November 2026 is a Tuesday. Member a has seven past days; b joined on the Thursday.
    const quilt = quiltOf(row('a', '1111111', 6), row('b', '001', 5, 2));
    expect(weekdayShares(quilt)).toEqual([1, 1, 1, 1, 0.5, 0.5, 1]);
    expect(weekdayShares(quiltOf(row('a', '', -1)))).toEqual([null, null, null, null, null, null, null]);
  });
});
