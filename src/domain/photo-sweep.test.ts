import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS } from '#platform/lib/durations.ts';
import { addDays } from './days.ts';
import { firstSweepAt, isTooManyToMove, isTrashExpired, trashDay } from './photo-sweep.ts';

it.each([
  [100, 100, false],
  [101, 101, true],
  [101, 1009, true],
  [101, 1010, false],
  [1000, 10_000, false],
  [1001, 10_000, true],
])('a sweep that would move %i of %i pictures is held: %s', (orphans, pictures, held) => {
  expect(isTooManyToMove(orphans, pictures)).toBe(held);
});

it('one more orphan never releases a held sweep, and one more kept picture never holds one', () => {
  const counts = fc
    .tuple(fc.nat(100_000), fc.nat(100_000))
    .map(([orphans, others]) => [orphans, orphans + others] as const);
  fc.assert(
    fc.property(counts, ([orphans, pictures]) => {
      if (isTooManyToMove(orphans, pictures)) expect(isTooManyToMove(orphans + 1, pictures + 1)).toBe(true);
      else expect(isTooManyToMove(orphans, pictures + 1)).toBe(false);
    }),
  );
});

const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

it('the first sweep starts 24 hours after the last instant, in any order', () => {
  fc.assert(
    fc.property(fc.array(instant, { minLength: 1 }), (instants) => {
      const first = firstSweepAt(instants).getTime();
      for (const one of instants) expect(first - one.getTime()).toBeGreaterThanOrEqual(DAY_MS);
      expect(instants.map((one) => one.getTime())).toContain(first - DAY_MS);
      expect(firstSweepAt([...instants].reverse()).getTime()).toBe(first);
    }),
  );
});

it('trash expires on the thirtieth day after and not earlier', () => {
  fc.assert(
    fc.property(instant, (now) => {
      expect(isTrashExpired(addDays(trashDay(now), -30), now)).toBe(true);
      expect(isTrashExpired(addDays(trashDay(now), -29), now)).toBe(false);
    }),
  );
  for (const other of ['', 'checkins', '2026-02-30', '20261123']) expect(isTrashExpired(other, new Date())).toBe(false);
});
