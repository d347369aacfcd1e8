import { describe, expect, it } from 'vitest';
import { MILESTONE_STREAKS, milestoneOf } from './milestones.ts';

describe('the milestone of a check-in', () => {
  const plain = { is_first: false, is_comeback: false, before: { streak_days: 5, open_streak: null }, streak_days: 6 };

  it('The first check-in of all comes before a comeback, and a comeback before a streak.', () => {
    const all = { is_first: true, is_comeback: true, before: { streak_days: 6, open_streak: null }, streak_days: 7 };
    expect(milestoneOf(all)).toEqual({ kind: 'first' });
    expect(milestoneOf({ ...all, is_first: false })).toEqual({ kind: 'comeback' });
    expect(milestoneOf({ ...all, is_first: false, is_comeback: false })).toEqual({ kind: 'streak', days: 7 });
    expect(milestoneOf(plain)).toBeNull();
  });

  it('A streak is celebrated by the check-in that brings it to 7, 30, 100 or 365 days, and by no second one of the day.', () => {
    for (let streak_days = 1; streak_days < 400; streak_days += 1) {
      const milestone = milestoneOf({
        ...plain,
        before: { streak_days: streak_days - 1, open_streak: null },
        streak_days,
      });
      const days = MILESTONE_STREAKS.find((length) => length === streak_days);
      expect(milestone).toEqual(days === undefined ? null : { kind: 'streak', days });
      expect(milestoneOf({ ...plain, before: { streak_days, open_streak: null }, streak_days })).toBeNull();
    }
  });

  it('Today first and then yesterday celebrate what both days bring, and nothing that was celebrated before.', () => {
    for (let length = 1; length < 400; length += 1) {
      // Without rest days today begins a new streak; with one it goes on, and the rest day comes back with yesterday.
      for (const streak_days of [1, length + 1]) {
        const before = { streak_days, open_streak: length + 1 };
        const today = milestoneOf({ ...plain, before: { streak_days: length, open_streak: null }, streak_days });
        const both = [today, milestoneOf({ ...plain, before, streak_days: length + 2 })].filter((one) => one !== null);
        const passed = MILESTONE_STREAKS.filter((days) => length < days && days <= length + 2);
        expect(both).toEqual(passed.map((days) => ({ kind: 'streak', days })));
      }
    }
  });
});
