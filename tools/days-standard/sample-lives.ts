import * as fc from 'fast-check';
import { type Clock, EVERY_WEEKDAY, type Life, NO_DAYS, toDaySet } from '#domain/life.ts';
import { someLife } from '#domain/testing/lives.ts';

const FIRST = 20_000;
const DAYS = 300;

/** A year with one missed day: its share would round to 100, but is 99. */
const longLife: Life = {
  ...{ zone: 'UTC', moved: null, away: [], archived: NO_DAYS },
  memberships: [
    {
      ...{ id: 'a', times: null, weekdays: EVERY_WEEKDAY, first: FIRST, last: FIRST + 364 },
      ...{ joined: FIRST, returned: FIRST, to: FIRST + 364, running: true },
      days: toDaySet(Array.from({ length: DAYS }, (_, at) => FIRST + at).filter((day) => day !== FIRST + 10)),
    },
  ],
};

/** Random lives, the same each time. Some have days that no check-in can produce, for example after an edit. */
export const SAMPLE_LIVES: readonly { life: Life; clock: Clock }[] = [
  { life: longLife, clock: { today: FIRST + DAYS, hour: 20 } },
  ...fc.sample(someLife, { numRuns: 250, seed: 20_270_115 }),
];
