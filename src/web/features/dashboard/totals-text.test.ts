import { expect, test } from 'vitest';
import { lookOf } from '#domain/looks.ts';
import { quiltCounts, quiltSentence, waitingNames } from './totals-text.ts';

// A Saturday, so the last column is a week of six days.
const today = '2026-11-21';

test('A column of the quilt is a week from Monday, and the last one ends today.', () => {
  const counts = quiltCounts({
    today,
    quilt: [
      { day: '2026-11-16', count: 2 },
      { day: today, count: 3 },
    ],
  });
  expect(counts).toHaveLength(17 * 7 + 6);
  expect(counts.slice(17 * 7)).toEqual([2, 0, 0, 0, 0, 3]);
  expect(quiltCounts({ today: '2026-11-22', quilt: [] })).toHaveLength(18 * 7);
  expect(quiltCounts({ today: '2026-11-23', quilt: [] })).toHaveLength(17 * 7 + 1);
});

test('Days before the first column are not counted.', () => {
  const quilt = [
    { day: '2026-07-19', count: 1 },
    { day: '2026-07-20', count: 1 },
    { day: '2026-11-20', count: 4 },
  ];
  expect(quiltCounts({ today, quilt })[0]).toBe(1);
  expect(quiltSentence({ today, quilt })).toBe('2 check-in days since 20 July');
});

test('The summary has its own sentences for one day and for none.', () => {
  expect(quiltSentence({ today, quilt: [{ day: today, count: 2 }] })).toBe('One check-in day: 21 November');
  expect(quiltSentence({ today, quilt: [] })).toBe('Your first stitch is still to come.');
});

const person = (user_id: string, name: string) => ({
  user_id,
  name,
  avatar_url: null,
  look: lookOf(user_id),
  done: false,
});
const four = [person('a', 'Ana'), person('b', 'Ben'), person('c', 'Cho'), person('d', 'Dev')];

test.each([
  [[person('a', 'Ana')], 1, 'Ana'],
  [four.slice(0, 2), 2, 'You and Ana'],
  [four.slice(0, 3), 3, 'You, Ana and Cho'],
  // One more name is no longer than '1 other'.
  [four, 4, 'You, Ana, Cho and Dev'],
  [four, 12, 'You, Ana, Cho and 9 others'],
])('The names of those who wait for a reward are right in case %#.', (earned_by, open_count, names) => {
  expect(waitingNames({ earned_by, open_count }, 'b')).toBe(names);
});
