import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Checkin } from '#contract/checkins.ts';
import { daysOf, peopleOf } from './days-of.ts';

let created = 0;
const tick = (fields: Partial<Checkin> = {}): Checkin => {
  created += 1;
  return {
    id: `c${created}`,
    user_id: `u${created}`,
    type: 'tick',
    content: '',
    local_day: '2026-11-21',
    comments_count: 0,
    is_comeback: false,
    hidden: null,
    ...fields,
  } as Checkin;
};
const checkins = fc.array(
  fc
    .record({
      type: fc.constantFrom('tick' as const, 'text' as const),
      local_day: fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-21'),
      comments_count: fc.constantFrom(0, 0, 2),
      is_comeback: fc.constantFrom(false, false, true),
    })
    .map(tick),
  { maxLength: 40 },
);

it("daysOf lists each check-in exactly once and keeps the feed's order", () => {
  fc.assert(
    fc.property(checkins, (feed) => {
      const days = daysOf(feed);
      expect(days.map(({ day }) => day)).toEqual([...new Set(feed.map(({ local_day }) => local_day))].sort().reverse());
      const all = days.flatMap(({ posts, ticks }) => [...posts, ...ticks]);
      expect(new Set(all)).toEqual(new Set(feed));
      expect(all).toHaveLength(feed.length);
      for (const { day, posts, ticks } of days)
        for (const part of [posts, ticks]) {
          expect(part.every(({ local_day }) => local_day === day)).toBe(true);
          expect(part).toEqual(feed.filter((checkin) => part.includes(checkin)));
        }
    }),
  );
});

it('a check-in with text, photo, comments or a mark is a post, and so is a hidden check-in', () => {
  const posts: Partial<Checkin>[] = [
    { content: 'Page 9' },
    { type: 'photo' },
    { comments_count: 1 },
    { is_comeback: true },
    { hidden: { reason: 'No', by: 'owner' } },
  ];
  for (const fields of posts) {
    const [day] = daysOf([tick(), tick(fields)]);
    expect([day!.posts.length, day!.ticks.length]).toEqual([1, 1]);
  }
});

it('a shown tick stays a tick when it gets comments, but not when it gets text', () => {
  const one = tick();
  const shownTicks = new Set([one.id]);
  expect(daysOf([{ ...one, comments_count: 2 }], shownTicks)[0]!.ticks).toHaveLength(1);
  expect(daysOf([{ ...one, comments_count: 2 }])[0]!.ticks).toHaveLength(0);
  expect(daysOf([{ ...one, type: 'text' as const, content: 'Page 9' }], shownTicks)[0]!.ticks).toHaveLength(0);
});

it('peopleOf counts a person with two check-ins on a day once', () => {
  const [first, second] = [tick({ user_id: 'ana' }), tick({ user_id: 'ana', content: 'More' })];
  const other = tick();
  expect(peopleOf(daysOf([other, second, first])[0]!)).toEqual([other, second]);
});
