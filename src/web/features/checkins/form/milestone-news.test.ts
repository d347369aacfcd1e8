import { describe, expect, it } from 'vitest';
import { milestoneNews } from './milestone-news.ts';

describe('the milestone of a check-in', () => {
  const facts = { counted: 2, longest: 8 };

  it('A check-in like any other has none.', () => {
    expect(milestoneNews(null, facts)).toBeNull();
  });

  it('The first one, a long streak and a comeback have words of their own.', () => {
    expect(milestoneNews({ kind: 'first' }, facts)).toMatchObject({ kind: 'first', words: 'Your first stitch!' });
    expect(milestoneNews({ kind: 'streak', days: 30 }, facts)).toEqual({
      kind: 30,
      words: 'A 30-day streak!',
      more: [],
    });
    expect(milestoneNews({ kind: 'comeback' }, facts)).toEqual({
      kind: 'comeback',
      words: "You're back. That was the hardest stitch.",
      more: ['Your 2nd stitch.', 'Your record of 8 days stands.'],
    });
  });

  it('A comeback names no record that is not known or shorter than three days.', () => {
    const more = (longest: number | null) => milestoneNews({ kind: 'comeback' }, { ...facts, longest })?.more;
    expect(more(null)).toEqual(['Your 2nd stitch.']);
    expect(more(2)).toEqual(['Your 2nd stitch.']);
    expect(more(3)).toEqual(['Your 2nd stitch.', 'Your record of 3 days stands.']);
  });
});
