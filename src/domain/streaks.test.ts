import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type LocalDay } from './days.ts';
import {
  countMissed,
  coveredRestDays,
  currentMemberStreak,
  currentUserStreak,
  excusedDays,
  isExcusing,
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
const consecutive = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => day(from + index));
const among = (some: Iterable<LocalDay>) => {
  const set = new Set(some);
  return (one: LocalDay) => set.has(one);
};
const none = () => false;

describe('user streak', () => {
  it("A user's streak counts consecutive days and remembers the longest streak.", () => {
    const { state } = rebuildUser([...consecutive(0, 4), ...consecutive(6, 7)], none);
    expect(state).toEqual({ streak_days: 2, streak_last_day: day(7), longest_streak: 5, rest_days: 0 });
  });

  it("A user's streak stands while it reaches today or yesterday, and is 0 after that.", () => {
    const { state } = rebuildUser(consecutive(0, 4), none);
    expect(currentUserStreak(state, day(4), none)).toBe(5);
    expect(currentUserStreak(state, day(5), none)).toBe(5);
    expect(currentUserStreak(state, day(6), none)).toBe(0);
    expect(currentUserStreak(state, day(3), none)).toBe(5);
    expect(currentUserStreak(NO_USER_STREAK, day(0), none)).toBe(0);
  });

  it('Every 7 days of a streak earn a rest day, and at most 2 are held.', () => {
    expect(
      [6, 7, 13, 14, 21, 70].map((length) => rebuildUser(consecutive(0, length - 1), none).state.rest_days),
    ).toEqual([0, 1, 1, 2, 2, 2]);
  });

  it('Rest days bridge a gap that they can cover, and add nothing to the streak.', () => {
    const rebuilt = rebuildUser([...consecutive(0, 13), day(16)], none);
    expect(rebuilt.rest_days_used).toEqual(days(14, 15));
    expect(rebuilt.state).toEqual({ streak_days: 15, streak_last_day: day(16), longest_streak: 15, rest_days: 0 });
  });

  it('A gap too long for the rest days breaks the streak and spends none of them.', () => {
    const rebuilt = rebuildUser([...consecutive(0, 13), day(17)], none);
    expect(rebuilt.rest_days_used).toEqual([]);
    expect(rebuilt.state).toEqual({ streak_days: 1, streak_last_day: day(17), longest_streak: 14, rest_days: 2 });
  });

  it('The streak stands while the rest days still held cover the missed days.', () => {
    const { state } = rebuildUser(consecutive(0, 13), none);
    expect(coveredRestDays(state, day(14), none)).toEqual([]);
    expect(coveredRestDays(state, day(16), none)).toEqual(days(14, 15));
    expect(coveredRestDays(state, day(18), among(days(15, 16)))).toEqual(days(14, 17));
    expect(currentUserStreak(state, day(16), none)).toBe(14);
    expect(coveredRestDays(state, day(17), none)).toEqual([]);
    expect(currentUserStreak(state, day(17), none)).toBe(0);
  });

  it('Recording the last day again changes nothing, and recording an earlier one throws.', () => {
    const { state } = rebuildUser(consecutive(0, 7), none);
    expect(recordUserDay(state, day(7), none)).toEqual({ state, used_rest: [] });
    expect(() => recordUserDay(state, day(6), none)).toThrow(RangeError);
    expect(() => recordMemberDay(state, day(6), none)).toThrow(RangeError);
  });

  it('A gap of thousands of years is decided by looking at a few of its days.', () => {
    const { state } = rebuildUser(consecutive(0, 13), none);
    let calls = 0;
    const count = () => {
      calls += 1;
      return false;
    };
    expect(recordUserDay(state, '9999-01-01', count).state.streak_days).toBe(1);
    expect(currentUserStreak(state, '9999-01-01', count)).toBe(0);
    expect(currentMemberStreak(state, '9999-01-01', count)).toBe(0);
    expect(recordMemberDay(state, '9999-01-01', count).streak_days).toBe(1);
    expect(calls).toBeLessThanOrEqual(8);
  });
});

describe('random histories of check-ins and excused days', () => {
  const LENGTH = 70;
  // Mostly checked, so that streaks grow long enough to earn rest days.
  const kinds = fc.array(fc.constantFrom('checked', 'checked', 'checked', 'checked', 'checked', 'missed', 'excused'), {
    minLength: LENGTH,
    maxLength: LENGTH,
  });

  /** A second implementation of the rules that goes day by day instead of gap by gap. */
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

  it('The streak counters of any history equal those of a walk through its days.', () => {
    fc.assert(
      fc.property(kinds, (history) => {
        const checked = consecutive(0, LENGTH - 1).filter((_, index) => history[index] === 'checked');
        const isExcused = among(consecutive(0, LENGTH - 1).filter((_, index) => history[index] === 'excused'));
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

  it('A rebuild gives the same for any order and for duplicates, and its longest streak is never below the current one.', () => {
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

  it('Excused days continue a streak and cannot begin one.', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 21, max: 40 }), (checkedAt, todayAt) => {
        // All days are excused except the one with a check-in.
        expect(currentUserStreak(NO_USER_STREAK, day(todayAt), () => true)).toBe(0);
        expect(currentMemberStreak(NO_MEMBER_STREAK, day(todayAt), () => true)).toBe(0);
        const { state } = rebuildUser(days(checkedAt), () => true);
        expect(state.streak_days).toBe(1);
        expect(currentUserStreak(state, day(todayAt), () => true)).toBe(1);
      }),
    );
  });
});

describe('member streak', () => {
  it("A member's streak continues only over excused days and spent rest days.", () => {
    expect(rebuildMember(days(0, 1, 4), among(days(2, 3)))).toEqual({
      streak_days: 3,
      streak_last_day: day(4),
      longest_streak: 3,
    });
    expect(rebuildMember(days(0, 1, 4), among(days(2))).streak_days).toBe(1);
  });

  it("A member's streak breaks on a day on which the user checked in to another mission.", () => {
    const user = rebuildUser(consecutive(0, 9), none);
    expect(user.state.streak_days).toBe(10);
    const member = rebuildMember([...consecutive(0, 7), day(9)], among(user.rest_days_used));
    expect(member).toEqual({ streak_days: 1, streak_last_day: day(9), longest_streak: 8 });
  });

  it("A member's streak stands while the user's rest days cover the gap.", () => {
    const user = rebuildUser(consecutive(0, 6), none);
    const member = rebuildMember(consecutive(0, 6), none);
    const covered = among(coveredRestDays(user.state, day(8), none));
    expect(currentMemberStreak(member, day(8), covered)).toBe(7);
    expect(currentMemberStreak(member, day(8), none)).toBe(0);
  });
});

describe('Changes of zone', () => {
  const change = (hours: number, from: number, to: number): ZoneChange => ({
    changed_at: new Date(Date.parse(`${FIRST}T00:00:00Z`) + hours * 3_600_000),
    old_day: day(from),
    new_day: day(to),
  });
  const excusing = (changes: readonly ZoneChange[]) =>
    changes.reduce<ZoneChange[]>((stored, one) => (isExcusing(one, stored) ? stored.concat(one) : stored), []);

  it('A change of zone excuses the days that it skipped or cut short.', () => {
    expect([...excusedDays([change(0, 0, 1)])]).toEqual(days(0));
    expect([...excusedDays([change(0, 0, 2)])]).toEqual(days(0, 1));
    expect(excusing([change(0, 1, 0), change(1, 3, 3)])).toEqual([]);
  });

  it('At most 2 changes of zone within 7 times 24 hours excuse days.', () => {
    const week = 7 * 24;
    const changes = [change(0, 0, 1), change(24, 1, 2), change(48, 2, 3), change(week - 1, 6, 7), change(week, 7, 8)];
    expect([...excusedDays(excusing(changes))]).toEqual(days(0, 1, 7));
    // Changes to the west do not count towards the two.
    const crossings = [change(0, 0, 1), change(1, 1, 0), change(2, 0, 1), change(3, 2, 3)];
    expect([...excusedDays(excusing(crossings))]).toEqual(days(0));
  });

  it('Of any changes in a row all that go forward excuse days, but for those after two of the same week.', () => {
    const step = fc.record({ hours: fc.integer({ min: 0, max: 90 }), days: fc.integer({ min: -1, max: 1 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let hours = 0;
        const stored: ZoneChange[] = [];
        for (const [at, { hours: later, days: forward }] of steps.entries()) {
          hours += later;
          const one = change(hours, at, at + forward);
          const week = stored.filter(({ changed_at }) => +one.changed_at - +changed_at < 7 * 24 * 3_600_000);
          expect(isExcusing(one, stored)).toBe(forward > 0 && week.length < 2);
          // The last two decide, so whoever asks need not read more of them.
          expect(isExcusing(one, stored.slice(-2))).toBe(isExcusing(one, stored));
          if (isExcusing(one, stored)) stored.push(one);
        }
      }),
    );
  });
});

describe('countMissed', () => {
  it('The missed days between two days are those that nothing bridges.', () => {
    const someDays = fc.uniqueArray(fc.integer({ min: -10, max: 50 }));
    fc.assert(
      fc.property(fc.nat({ max: 40 }), fc.nat({ max: 40 }), someDays, (from, until, bridged) => {
        const between = until > from ? consecutive(from, until - 1) : [];
        const missed = between.filter((one) => !days(...bridged).includes(one));
        expect(countMissed(day(from), day(until), new Set(days(...bridged)))).toBe(missed.length);
      }),
    );
  });
});
