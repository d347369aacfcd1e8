import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type LocalDay } from './days.ts';
import {
  coveredRestDays,
  currentMemberStreak,
  currentUserStreak,
  excusedDays,
  NO_MEMBER_STREAK,
  NO_USER_STREAK,
  rebuildMember,
  rebuildUser,
  recordMemberDay,
  recordUserDay,
  type ZoneChange,
} from './streaks.ts';

const FIRST = '2024-02-20';
const day = (index: number) => addDays(FIRST, index);
const days = (...indexes: number[]) => indexes.map(day);
const run = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => day(from + index));
const among = (some: Iterable<LocalDay>) => {
  const set = new Set(some);
  return (one: LocalDay) => set.has(one);
};
const none = () => false;

describe('a user streak', () => {
  it('counts consecutive days and keeps the longest', () => {
    const { state } = rebuildUser([...run(0, 4), ...run(6, 7)], none);
    expect(state).toEqual({ streak_days: 2, streak_last_day: day(7), longest_streak: 5, rest_days: 0 });
  });

  it('reaches today or yesterday, else it is 0', () => {
    const { state } = rebuildUser(run(0, 4), none);
    expect(currentUserStreak(state, day(4), none)).toBe(5);
    expect(currentUserStreak(state, day(5), none)).toBe(5);
    expect(currentUserStreak(state, day(6), none)).toBe(0);
    expect(currentUserStreak(state, day(3), none)).toBe(5);
    expect(currentUserStreak(NO_USER_STREAK, day(0), none)).toBe(0);
  });

  it('earns a rest day every 7 days and holds 2 at most', () => {
    expect([6, 7, 13, 14, 21, 70].map((length) => rebuildUser(run(0, length - 1), none).state.rest_days)).toEqual([
      0, 1, 1, 2, 2, 2,
    ]);
  });

  it('spends rest days on a gap that they save, and adds nothing for them', () => {
    const rebuilt = rebuildUser([...run(0, 13), day(16)], none);
    expect(rebuilt.rest_days_used).toEqual(days(14, 15));
    expect(rebuilt.state).toEqual({ streak_days: 15, streak_last_day: day(16), longest_streak: 15, rest_days: 0 });
  });

  it('keeps rest days that could not save the streak', () => {
    const rebuilt = rebuildUser([...run(0, 13), day(17)], none);
    expect(rebuilt.rest_days_used).toEqual([]);
    expect(rebuilt.state).toEqual({ streak_days: 1, streak_last_day: day(17), longest_streak: 14, rest_days: 2 });
  });

  it('shows as covered what the rest days held are about to cover', () => {
    const { state } = rebuildUser(run(0, 13), none);
    expect(coveredRestDays(state, day(14), none)).toEqual([]);
    expect(coveredRestDays(state, day(16), none)).toEqual(days(14, 15));
    expect(coveredRestDays(state, day(18), among(days(15, 16)))).toEqual(days(14, 17));
    expect(currentUserStreak(state, day(16), none)).toBe(14);
    expect(coveredRestDays(state, day(17), none)).toEqual([]);
    expect(currentUserStreak(state, day(17), none)).toBe(0);
  });

  it('lets a day be recorded again without effect, and none before the last', () => {
    const { state } = rebuildUser(run(0, 7), none);
    expect(recordUserDay(state, day(7), none)).toEqual({ state, used_rest: [] });
    expect(() => recordUserDay(state, day(6), none)).toThrow(RangeError);
    expect(() => recordMemberDay(state, day(6), none)).toThrow(RangeError);
  });

  it('looks at a few days of a gap of ages, not at all of them', () => {
    const { state } = rebuildUser(run(0, 13), none);
    let asked = 0;
    const count = () => {
      asked += 1;
      return false;
    };
    expect(recordUserDay(state, '9999-01-01', count).state.streak_days).toBe(1);
    expect(currentUserStreak(state, '9999-01-01', count)).toBe(0);
    expect(currentMemberStreak(state, '9999-01-01', count)).toBe(0);
    expect(recordMemberDay(state, '9999-01-01', count).streak_days).toBe(1);
    expect(asked).toBeLessThanOrEqual(8);
  });
});

describe('any history of check-ins and excused days', () => {
  const LENGTH = 70;
  // Mostly checked, so that runs grow long enough to earn rest days.
  const kinds = fc.array(fc.constantFrom('checked', 'checked', 'checked', 'checked', 'checked', 'missed', 'excused'), {
    minLength: LENGTH,
    maxLength: LENGTH,
  });

  /** The rules once more, walked day by day and not gap by gap. */
  function walk(history: readonly string[]) {
    let streak = 0;
    let longest = 0;
    let rest = 0;
    let missed: LocalDay[] = [];
    const used: LocalDay[] = [];
    for (const [index, kind] of history.entries()) {
      if (kind === 'missed') missed.push(day(index));
      if (kind !== 'checked') continue;
      if (missed.length > rest) streak = 0;
      else if (streak > 0) {
        rest -= missed.length;
        used.push(...missed);
      }
      streak += 1;
      missed = [];
      if (streak % 7 === 0) rest = Math.min(2, rest + 1);
      longest = Math.max(longest, streak);
    }
    return { streak, longest, rest, used, alive: missed.length <= rest ? streak : 0 };
  }

  it('gives the counters that walking the calendar gives', () => {
    fc.assert(
      fc.property(kinds, (history) => {
        const checked = run(0, LENGTH - 1).filter((_, index) => history[index] === 'checked');
        const isExcused = among(run(0, LENGTH - 1).filter((_, index) => history[index] === 'excused'));
        const { state, rest_days_used } = rebuildUser(checked, isExcused);
        const walked = walk(history);
        expect(state).toEqual({
          streak_days: walked.streak,
          streak_last_day: checked.at(-1) ?? null,
          longest_streak: walked.longest,
          rest_days: walked.rest,
        });
        expect(rest_days_used).toEqual(walked.used);
        expect(currentUserStreak(state, day(LENGTH), isExcused)).toBe(walked.alive);
      }),
      { numRuns: 500 },
    );
  });

  it('is the same in any order and with duplicates, and the longest is never below the current', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 60 })),
        fc.array(fc.nat({ max: 60 }), { maxLength: 6 }),
        (indexes, excused) => {
          const isExcused = among(days(...excused));
          const shuffled = rebuildUser(days(...indexes), isExcused);
          const sorted = rebuildUser(days(...[...indexes].sort((a, b) => a - b)), isExcused);
          expect(shuffled).toEqual(sorted);
          expect(shuffled.state.longest_streak).toBeGreaterThanOrEqual(shuffled.state.streak_days);
          expect(shuffled.state.streak_days).toBeLessThanOrEqual(new Set(indexes).size);
          expect(shuffled.rest_days_used.filter((one) => days(...indexes).includes(one) || isExcused(one))).toEqual([]);
          const member = rebuildMember(days(...indexes), isExcused);
          expect(member.longest_streak).toBeGreaterThanOrEqual(member.streak_days);
          expect(member.streak_days).toBeLessThanOrEqual(shuffled.state.streak_days);
        },
      ),
    );
  });

  it('begins no run with days that only bridge', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 21, max: 40 }), (checkedAt, todayAt) => {
        // Everything is excused but the one day with a check-in.
        expect(currentUserStreak(NO_USER_STREAK, day(todayAt), () => true)).toBe(0);
        expect(currentMemberStreak(NO_MEMBER_STREAK, day(todayAt), () => true)).toBe(0);
        const { state } = rebuildUser(days(checkedAt), () => true);
        expect(state.streak_days).toBe(1);
        expect(currentUserStreak(state, day(todayAt), () => true)).toBe(1);
      }),
    );
  });
});

describe('a member streak', () => {
  it('goes on over excused and spent rest days alone', () => {
    expect(rebuildMember(days(0, 1, 4), among(days(2, 3)))).toEqual({
      streak_days: 3,
      streak_last_day: day(4),
      longest_streak: 3,
    });
    expect(rebuildMember(days(0, 1, 4), among(days(2))).streak_days).toBe(1);
  });

  it('breaks on a day on which the user checked in elsewhere', () => {
    const user = rebuildUser(run(0, 9), none);
    expect(user.state.streak_days).toBe(10);
    const member = rebuildMember([...run(0, 7), day(9)], among(user.rest_days_used));
    expect(member).toEqual({ streak_days: 1, streak_last_day: day(9), longest_streak: 8 });
  });

  it('stands while the rest days held cover the gap', () => {
    const user = rebuildUser(run(0, 6), none);
    const member = rebuildMember(run(0, 6), none);
    const covered = among(coveredRestDays(user.state, day(8), none));
    expect(currentMemberStreak(member, day(8), covered)).toBe(7);
    expect(currentMemberStreak(member, day(8), none)).toBe(0);
  });
});

describe('excusedDays', () => {
  const change = (hours: number, from: number, to: number): ZoneChange => ({
    changed_at: new Date(Date.parse(`${FIRST}T00:00:00Z`) + hours * 3_600_000),
    old_day: day(from),
    new_day: day(to),
  });

  it('excuses the days that a change skipped or cut short', () => {
    expect([...excusedDays([change(0, 0, 1)])]).toEqual(days(0));
    expect([...excusedDays([change(0, 0, 2)])]).toEqual(days(0, 1));
    expect([...excusedDays([change(0, 1, 0), change(1, 3, 3)])]).toEqual([]);
  });

  it('lets 2 changes in any 7 times 24 hours excuse, whatever their order here', () => {
    const week = 7 * 24;
    const changes = [change(0, 0, 1), change(24, 1, 2), change(48, 2, 3), change(week - 1, 6, 7), change(week, 7, 8)];
    expect([...excusedDays(changes)]).toEqual(days(0, 1, 7));
    expect(excusedDays([...changes].reverse())).toEqual(excusedDays(changes));
    // Those that went west do not count.
    expect([...excusedDays([change(0, 0, 1), change(1, 1, 0), change(2, 0, 1), change(3, 2, 3)])]).toEqual(days(0));
  });
});
