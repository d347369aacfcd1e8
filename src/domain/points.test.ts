import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHECKIN_TYPES, earnedPoints, levelFor, levelRange, pointsAfterEdit, pointsFor, rankOf } from './points.ts';

const someType = fc.constantFrom(...CHECKIN_TYPES);

it('the first ten check-ins of a day that are not extra earn their points, in order of arrival', () => {
  const day = fc.array(fc.record({ type: someType, is_extra: fc.boolean() }), { maxLength: 30 });
  fc.assert(
    fc.property(day, (checkins) => {
      const earned: number[] = [];
      for (const { type, is_extra } of checkins) {
        const earning = earned.filter((points) => points > 0).length;
        earned.push(earnedPoints(type, { is_extra, earning }));
      }
      const counted = checkins.map(({ is_extra }, at) => ({ is_extra, at })).filter(({ is_extra }) => !is_extra);
      const paid = new Set(counted.slice(0, 10).map(({ at }) => at));
      expect(earned).toEqual(checkins.map(({ type }, at) => (paid.has(at) ? pointsFor(type) : 0)));
    }),
  );
});

it('an edit changes points with the type, but never gives any to a check-in that earned none', () => {
  fc.assert(
    fc.property(someType, someType, (before, after) => {
      expect(pointsAfterEdit(pointsFor(before), after)).toBe(pointsFor(after));
      expect(pointsAfterEdit(0, after)).toBe(0);
    }),
  );
});

it("a level's range starts at the level and ends where the next one starts", () => {
  fc.assert(
    fc.property(fc.nat(20_000), (points) => {
      const { level, from, to } = levelRange(points);
      expect(level).toBe(levelFor(points));
      expect([levelFor(from), levelFor(to - 1)]).toEqual([level, level]);
      expect(levelFor(to)).toBeGreaterThan(level);
      if (from > 0) expect(levelFor(from - 1)).toBeLessThan(level);
    }),
  );
  expect(levelRange(1500)).toEqual({ level: 5, from: 1000, to: 2000 });
});

it('equal points share a rank, and the next rank follows all of them', () => {
  expect([30, 20, 20, 10].map((points, _, all) => rankOf(points, all))).toEqual([1, 2, 2, 4]);
});
