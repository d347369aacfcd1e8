import { describe, expect, it } from 'vitest';
import { MILESTONE_STREAKS, milestoneOf } from './milestones.ts';

describe('the milestone of a check-in', () => {
  const plain = { is_first: false, is_comeback: false, before: 5, after: 6 };

  it('prefers the first check-in to a comeback, and a comeback to a streak', () => {
    const all = { is_first: true, is_comeback: true, before: 6, after: 7 };
    expect(milestoneOf(all)).toEqual({ kind: 'first' });
    expect(milestoneOf({ ...all, is_first: false })).toEqual({ kind: 'comeback' });
    expect(milestoneOf({ ...all, is_first: false, is_comeback: false })).toEqual({ kind: 'streak', days: 7 });
    expect(milestoneOf(plain)).toBeNull();
  });

  it('celebrates reaching 7, 30, 100 or 365 days, only once a day', () => {
    for (let after = 1; after < 400; after += 1) {
      const days = MILESTONE_STREAKS.find((length) => length === after);
      const expected = days === undefined ? null : { kind: 'streak', days };
      expect(milestoneOf({ ...plain, before: after - 1, after })).toEqual(expected);
      expect(milestoneOf({ ...plain, before: after, after })).toBeNull();
    }
  });

  it('includes a streak that a check-in for yesterday brings past such a length', () => {
    expect(milestoneOf({ ...plain, before: 6, after: 8 })).toEqual({ kind: 'streak', days: 7 });
  });
});
