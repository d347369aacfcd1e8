import * as fc from 'fast-check';
import { dayNumber, skippedDays } from '../days.ts';
import { type Clock, type Day, EVERY_WEEKDAY, type Life, type Membership, toDaySet } from '../life.ts';
import { someDay, someZone } from './arbitraries.ts';

const someDays = fc
  .array(
    fc.record({
      length: fc.integer({ min: 1, max: 12 }),
      gap: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 5, max: 50 })),
    }),
    { maxLength: 8 },
  )
  .map((stretches) => {
    let next = 0;
    return stretches.flatMap(({ length, gap }) => {
      const days = Array.from({ length }, (_, n) => next + n);
      next += length + gap;
      return days;
    });
  });

const someMission = fc.record({
  times: fc.option(fc.integer({ min: 1, max: 7 })),
  weekdays: fc.oneof(fc.constant(EVERY_WEEKDAY), fc.integer({ min: 1, max: EVERY_WEEKDAY })),
  first: fc.integer({ min: -10, max: 50 }),
  length: fc.oneof(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 7, max: 80 })),
  joined: fc.oneof(fc.constant(0), fc.integer({ min: -5, max: 20 })),
  fate: fc.constantFrom('runs', 'runs', 'left', 'returned', 'completed'),
  stays: fc.nat({ max: 40 }),
  isAwayFor: fc.integer({ min: 1, max: 20 }),
  // Some days are before the first or after the last one, as in a mission that was moved.
  checkedFrom: fc.oneof(fc.constant(0), fc.integer({ min: -8, max: 15 })),
  checked: someDays,
});
type RandomMission = typeof someMission extends fc.Arbitrary<infer One> ? One : never;

/**
 * Builds one membership, or two if the member left and returned. Nothing happens later than tomorrow, which exists west
 * of a trip.
 */
function toMemberships(random: RandomMission, id: string, start: Day, today: Day): Membership[] {
  const { times, weekdays, fate, stays } = random;
  const first = start + random.first;
  const last = first + random.length - 1;
  const joined = Math.min(first + random.joined, today + 1);
  const days = toDaySet(random.checked.map((at) => first + random.checkedFrom + at).filter((day) => day <= today + 1));
  const runs: Membership = {
    ...{ id, times, weekdays, first, last, joined, returned: joined },
    ...{ to: last, running: true, days },
  };
  const leaving = Math.min(joined + stays, today + 1);
  if (fate === 'left') return [{ ...runs, id: null, to: Math.min(last, leaving), running: false }];
  const returned = Math.min(leaving + random.isAwayFor, today + 1);
  if (fate === 'returned' && joined < returned)
    return [
      { ...runs, id: null, to: Math.min(last, leaving, returned - 1), running: false },
      { ...runs, returned },
    ];
  // The mission's zone can be a day ahead or behind.
  const completed = last + (stays % 9);
  if (fate === 'completed' && completed <= today + 1)
    return [{ ...runs, to: Math.min(last, completed - 1), running: false }];
  return [runs];
}

const someAway = (length: number) =>
  fc.array(fc.record({ from: fc.integer({ min: -5, max: 110 }), length: fc.integer({ min: 1, max: length }) }), {
    maxLength: 3,
  });

/** Generates a life with up to four missions and a clock in it. */
export const someLife: fc.Arbitrary<{ life: Life; clock: Clock }> = fc
  .record({
    zone: someZone(),
    start: someDay().map(dayNumber),
    passed: fc.integer({ min: -3, max: 150 }),
    hour: fc.integer({ min: 0, max: 23 }),
    moved: fc.option(fc.nat({ max: 3 })),
    breaks: someAway(21),
    trips: someAway(2),
    archived: someDays,
    missions: fc.array(someMission, { minLength: 1, maxLength: 4 }),
  })
  .map(({ zone, start, passed, hour, moved, breaks, trips, archived, missions }) => {
    const today = start + passed;
    return {
      clock: { today, hour },
      life: {
        zone,
        moved: moved === null ? null : today - moved,
        away: [
          ...breaks.map(({ from, length }) => ({
            ...{ from: start + from, to: start + from + length - 1 },
            kind: 'break' as const,
          })),
          ...trips
            .map(({ from, length }) => ({ from: start + from, to: start + from + length - 1, kind: 'travel' as const }))
            .filter(({ to }) => to <= today),
          ...skippedDays(zone)
            .map(dayNumber)
            .map((day) => ({ from: day, to: day, kind: 'travel' as const })),
        ],
        archived: toDaySet(archived.map((at) => start + at).filter((day) => day <= today)),
        memberships: missions.flatMap((random, at) => toMemberships(random, `${at}`, start, today)),
      },
    };
  });
