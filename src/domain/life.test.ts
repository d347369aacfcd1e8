import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayOf, startOfDay } from './days.ts';
import {
  checkinDay,
  clockAt,
  countDays,
  type Day,
  EVERY_WEEKDAY,
  hasDay,
  isExtra,
  type Life,
  type Membership,
  NO_DAYS,
  plannedDays,
  rangeOf,
  toDaySet,
  WEEK,
  weekTarget,
  withDay,
} from './life.ts';
import { someDay, someZone } from './testing/arbitraries.ts';
import { someLife } from './testing/lives.ts';

const HOUR = 3_600_000;
/** A Monday. */
const MONDAY = dayNumber('2025-09-01');

const daily: Membership = {
  id: 'a',
  times: null,
  weekdays: EVERY_WEEKDAY,
  first: MONDAY,
  last: MONDAY + 27,
  joined: MONDAY,
  returned: MONDAY,
  to: MONDAY + 27,
  running: true,
  days: NO_DAYS,
};
const weekly: Membership = { ...daily, times: 3 };
const never = () => false;

describe('a set of days', () => {
  const someDays = fc.array(fc.integer({ min: 19_980, max: 20_060 }), { maxLength: 30 });

  it('contains what a set of numbers contains, however days are added and removed', () => {
    const steps = fc.array(fc.record({ day: fc.integer({ min: 19_980, max: 20_060 }), isIn: fc.boolean() }));
    fc.assert(
      fc.property(steps, fc.integer({ min: 19_970, max: 20_070 }), fc.nat({ max: 90 }), (all, from, length) => {
        let set = NO_DAYS;
        const numbers = new Set<Day>();
        for (const { day, isIn } of all) {
          set = withDay(set, day, isIn);
          if (isIn) numbers.add(day);
          else numbers.delete(day);
        }
        for (let day = 19_960; day < 20_080; day += 1) expect(hasDay(set, day)).toBe(numbers.has(day));
        expect(rangeOf(set)).toEqual(numbers.size === 0 ? null : [Math.min(...numbers), Math.max(...numbers)]);
        const within = [...numbers].filter((day) => day >= from && day <= from + length);
        expect(countDays(set, from, from + length)).toBe(within.length);
      }),
    );
  });

  it('is built from days in any order, some of them repeated', () => {
    fc.assert(
      fc.property(someDays, (days) => {
        const set = toDaySet([...days, ...days.toReversed()]);
        expect(countDays(set, 19_900, 20_100)).toBe(new Set(days).size);
        for (const day of days) expect(hasDay(set, day)).toBe(true);
      }),
    );
  });

  it('starts with the highest bit of its first byte', () => {
    const set = { base: 100, bits: Uint8Array.of(0, 0b1000_0001, 0, 0b0000_0010, 0) };
    expect([108, 115, 130].map((day) => hasDay(set, day))).toEqual([true, true, true]);
    expect([countDays(set, 0, 200), rangeOf(set)]).toEqual([3, [108, 130]]);
  });

  it('leaves the original set unchanged when a day is added', () => {
    const set = toDaySet([100, 101]);
    withDay(set, 90);
    expect([rangeOf(set), rangeOf(NO_DAYS)]).toEqual([[100, 101], null]);
  });
});

describe('clockAt', () => {
  it('reads the day and the hour in the zone', () => {
    expect(clockAt(new Date('2025-09-01T20:59:59Z'), 'Asia/Kathmandu')).toEqual({ today: MONDAY + 1, hour: 2 });
    expect(clockAt(new Date('2025-09-02T06:59:59Z'), 'America/Los_Angeles')).toEqual({ today: MONDAY, hour: 23 });
    expect(() => clockAt(new Date(), 'Mars/Olympus')).toThrow(RangeError);
  });

  it('agrees with dayOf', () => {
    fc.assert(
      fc.property(someDay(), someZone(), fc.integer({ min: -2 * HOUR, max: 26 * HOUR }), (day, zone, ms) => {
        const instant = new Date(startOfDay(day, zone).getTime() + ms);
        expect(clockAt(instant, zone).today).toBe(dayNumber(dayOf(instant, zone)));
      }),
    );
  });
});

describe('isExtra', () => {
  it('is true on a weekday that is not chosen', () => {
    const mission = { ...daily, weekdays: 0b000_0101 };
    expect(Array.from({ length: WEEK }, (_, at) => isExtra(mission, MONDAY + at))).toEqual([
      false,
      true,
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  it('is true when the week has all its check-ins, also for earlier days', () => {
    const mission = { ...weekly, days: toDaySet([MONDAY + 1, MONDAY + 3, MONDAY + 6]) };
    expect([0, 2, 5, 7].map((at) => isExtra(mission, MONDAY + at))).toEqual([true, true, true, false]);
    expect(isExtra({ ...mission, times: 4 }, MONDAY + 5)).toBe(false);
  });

  it('ignores the day itself and days of the week before the first day', () => {
    const first = MONDAY + 2;
    const mission = { ...weekly, times: 2, first, days: toDaySet([MONDAY, MONDAY + 1, first, first + 6]) };
    expect([isExtra(mission, first), isExtra(mission, first + 6), isExtra(mission, first + 1)]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('plannedDays and weekTarget', () => {
  it('subtract each day of the week before joining, after the last day or away', () => {
    expect(weekTarget(weekly, never, MONDAY)).toBe(3);
    expect(weekTarget({ ...weekly, joined: MONDAY + 2 }, never, MONDAY)).toBe(1);
    expect(weekTarget({ ...weekly, joined: MONDAY + 2 }, never, MONDAY, MONDAY)).toBe(3);
    expect(weekTarget({ ...weekly, last: MONDAY + 4 }, never, MONDAY)).toBe(1);
    expect(weekTarget(weekly, (day) => day === MONDAY + 1, MONDAY)).toBe(2);
    expect(weekTarget({ ...weekly, joined: MONDAY + 5 }, never, MONDAY)).toBe(0);
  });

  it('count the chosen weekdays that are neither before joining nor away', () => {
    const mission = { ...daily, weekdays: 0b000_0001, joined: MONDAY + 1 };
    expect(plannedDays(mission, never)).toBe(3);
    expect(plannedDays(mission, never, MONDAY)).toBe(4);
    expect(plannedDays(mission, (day) => day === MONDAY + 7, MONDAY)).toBe(3);
  });

  it('are equal for seven times a week and every day', () => {
    fc.assert(
      fc.property(someLife, fc.uniqueArray(fc.integer({ min: -10, max: 90 })), ({ life }, away) => {
        for (const m of life.memberships) {
          const isAway = (day: Day) => away.includes(day - m.first);
          const everyDay = { ...m, times: null, weekdays: EVERY_WEEKDAY };
          expect(plannedDays({ ...m, times: WEEK }, isAway)).toBe(plannedDays(everyDay, isAway));
        }
      }),
    );
  });
});

describe('checkinDay', () => {
  const life: Life = { zone: 'UTC', moved: null, away: [], archived: NO_DAYS, memberships: [] };
  const at = (day: Day, hours: number, ms = 0) => new Date(day * 24 * HOUR + hours * HOUR + ms);
  const TODAY = MONDAY + 10;

  /** Returns the day or the refusal of a check-in; by default at 10:00 today. */
  function take({
    life: own = {},
    mission = {},
    ...request
  }: {
    life?: Partial<Life>;
    mission?: Partial<Membership>;
    now?: Date;
    at?: Date;
    yesterday?: boolean;
  }) {
    const now = request.now ?? at(TODAY, 10);
    const times = { now, at: request.at ?? now, yesterday: request.yesterday ?? false };
    return checkinDay({ ...life, ...own }, { ...daily, ...mission }, times);
  }

  it("uses the day on the member's own calendar", () => {
    expect(take({})).toBe(TODAY);
    expect(take({ life: { zone: 'Pacific/Kiritimati' } })).toBe(TODAY + 1);
    expect(take({ yesterday: true })).toBe(TODAY - 1);
  });

  it('accepts a check-in up to 48 hours old', () => {
    expect(take({ at: at(TODAY - 2, 10) })).toBe(TODAY - 2);
    expect(take({ at: at(TODAY - 2, 10, -1) })).toBe('checkin_too_old');
  });

  it('accepts a check-in from a clock up to 60 seconds fast', () => {
    expect(take({ at: at(TODAY, 10, 60_000) })).toBe(TODAY);
    expect(take({ at: at(TODAY, 10, 60_001) })).toBe('checkin_in_future');
  });

  it('accepts yesterday before noon', () => {
    expect(take({ now: at(TODAY, 12, -1), yesterday: true })).toBe(TODAY - 1);
    expect(take({ now: at(TODAY, 12), yesterday: true })).toBe('yesterday_closed');
    // A check-in from the outbox counts for when it was made.
    expect(take({ now: at(TODAY, 20), at: at(TODAY, 11), yesterday: true })).toBe(TODAY - 1);
  });

  it('refuses yesterday on the day of a zone change', () => {
    expect(take({ life: { moved: TODAY }, yesterday: true })).toBe('yesterday_after_move');
    expect(take({ life: { moved: TODAY - 1 }, yesterday: true })).toBe(TODAY - 1);
    expect(take({ life: { moved: TODAY } })).toBe(TODAY);
  });

  it('accepts the whole day of joining and no earlier day', () => {
    expect(take({ mission: { joined: TODAY }, at: at(TODAY, 0) })).toBe(TODAY);
    expect(take({ mission: { joined: TODAY }, at: at(TODAY, 0, -1) })).toBe('checkin_too_old');
    expect(take({ mission: { joined: TODAY }, yesterday: true })).toBe('checkin_too_old');
  });

  it('accepts the first and the last day, the last also on the next morning', () => {
    expect(take({ mission: { first: TODAY } })).toBe(TODAY);
    expect(take({ mission: { first: TODAY + 1 } })).toBe('mission_not_started');
    expect(take({ mission: { last: TODAY } })).toBe(TODAY);
    expect(take({ mission: { last: TODAY - 1 } })).toBe('mission_ended');
    expect(take({ mission: { last: TODAY - 1 }, yesterday: true })).toBe(TODAY - 1);
  });

  it('accepts a free day although a later day is checked', () => {
    const days = toDaySet([TODAY, TODAY + 1]);
    expect(take({ mission: { days } })).toBe('already_checked_in');
    expect(take({ mission: { days }, yesterday: true })).toBe(TODAY - 1);
  });

  it('refuses for the first reason that applies', () => {
    const days = toDaySet([TODAY - 1]);
    const all = { first: TODAY + 1, last: TODAY + 9, joined: TODAY + 1, days };
    const evening = { now: at(TODAY + 2, 20), at: at(TODAY, 13), yesterday: true, life: { moved: TODAY } };
    const morning = { now: at(TODAY, 11), yesterday: true };
    expect([
      take({ ...evening, mission: { ...all, running: false } }),
      take({ ...evening, mission: all }),
      take({ ...evening, now: at(TODAY, 12), mission: all }),
      take({ ...evening, now: at(TODAY, 13), mission: all }),
      take({ ...morning, life: { moved: TODAY }, mission: all }),
      take({ ...morning, mission: all }),
      take({ ...morning, mission: { ...all, days: NO_DAYS } }),
      take({ ...morning, mission: { joined: TODAY, last: TODAY - 2 } }),
      take({ ...morning, mission: { last: TODAY - 2 } }),
    ]).toEqual([
      'mission_ended',
      'checkin_too_old',
      'checkin_in_future',
      'yesterday_closed',
      'yesterday_after_move',
      'already_checked_in',
      'mission_not_started',
      'checkin_too_old',
      'mission_ended',
    ]);
  });
});
