import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Checkin } from '#contract/checkins.ts';
import { foldedNames, foldTicks, shownRows } from './fold-ticks.ts';

const NOTHING = { edit: false, take_back: false, clear: false, hide: false, report: true };
let created = 0;
const tick = (fields: Partial<Checkin> = {}): Checkin => {
  created += 1;
  return {
    id: `c${created}`,
    user_id: `u${created}`,
    user_name: `Name ${created}`,
    type: 'tick',
    content: '',
    local_day: '2026-11-21',
    comments_count: 0,
    is_comeback: false,
    hidden: null,
    can: NOTHING,
    ...fields,
  } as Checkin;
};
const sizes = (checkins: readonly Checkin[]) => foldTicks(checkins).map((row) => row.length);

const checkins = fc.array(
  fc
    .record({
      type: fc.constantFrom('tick' as const, 'text' as const),
      local_day: fc.constantFrom('2026-11-20', '2026-11-21'),
      comments_count: fc.constantFrom(0, 0, 0, 2),
      is_comeback: fc.constantFrom(false, false, true),
    })
    .map(tick),
  { maxLength: 40 },
);

describe('folding', () => {
  it('Every check-in is in one row, and the order is that of the feed.', () => {
    fc.assert(
      fc.property(checkins, (feed) => {
        expect(foldTicks(feed).flat()).toEqual(feed);
      }),
    );
  });

  it('A row of several holds plain ticks of one day alone, and two such rows never follow each other on a day.', () => {
    fc.assert(
      fc.property(checkins, (feed) => {
        const rows = foldTicks(feed);
        const isPlain = ({ type, comments_count, is_comeback }: Checkin) =>
          type === 'tick' && comments_count === 0 && !is_comeback;
        for (const row of rows.filter(({ length }) => length > 1)) {
          expect(row.every(isPlain)).toBe(true);
          expect(new Set(row.map(({ local_day }) => local_day)).size).toBe(1);
        }
        rows.slice(1).forEach((row, at) => {
          const before = rows[at]!.at(-1)!;
          expect(isPlain(before) && isPlain(row[0]!) && before.local_day === row[0]!.local_day).toBe(false);
        });
      }),
    );
  });

  it('What has words, comments or a mark, is hidden, or is still edited stands alone.', () => {
    const alone: Partial<Checkin>[] = [
      { content: 'Page 9' },
      { type: 'photo' },
      { comments_count: 1 },
      { is_comeback: true },
      { hidden: { reason: 'No', by: 'owner' } },
      { can: { ...NOTHING, edit: true } },
      { local_day: '2026-11-19' },
    ];
    expect(sizes([tick(), tick(), tick()])).toEqual([3]);
    for (const fields of alone) expect(sizes([tick(), tick(), tick(fields), tick(), tick()])).toEqual([2, 1, 2]);
    expect(sizes([tick()])).toEqual([1]);
    expect(sizes([])).toEqual([]);
  });
});

describe('rows that are shown already', () => {
  it('They stay as they are whatever is loaded below, and what is loaded joins a row of several.', () => {
    fc.assert(
      fc.property(checkins, fc.nat(40), (feed, loaded) => {
        const before = foldTicks(feed.slice(0, loaded));
        const after = foldTicks(feed, shownRows(before));
        expect(after.flat()).toEqual(feed);
        before.slice(0, -1).forEach((row, at) => {
          expect(after[at]).toEqual(row);
        });
        const last = before.at(-1) ?? [];
        expect(after[before.length - 1]?.slice(0, last.length) ?? []).toEqual(last);
        if (last.length === 1) expect(after[before.length - 1]).toEqual(last);
        expect(foldTicks(feed, shownRows(after))).toEqual(after);
      }),
    );
  });

  it('A tick that gets a comment stays in its row, and a row that loses its others stands alone.', () => {
    const [first, second] = [tick(), tick()];
    const shown = shownRows(foldTicks([first, second]));
    expect(foldTicks([first, { ...second, comments_count: 1 }], shown).map((row) => row.length)).toEqual([2]);
    expect(foldTicks([first], shown).map((row) => row.length)).toEqual([1]);
  });

  it('A tick that its author gives words or a photo, or that is hidden, leaves its row.', () => {
    const feed = [tick(), tick(), tick(), tick(), tick()];
    const shown = shownRows(foldTicks(feed));
    const changes: Partial<Checkin>[] = [
      { type: 'text', content: 'Page 9' },
      { type: 'photo' },
      { hidden: { reason: 'No', by: 'owner' } },
    ];
    for (const change of changes) {
      const edited = feed.map((one, at) => (at === 2 ? { ...one, ...change } : one));
      expect(foldTicks(edited, shown).map((row) => row.length)).toEqual([2, 1, 2]);
    }
  });
});

it('A row names two people and counts the others.', () => {
  const people = ['Sam', 'Kim', 'Lena', 'Raj'].map((user_name, at) => ({ user_id: `u${at}`, user_name }));
  expect(foldedNames(people.slice(0, 2), 'me')).toBe('Sam and Kim checked in');
  expect(foldedNames(people.slice(0, 3), 'me')).toBe('Sam, Kim and 1 other checked in');
  expect(foldedNames(people, 'u1')).toBe('You, Sam and 2 others checked in');
});
