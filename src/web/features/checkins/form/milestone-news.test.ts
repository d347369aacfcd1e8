import { describe, expect, it } from 'vitest';
import type { Milestone } from '#contract/checkins.ts';
import { getT } from '#platform/web/lib/language.ts';
import { milestoneNews } from './milestone-news.ts';

describe('milestone of a check-in', () => {
  const facts = { counted: 2, longest: 8 };
  const newsOf = (milestone: Milestone, known: { counted: number; longest: number | null } = facts) =>
    milestoneNews(getT(), milestone, known);

  it('is null for an ordinary check-in', () => {
    expect(newsOf(null)).toBeNull();
  });

  it('has its own text for a first check-in, a long streak and a comeback', () => {
    expect(newsOf({ kind: 'first' })).toMatchObject({ kind: 'first', words: 'Your first stitch!' });
    expect(newsOf({ kind: 'streak', days: 30 })).toEqual({
      kind: 30,
      words: 'A 30-day streak!',
      more: null,
    });
    expect(newsOf({ kind: 'comeback' })).toEqual({
      kind: 'comeback',
      words: "You're back. That was the hardest stitch.",
      more: 'Your 2nd stitch. Your record of 8 days stands.',
    });
  });

  it('mentions no record that is unknown or shorter than three days', () => {
    const more = (longest: number | null) => newsOf({ kind: 'comeback' }, { ...facts, longest })?.more;
    expect(more(null)).toBe('Your 2nd stitch.');
    expect(more(2)).toBe('Your 2nd stitch.');
    expect(more(3)).toBe('Your 2nd stitch. Your record of 3 days stands.');
  });
});
