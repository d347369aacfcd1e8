import { expect, it, test } from 'vitest';
import { getT } from '#platform/web/lib/language.ts';
import { quiltBrought, quiltCounts, quiltMonths, quiltSentence, quiltStart } from './quilt-text.ts';

// A Saturday, so the last column is a week of six days.
const today = '2026-11-21';
const MONDAY = 0;
const SUNDAY = 6;
const start = quiltStart(today, MONDAY);

test('a column of the quilt is a week from Monday, and the last one ends today', () => {
  const stitched = [
    { day: '2026-11-16', count: 2 },
    { day: today, count: 3 },
  ];
  const counts = quiltCounts({ today, quilt: stitched }, start);
  expect(counts).toHaveLength(17 * 7 + 6);
  expect(counts.slice(17 * 7)).toEqual([2, 0, 0, 0, 0, 3]);
  const lengthOn = (day: string, first: number) =>
    quiltCounts({ today: day, quilt: [] }, quiltStart(day, first)).length;
  expect(lengthOn('2026-11-22', MONDAY)).toBe(18 * 7);
  expect(lengthOn('2026-11-23', MONDAY)).toBe(17 * 7 + 1);
  expect([lengthOn(today, SUNDAY), lengthOn('2026-11-22', SUNDAY)]).toEqual([18 * 7, 17 * 7 + 1]);
});

it('names each month above the week in which it starts, and the first week if there is room', () => {
  const monthsOn = (day: string) => quiltMonths({ today: day }, quiltStart(day, MONDAY));
  // These quilts start on Monday 20 July and Monday 27 July.
  expect(monthsOn(today)).toEqual([
    { column: 1, day: '2026-08-01' },
    { column: 6, day: '2026-09-01' },
    { column: 10, day: '2026-10-01' },
    { column: 14, day: '2026-11-01' },
  ]);
  expect(monthsOn('2026-12-12')[0]).toEqual({ column: 0, day: '2026-08-10' });
});

test('days before the first column are not counted', () => {
  const quilt = [
    { day: '2026-07-19', count: 1 },
    { day: '2026-07-20', count: 1 },
    { day: '2026-11-20', count: 4 },
  ];
  expect(quiltCounts({ today, quilt }, start)[0]).toBe(1);
  expect(quiltSentence(getT(), { today, quilt }, start)).toBe('2 check-in days since 20 July');
});

test('the summary has its own sentences for one day and for none', () => {
  expect(quiltSentence(getT(), { today, quilt: [{ day: today, count: 2 }] }, start)).toBe(
    'One check-in day: 21 November',
  );
  expect(quiltSentence(getT(), { today, quilt: [] }, start)).toBe('Your first stitch is still to come.');
});

it('marks a brought day only if it has no check-in', () => {
  const quilt = [{ day: today, count: 1 }];
  const imported_days = ['2026-07-19', '2026-07-20', '2026-11-20', today];
  const brought = quiltBrought({ today, quilt, imported_days }, start);
  expect(brought.flatMap((isBrought, at) => (isBrought ? [at] : []))).toEqual([0, 17 * 7 + 4]);
  expect(quiltBrought({ today, quilt }, start)).not.toContain(true);
});
