import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { EVERY_WEEKDAY } from './life.ts';
import { tallyBetween } from './shares.ts';
import { buildLife, buildMembership, standingIn } from './testing/one-mission.ts';

/** A Monday. */
const FIRST = 4;

it('a range counts required check-ins and missed days, without extra check-ins and free days', () => {
  const twice = buildMembership({
    times: 2,
    first: FIRST,
    last: FIRST + 13,
    checked: [0, 1, 3, 9].map((at) => FIRST + at),
  });
  const { days } = standingIn(buildLife(twice), FIRST + 20);
  expect(tallyBetween(twice, days, FIRST, FIRST + 6)).toEqual({ counted: 2, missed: 0 });
  expect(tallyBetween(twice, days, FIRST + 7, FIRST + 13)).toEqual({ counted: 1, missed: 1 });
});

it('a range over all days equals the standing, and ranges add up', () => {
  const somePlan = fc.record({
    times: fc.option(fc.integer({ min: 1, max: 6 })),
    weekdays: fc.integer({ min: 1, max: EVERY_WEEKDAY }),
    joined: fc.nat({ max: 10 }),
    days: fc.uniqueArray(fc.nat({ max: 40 })),
    today: fc.nat({ max: 50 }),
    split: fc.nat({ max: 50 }),
  });
  fc.assert(
    fc.property(somePlan, ({ times, weekdays, joined, days, today, split }) => {
      const checked = days.map((at) => FIRST + at).filter((day) => day <= FIRST + today);
      const m = buildMembership({ times, weekdays, first: FIRST, last: FIRST + 29, joined: FIRST + joined, checked });
      const own = standingIn(buildLife(m), FIRST + today);
      const parts = [
        tallyBetween(m, own.days, FIRST, FIRST + split),
        tallyBetween(m, own.days, FIRST + split + 1, FIRST + 60),
      ] as const;
      expect(parts[0].counted + parts[1].counted).toBe(own.counted);
      expect(parts[0].missed + parts[1].missed).toBe(own.missed);
    }),
  );
});
