import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Clock,
  type Day,
  type DaySet,
  EVERY_WEEKDAY,
  hasDay,
  isChosen,
  type Life,
  type Membership,
  NO_DAYS,
  plannedDays,
  rangeOf,
  toDaySet,
  weekOf,
  withDay,
} from './life.ts';
import { DAY_STATES } from './outcomes.ts';
import { type DayStates, type MissionStanding, type Standing, standing } from './standing.ts';
import { someLife } from './testing/lives.ts';
import { countLife } from './testing/streak-oracle.ts';

const LETTERS: Record<string, string> = {
  none: '-',
  checked: 'c',
  free: 'f',
  excused: 'e',
  rest: 'r',
  missed: 'm',
  open: 'o',
};
const lettersOf = ({ states }: DayStates) => [...states].map((state) => LETTERS[DAY_STATES[state]!]!).join('');

const missionsOf = (life: Life, found: Standing): [Membership, MissionStanding][] =>
  life.memberships.flatMap((m) => (m.id === null ? [] : [[m, found.missions.get(m.id)!]]));

function checkMissions(
  check: (m: Membership, found: MissionStanding, clock: Clock, life: Life) => void,
  numRuns = 500,
) {
  fc.assert(
    fc.property(someLife, ({ life, clock }) => {
      for (const [m, found] of missionsOf(life, standing(life, clock))) check(m, found, clock, life);
    }),
    { numRuns },
  );
}

const daysOf = (days: DaySet): Day[] => {
  const [from, to] = rangeOf(days) ?? [0, -1];
  return Array.from({ length: to - from + 1 }, (_, at) => from + at).filter((day) => hasDay(days, day));
};
const sinceOf = (m: Membership): Day => Math.max(m.first, m.joined);
/** A trip that is not over excuses days later, so time changes what is required. */
const hasTripAhead = (life: Life, today: Day) => life.away.some(({ kind, to }) => kind === 'travel' && to >= today);

const daysInState = ({ from, states }: DayStates, state: string): Day[] =>
  [...states].flatMap((one, at) => (DAY_STATES[one] === state ? [from + at] : []));
/** The stored part of a standing. A check-in of tomorrow, made east of here, can still become a comeback. */
const savedOf = ({ streak, longest, rest_days, missions }: Standing, today: Day) => [
  ...[streak, longest, rest_days],
  ...[...missions].map(([id, one]) => [
    ...[id, one.streak, one.longest, daysInState(one.days, 'rest')],
    one.comebacks.filter((day) => day <= today),
  ]),
];

const TODAY = 20_000;
/** A daily mission that is over for its member, from today (checked) to tomorrow. */
const oneDayLeft = (over: { id: string | null; to: Day }): Life => ({
  ...{ zone: 'UTC', moved: null, away: [], archived: NO_DAYS },
  memberships: [
    {
      ...{ times: null, weekdays: EVERY_WEEKDAY, first: TODAY, last: TODAY + 1, joined: TODAY, returned: TODAY },
      ...{ running: false, days: toDaySet([TODAY]), ...over },
    },
  ],
});

describe('standing', () => {
  it('agrees with the oracle', () => {
    fc.assert(
      fc.property(someLife, ({ life, clock }) => {
        const { streak, longest, missions } = standing(life, clock);
        const found = [...missions].map(([id, one]) => [
          id,
          { streak: one.streak, longest: one.longest, days: lettersOf(one.days) },
        ]);
        expect({ streak, longest, missions: Object.fromEntries(found) }).toEqual(countLife(life, clock));
      }),
      { numRuns: 2000 },
    );
  });

  it('needs only what is due, and calls due only what can be checked in', () => {
    checkMissions((_, { needed, due, can, open_yesterday, can_yesterday }) => {
      expect(needed && !due).toBe(false);
      expect(due && !can).toBe(false);
      expect(open_yesterday && !can_yesterday).toBe(false);
    });
  });

  it('accepts a check-in today unless it is done, while the mission runs', () => {
    checkMissions((m, { done, can }, { today }) => {
      if (m.running && today >= sinceOf(m) && today <= m.last) expect(can).toBe(!done);
      else expect(can).toBe(false);
    });
  });

  it("never counts more than the week's target as done", () => {
    checkMissions((_, { week }) => {
      if (week) expect(week.done).toBeLessThanOrEqual(week.target);
    });
  });

  it('plans what counted, what was missed and what is still required', () => {
    checkMissions((m, { planned, counted, missed, open_yesterday }, { today }) => {
      expect(planned).toBeGreaterThanOrEqual(counted + missed);
      if (today > m.last && !open_yesterday) expect(planned).toBe(counted + missed);
    });
  });

  it('plans as many days as a goal does if nothing is checked in', () => {
    checkMissions((m, _, clock, life) => {
      if (hasTripAhead(life, clock.today)) return;
      const isAway = (day: Day) => life.away.some(({ from, to }) => from <= day && day <= to);
      const found = standing({ ...life, memberships: [{ ...m, days: NO_DAYS }] }, clock);
      expect(found.missions.get(m.id!)!.planned).toBe(plannedDays(m, isAway));
    });
  });

  it('never changes over time how many days a mission planned', () => {
    fc.assert(
      fc.property(someLife, fc.nat({ max: 200 }), ({ life, clock }, later) => {
        fc.pre(!hasTripAhead(life, clock.today));
        const then = standing(life, { today: clock.today + later, hour: 12 });
        for (const [m, { planned, counted }] of missionsOf(life, standing(life, clock)))
          expect(then.missions.get(m.id!)).toMatchObject({ planned, counted });
      }),
    );
  });

  it('is 100 percent only if something counted and nothing was missed', () => {
    checkMissions((_, { share, counted, missed }) => expect(share === 100).toBe(missed === 0 && counted > 0));
  });

  it('has at most two rest days and no streak above the longest', () => {
    fc.assert(
      fc.property(someLife, ({ life, clock }) => {
        const found = standing(life, clock);
        for (const { streak, longest, rest_days } of [found, ...found.missions.values()]) {
          expect(longest).toBeGreaterThanOrEqual(streak);
          expect([0, 1, 2]).toContain(rest_days);
        }
      }),
    );
  });

  it('reports the streak and the share that the letters of the days show', () => {
    checkMissions((m, found, { today }) => {
      const letters = lettersOf(found.days);
      const until = found.days.from + letters.length;
      const checked = daysOf(m.days);
      // After a completion, today is over, but the streak stays the same until the day ends.
      const past = !m.running && until > today ? letters.replace(/m$/, '') : letters;
      const story = [
        ...checked.filter((day) => day < found.days.from).map(() => 'c'),
        ...past,
        ...checked.filter((day) => day >= until).map(() => 'c'),
      ].join('');
      const runs = story.split('m').map((run) => run.replaceAll(/[^c]/g, '').length);
      expect([found.streak, found.longest]).toEqual([runs.at(-1), Math.max(...runs)]);

      const counted = checked.filter((day) => {
        if (day < sinceOf(m) || day > m.last) return false;
        if (m.times === null) return isChosen(m.weekdays, day);
        return checked.filter((one) => one >= weekOf(m, day) && one <= day).length <= m.times;
      }).length;
      expect(found.counted).toBe(counted);
      if (m.running || today > m.last) expect(found.missed).toBe(letters.replaceAll(/[^mr]/g, '').length);
    });
  });

  it('changes no stored value before the half day that it names', () => {
    fc.assert(
      fc.property(someLife, ({ life, clock }) => {
        const found = standing(life, clock);
        const now = 2 * clock.today + Number(clock.hour >= 12);
        for (let half = now + 1; half < Math.min(found.until ?? now + 120, now + 120); half += 1) {
          const later = standing(life, { today: half >> 1, hour: (half & 1) * 12 });
          expect(savedOf(later, found.today)).toEqual(savedOf(found, found.today));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('names the midnight after a day that a mission required before it was left further west', () => {
    const found = standing(oneDayLeft({ id: null, to: TODAY + 1 }), { today: TODAY, hour: 20 });
    expect(found).toMatchObject({ streak: 1, until: 2 * (TODAY + 2) });
  });

  it('names the midnight after the last day of a mission that was completed earlier', () => {
    const found = standing(oneDayLeft({ id: 'a', to: TODAY }), { today: TODAY, hour: 20 });
    expect(found.missions.get('a')).toMatchObject({ streak: 1, missed: 1 });
    expect(found.until).toBe(2 * (TODAY + 2));
  });

  it('reports the same for one membership as among others, except for rest days', () => {
    const withoutRest = ({ streak, longest, rest_days, comebacks, days, ...found }: MissionStanding) => ({
      ...found,
      letters: lettersOf(days).replaceAll('r', 'm'),
    });
    checkMissions((m, found, clock, life) => {
      const only = standing({ ...life, archived: NO_DAYS, memberships: [m] }, clock).missions.get(m.id!)!;
      expect(withoutRest(only)).toEqual(withoutRest(found));
    });
  });

  it('is the same for any order of check-ins', () => {
    const someOrder = someLife.chain(({ life, clock }) =>
      fc
        .tuple(
          ...life.memberships.map(({ days }) => {
            const all = daysOf(days);
            return fc.shuffledSubarray(all, { minLength: all.length });
          }),
        )
        .map((orders) => ({ life, clock, orders })),
    );
    fc.assert(
      fc.property(someOrder, ({ life, clock, orders }) => {
        const memberships = life.memberships.map((m, at) => ({
          ...m,
          days: orders[at]!.reduce((set, day) => withDay(set, day), NO_DAYS),
        }));
        expect(standing({ ...life, memberships }, clock)).toEqual(standing(life, clock));
      }),
      { numRuns: 200 },
    );
  });
});

describe('standing in one mission', () => {
  /** Returns the standing on the last day of `checked` in a mission from `TODAY`; x is a checked day. */
  const standAt = (checked: string, over: Partial<Membership> = {}) => {
    const days = toDaySet([...checked].flatMap((one, at) => (one === 'x' ? [TODAY + at] : [])));
    const { memberships, ...life } = oneDayLeft({ id: 'a', to: TODAY + 20 });
    const mission = { ...memberships[0]!, last: TODAY + 20, running: true, days, ...over };
    const found = standing({ ...life, memberships: [mission] }, { today: TODAY + checked.length - 1, hour: 20 });
    return { ...found.missions.get('a')!, own: lettersOf(found.days) };
  };

  it('calls a check-in after three missed days a comeback', () => {
    expect(standAt('x...x..x.').comebacks).toEqual([TODAY + 4]);
    expect(standAt('x...x', { returned: TODAY + 1 }).comebacks).toEqual([TODAY + 4]);
    expect(standAt('x...x', { returned: TODAY + 2 }).comebacks).toEqual([]);
  });

  it('counts the missed days since the last check-in', () => {
    expect(['x', 'x.', 'x...', '..x'].map((checked) => standAt(checked).missed_since)).toEqual([0, 0, 2, 0]);
    expect(standAt('x....', { returned: TODAY + 2 }).missed_since).toBe(2);
  });

  it('has a week from the first to the last day in a mission of times a week', () => {
    const times = (checked: string, over = {}) => standAt(checked, { times: 3, last: TODAY + 8, ...over }).week;
    expect(times('x')).toEqual({ from: TODAY, to: TODAY + 6, done: 1, target: 3 });
    expect(times('xxxxx')).toEqual({ from: TODAY, to: TODAY + 6, done: 3, target: 3 });
    expect(times('........x')).toEqual({ from: TODAY + 7, to: TODAY + 8, done: 1, target: 1 });
    expect(times('..........')).toBeNull();
    expect(times('.', { first: TODAY + 1 })).toBeNull();
    expect(standAt('x').week).toBeNull();
  });

  it("reports the state of the user's days from the first check-in", () => {
    expect(standAt('..x..').own).toBe('cmo');
    expect(standAt('xxxxxxx.xx').own).toBe('cccccccrcc');
    expect(standAt('xx.', { weekdays: EVERY_WEEKDAY & ~(1 << ((TODAY + 2 + 3) % 7)) }).own).toBe('ccf');
  });
});
