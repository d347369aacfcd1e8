import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { neededDays } from './full-days.ts';
import { EVERY_WEEKDAY, withDay } from './life.ts';
import { MISSED, REST } from './outcomes.ts';
import { buildLife, buildMembership, standingIn } from './testing/one-mission.ts';

/** A Monday. */
const FIRST = 4;
const LAST = FIRST + 20;

it('needs the days that the standing would call missed without a check-in', () => {
  const somePlan = fc.record({
    times: fc.option(fc.integer({ min: 1, max: 6 })),
    weekdays: fc.integer({ min: 1, max: EVERY_WEEKDAY }),
    joined: fc.nat({ max: 10 }),
    days: fc.uniqueArray(fc.nat({ max: 20 })),
    away: fc.nat({ max: 20 }),
  });
  fc.assert(
    fc.property(somePlan, ({ times, weekdays, joined, days, away }) => {
      const checked = days.map((at) => FIRST + at).filter((day) => day >= FIRST + joined);
      const m = buildMembership({ times, weekdays, first: FIRST, last: LAST, joined: FIRST + joined, checked });
      const pause = { from: FIRST + away, to: FIRST + away + 2, kind: 'break' } as const;
      const needed = neededDays(m, (day) => pause.from <= day && day <= pause.to);
      for (let day = FIRST; day <= LAST; day += 1) {
        const without = buildLife({ ...m, days: withDay(m.days, day, false) }, [pause]);
        const { from, states } = standingIn(without, LAST + 10).days;
        expect([day, needed.has(day)]).toEqual([day, [MISSED, REST].includes(states[day - from] as never)]);
      }
    }),
    { numRuns: 60 },
  );
});
