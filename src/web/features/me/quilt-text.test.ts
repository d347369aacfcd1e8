import { expect, test } from 'vitest';
import { getT } from '#web/lib/language.ts';
import { quiltCounts, quiltSentence } from './quilt-text.ts';

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
  expect(quiltSentence(getT(), { today, quilt })).toBe('2 check-in days since 20 July');
});

test('The summary has its own sentences for one day and for none.', () => {
  expect(quiltSentence(getT(), { today, quilt: [{ day: today, count: 2 }] })).toBe('One check-in day: 21 November');
  expect(quiltSentence(getT(), { today, quilt: [] })).toBe('Your first stitch is still to come.');
});
