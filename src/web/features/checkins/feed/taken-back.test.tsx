import * as fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Checkin } from '#contract/checkins.ts';
import { missingFrom, TakenBackRow, withTakenBack } from './taken-back.tsx';

const feedOf = (ids: readonly string[]): Checkin[] =>
  [...ids]
    .sort()
    .reverse()
    .map((id) => ({ id }) as Checkin);
const idsOf = (checkins: readonly { id: string }[]) => checkins.map(({ id }) => id);
const DAY = '2026-11-21';
const gone = (id: string) => ({ id, user_id: 'ana', user_name: 'Ana', local_day: DAY, text: 'Well done' });

describe('missingFrom', () => {
  it('returns check-ins missing among the loaded rows, but not below them', () => {
    const before = feedOf(['a', 'b', 'c', 'd']);
    expect(idsOf(missingFrom(before, feedOf(['b', 'd']), true))).toEqual(['c']);
    expect(idsOf(missingFrom(before, feedOf(['b', 'd']), false))).toEqual(['c', 'a']);
    expect(missingFrom(before, before, false)).toEqual([]);
    expect(idsOf(missingFrom(feedOf(['a']), [], false))).toEqual(['a']);
  });

  it('ignores new check-ins on top and rows that were dropped because of a gap', () => {
    expect(missingFrom(feedOf(['a', 'b']), feedOf(['a', 'b', 'c']), false)).toEqual([]);
    expect(missingFrom(feedOf(['a', 'b']), feedOf(['x', 'y', 'z']), true)).toEqual([]);
  });
});

it('withTakenBack sorts undone check-ins by time among the posts of their day', () => {
  const someIds = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom(...'abcdef') }));
  fc.assert(
    fc.property(someIds, fc.nat({ max: 10 }), (ids, some) => {
      const [taken, left] = [ids.slice(0, some), ids.slice(some)];
      const posts = feedOf(left);
      const placed = withTakenBack({ day: DAY, posts }, [
        ...taken.map(gone),
        { ...gone('z'), local_day: '2026-11-20' },
      ]);
      expect(placed.filter((row) => !('text' in row))).toEqual(posts);
      expect(idsOf(placed)).toEqual(idsOf(feedOf(ids)));
    }),
  );
});

it('an undone row names its author and offers the typed text', () => {
  const html = (mine: boolean) =>
    renderToStaticMarkup(<TakenBackRow takenBack={gone('c')} mine={mine} onClose={() => undefined} />);
  expect(html(false)).toMatch(/Ana removed this check-in\..*Well done.*>Copy what I wrote<.*>Close</);
  expect(html(true)).toContain('You removed this check-in.');
});
