import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Achievement, completionPercentage, earnsReward, isConsistent, joinedInTime } from './completion.ts';
import { dayNumber } from './days.ts';
import { EVERY_WEEKDAY, type Membership } from './life.ts';
import { weekdayBits } from './schedule.ts';
import { buildMembership } from './testing/one-mission.ts';

const member: Achievement = {
  checkins_count: 12,
  counted_checkins: 12,
  joined_in_time: true,
  missed_days: 18,
  planned_days: 30,
  mission_planned_days: 30,
  has_smaller_goals: false,
  points: 250,
  longest_streak: 9,
  level_goal: null,
  streak_goal: null,
};

describe('the completion percentage', () => {
  it.each([
    [0, 30, 0],
    [13, 14, 92.86],
    [1, 3, 33.33],
    [364, 365, 99.73],
    [30, 30, 100],
    [0, 0, 0],
  ])('for %i check-ins of %i planned days is %f', (counted_checkins, planned_days, percentage) => {
    expect(completionPercentage({ counted_checkins, planned_days })).toBe(percentage);
  });

  it('is 100 only if no day was missed, and never more', () => {
    fc.assert(
      fc.property(fc.nat({ max: 365 }), fc.nat({ max: 365 }), (counted_checkins, missed) => {
        const planned_days = counted_checkins + missed;
        const percentage = completionPercentage({ counted_checkins, planned_days });
        expect(percentage === 100).toBe(counted_checkins > 0 && missed === 0);
        expect(percentage).toBeLessThanOrEqual(100);
        if (isConsistent({ counted_checkins, planned_days, joined_in_time: true }))
          expect(percentage).toBeGreaterThanOrEqual(80);
      }),
    );
  });
});

describe('the reward', () => {
  it.each<[boolean, Partial<Achievement>]>([
    [true, { level_goal: 3 }],
    [false, { level_goal: 4 }],
    [true, { streak_goal: 9 }],
    [false, { streak_goal: 10 }],
    [true, { level_goal: 3, streak_goal: 9 }],
    [false, { level_goal: 3, streak_goal: 10 }],
    [false, { level_goal: 4, streak_goal: 9 }],
    // Goals decide if they are set: 29 of 30 check-ins do not help, a perfect mission does.
    [false, { level_goal: 4, checkins_count: 29, counted_checkins: 29, missed_days: 1 }],
    [true, { level_goal: 4, checkins_count: 30, counted_checkins: 30, missed_days: 0 }],
    [true, { streak_goal: 10, checkins_count: 30, counted_checkins: 30, missed_days: 0 }],
    // A member with smaller goals must also be consistent.
    [false, { level_goal: 3, has_smaller_goals: true }],
    [false, { streak_goal: 9, has_smaller_goals: true, counted_checkins: 23 }],
    [true, { streak_goal: 9, has_smaller_goals: true, counted_checkins: 24 }],
    [false, { streak_goal: 9, has_smaller_goals: true, counted_checkins: 24, joined_in_time: false }],
    [true, { checkins_count: 24, counted_checkins: 24 }],
    [false, { checkins_count: 24, counted_checkins: 23 }],
    [false, { checkins_count: 23, counted_checkins: 23 }],
    [false, { level_goal: 1, points: 0, checkins_count: 0 }],
  ])('is %s for a member with %j', (earned, fields) => {
    expect(earnsReward({ ...member, ...fields })).toBe(earned);
  });
});

describe('joining in time', () => {
  it.each<[string, Pick<Membership, 'times' | 'weekdays'>, number]>([
    ['a daily mission', { times: null, weekdays: EVERY_WEEKDAY }, 14],
    // Three a week is 12 in 28 days. From the first day of the third week, 6 are left.
    ['one of times a week', { times: 3, weekdays: EVERY_WEEKDAY }, 14],
    // The first day is a Friday, so the 15th day is the third of four.
    ['one of Fridays', { times: null, weekdays: weekdayBits(['fri']) }, 14],
  ])('is possible in %s while half of the required check-ins are still ahead', (_, schedule, last) => {
    const first = dayNumber('2026-05-01');
    const days = Array.from({ length: 28 }, (_day, at) => at);
    const isInTime = (at: number) =>
      joinedInTime(buildMembership({ ...schedule, first, last: first + 27, joined: first + at }));
    expect(days.filter(isInTime)).toEqual(days.slice(0, last + 1));
  });

  it('is needed to be consistent and to earn a reward without goals', () => {
    const perfect = { ...member, checkins_count: 5, counted_checkins: 5, planned_days: 5 };
    expect([isConsistent(perfect), earnsReward(perfect)]).toEqual([true, true]);
    const late = { ...perfect, joined_in_time: false };
    expect([isConsistent(late), earnsReward(late)]).toEqual([false, false]);
    expect(earnsReward({ ...late, streak_goal: 5 })).toBe(true);
  });
});
