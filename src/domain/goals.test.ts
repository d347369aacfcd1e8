import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goalProgress, ownGoals, suggestGoals } from './goals.ts';
import { NEVER_AWAY } from './life.ts';
import {
  DURATION_MAX,
  DURATION_MIN,
  LEVEL_GOAL_MAX,
  LEVEL_GOAL_MIN,
  STREAK_GOAL_MAX,
  STREAK_GOAL_MIN,
} from './limits.ts';
import { levelFor, pointsFor } from './points.ts';
import { buildMembership } from './testing/one-mission.ts';

describe('pointsFor', () => {
  it.each([
    ['tick', 10],
    ['text', 15],
    ['photo', 20],
  ] as const)('gives a %s %d points', (type, points) => {
    expect(pointsFor(type)).toBe(points);
  });
});

describe('levelFor', () => {
  it.each([
    [0, 1],
    [99, 1],
    [100, 2],
    [249, 2],
    [250, 3],
    [499, 3],
    [500, 4],
    [999, 4],
    [1000, 5],
    [1999, 5],
    [2000, 7],
    [2999, 7],
    [3000, 8],
    [10_000, 15],
  ])('puts %d points at level %d', (points, level) => {
    expect(levelFor(points)).toBe(level);
  });

  it('never lowers the level for more points, and never returns level 6', () => {
    fc.assert(
      fc.property(fc.nat({ max: 100_000 }), fc.nat({ max: 3000 }), (points, more) => {
        expect(levelFor(points + more)).toBeGreaterThanOrEqual(levelFor(points));
        expect(levelFor(points)).not.toBe(6);
      }),
    );
  });
});

describe('suggestGoals', () => {
  it.each([
    [1, 1, 1],
    [2, 1, 1],
    [5, 1, 4],
    [7, 1, 5],
    [9, 2, 7],
    [21, 3, 16],
    [30, 3, 24],
    [42, 4, 33],
    [100, 5, 80],
    [166, 5, 132],
    [167, 7, 133],
    [365, 9, 292],
  ])('suggests for %d days level %d and a streak of %d days', (days, level, streak) => {
    expect(suggestGoals(days)).toEqual({ level, streak });
  });

  it('stays within the limits and within reach', () => {
    fc.assert(
      fc.property(fc.integer({ min: DURATION_MIN, max: DURATION_MAX }), (days) => {
        const { level, streak } = suggestGoals(days);
        expect(level >= LEVEL_GOAL_MIN && level <= LEVEL_GOAL_MAX).toBe(true);
        expect(streak >= STREAK_GOAL_MIN && streak <= Math.min(days, STREAK_GOAL_MAX)).toBe(true);
      }),
    );
  });
});

describe('goalProgress', () => {
  it('is null in a mission without goals', () => {
    expect(goalProgress({ level: 3, level_goal: null, streak_days: 9, streak_goal: null })).toBeNull();
  });

  it.each([
    [{ level: 2, level_goal: 4, streak_days: 0, streak_goal: null }, 50],
    [{ level: 1, level_goal: null, streak_days: 0, streak_goal: 7 }, 0],
    [{ level: 9, level_goal: 3, streak_days: 5, streak_goal: 10 }, 75],
    // 33.33 and 33.33 average to 33; 16.67 and 100 average to 58.
    [{ level: 1, level_goal: 3, streak_days: 1, streak_goal: 3 }, 33],
    [{ level: 1, level_goal: 6, streak_days: 4, streak_goal: 4 }, 58],
  ])('of %o is %o', (member, progress) => {
    expect(goalProgress(member)).toBe(progress);
  });

  it('is in whole percent from 0 to 100, and null without goals', () => {
    const goal = fc.option(fc.integer({ min: 1, max: 365 }));
    fc.assert(
      fc.property(fc.nat(), goal, fc.nat(), goal, (level, level_goal, streak_days, streak_goal) => {
        const progress = goalProgress({ level, level_goal, streak_days, streak_goal });
        expect(progress === null).toBe(level_goal === null && streak_goal === null);
        expect(progress === null || (Number.isInteger(progress) && progress >= 0 && progress <= 100)).toBe(true);
      }),
    );
  });
});

describe('ownGoals', () => {
  const FIRST = 100;
  const member = buildMembership({ first: FIRST, last: FIRST + 29 });
  const awayFrom = (from: number, to: number) => (day: number) => day >= FIRST + from && day <= FIRST + to;

  it("halves the streak and the level's points if half of the days are away", () => {
    // Level 5 starts at 1,000 points; half of that is level 4.
    expect(ownGoals(member, awayFrom(9, 23), { level: 5, streak: 24 })).toEqual({ level: 4, streak: 12 });
    expect(ownGoals(member, NEVER_AWAY, { level: 6, streak: 24 })).toEqual({ level: 6, streak: 24 });
    expect(ownGoals(member, awayFrom(9, 23), { level: null, streak: null })).toEqual({ level: null, streak: null });
  });

  it('ignores a late join, and leaves one day if a member was always away', () => {
    const late = { ...member, joined: FIRST + 24 };
    expect(ownGoals(late, awayFrom(9, 23), { level: 5, streak: 24 })).toEqual({ level: 5, streak: 24 });
    expect(ownGoals(member, () => true, { level: 5, streak: 24 })).toEqual({ level: 1, streak: 1 });
  });

  it('never raises a goal, and more days away never enlarge one', () => {
    const someGoal = fc.integer({ min: 1, max: 50 });
    fc.assert(
      fc.property(someGoal, someGoal, fc.nat({ max: 29 }), fc.nat({ max: 29 }), (level, streak, some, more) => {
        const goals = (days: number) => ownGoals(member, awayFrom(0, days - 1), { level, streak });
        const [one, other] = [goals(Math.min(some, more)), goals(Math.max(some, more))];
        expect(one.level).toBeLessThanOrEqual(level);
        expect(other.level!).toBeLessThanOrEqual(one.level!);
        expect(other.streak!).toBeLessThanOrEqual(one.streak!);
      }),
    );
  });
});
