import fc from 'fast-check';
import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { dayNumber } from '#domain/days.ts';
import { type Life, NO_DAYS, toDaySet, withDay } from '#domain/life.ts';
import { fromWire, toWire, type WireLife } from '#domain/life-wire.ts';
import { DashboardLife } from './dashboard-life.ts';

const someDay = fc.integer({ min: dayNumber('1990-01-01'), max: dayNumber('2060-01-01') });
const someDays = fc.oneof(
  fc.constant(NO_DAYS),
  someDay.chain((from) => fc.array(fc.nat(1200).map((after) => from + after)).map(toDaySet)),
  // The last check-in was undone.
  someDay.map((day) => withDay(toDaySet([day]), day, false)),
);
const someMembership = fc.record({
  id: fc.option(fc.uuid(), { nil: null }),
  times: fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }),
  weekdays: fc.integer({ min: 1, max: 127 }),
  ...{ first: someDay, last: someDay, joined: someDay, returned: someDay, to: someDay },
  running: fc.boolean(),
  days: someDays,
});
const someLife: fc.Arbitrary<Life> = fc.record({
  zone: fc.constantFrom('UTC', 'Asia/Kuala_Lumpur'),
  moved: fc.option(someDay, { nil: null }),
  away: fc.array(fc.record({ from: someDay, to: someDay, kind: fc.constantFrom('break', 'travel') })),
  archived: someDays,
  memberships: fc.array(someMembership, { maxLength: 5 }),
});

it('returns the same life from its API form, which matches the contract', () => {
  fc.assert(
    fc.property(someLife, (life) => {
      const wire: z.output<typeof DashboardLife> = toWire(life);
      const received: WireLife = DashboardLife.parse(JSON.parse(JSON.stringify(wire)));
      expect(fromWire(received)).toEqual(life);
    }),
  );
});
