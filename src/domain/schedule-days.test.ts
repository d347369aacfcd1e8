import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, type LocalDay, weekdayOf } from './days.ts';
import { lastDay } from './missions.ts';
import type { PausedDays } from './pauses.ts';
import { DAILY, type DatedSchedule, plannedDays, type Schedule, type TimesAWeek, WEEKDAYS } from './schedule.ts';
import {
  type AskedDays,
  type CheckedDay,
  dayOutcomes,
  dueToday,
  freeDays,
  freeDaysOfMember,
  idleStretches,
  isDueToday,
  isExtra,
  outcomesBetween,
  stitchesOfWeek,
  weekProgress,
} from './schedule-days.ts';

const FIRST = '2026-05-01';
const day = (at: number): LocalDay => addDays(FIRST, at);
const pause = (from: number, to: number): PausedDays => ({ from_day: day(from), to_day: day(to) });
const weekly = (times: TimesAWeek): Schedule => ({ kind: 'weekly', times });

const someTimes = fc.constantFrom<TimesAWeek>(1, 2, 3, 4, 5, 6);
const someSchedule: fc.Arbitrary<Schedule> = fc.oneof(
  fc.constant(DAILY),
  someTimes.map(weekly),
  fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 6 }).map((days): Schedule => ({ kind: 'weekdays', days })),
);

/** The days of a mission: checked or not, and whether they count for the member. */
const someHistory = fc.array(fc.record({ checked: fc.boolean(), counts: fc.boolean() }), {
  minLength: 1,
  maxLength: 40,
});
type History = { checked: boolean; counts: boolean }[];
const statesOf = (schedule: Schedule, history: History) =>
  dayOutcomes({ schedule, first_day: FIRST }, 0, history.length - 1, {
    isChecked: (at) => history[at]!.checked,
    isCounted: (at) => history[at]!.counts,
  });
const covered = (history: History) => history.filter((one) => one.checked || !one.counts).length;

describe('the state of a day', () => {
  it('The missed days of a week are those by which it falls short, in every week of up to 7 days.', () => {
    let weeks = 0;
    for (let length = 1; length <= 7; length += 1)
      for (let code = 0; code < 3 ** length; code += 1)
        for (const times of [1, 2, 3, 4, 5, 6] as const) {
          const history = Array.from({ length }, (_, at) => {
            const kind = Math.floor(code / 3 ** at) % 3;
            return { checked: kind === 1, counts: kind !== 2 };
          });
          const missed = statesOf(weekly(times), history).filter((state) => state === 'missed').length;
          // The days after the end of the mission do not count.
          expect(missed).toBe(Math.max(0, times - covered(history) - (7 - length)));
          weeks += 1;
        }
    expect(weeks).toBe(6 * (3 + 9 + 27 + 81 + 243 + 729 + 2187));
  });

  it('The state of a day depends on the days up to it alone.', () => {
    fc.assert(
      fc.property(someSchedule, someHistory, fc.nat({ max: 39 }), (schedule, history, count) => {
        const part = history.slice(0, Math.max(1, count));
        expect(statesOf(schedule, history).slice(0, part.length)).toEqual(statesOf(schedule, part));
      }),
    );
  });

  it('One more covered day never makes another day missed.', () => {
    fc.assert(
      fc.property(someSchedule, someHistory, fc.nat({ max: 39 }), fc.boolean(), (schedule, history, at, checked) => {
        fc.pre(at < history.length && !history[at]!.checked && history[at]!.counts);
        const more = history.map((one, index) => (index === at ? { checked, counts: checked } : one));
        const before = statesOf(schedule, history);
        for (const [index, state] of statesOf(schedule, more).entries())
          if (state === 'missed') expect(before[index]).toBe('missed');
      }),
    );
  });

  it('An unchecked day of a daily schedule is missed, and one of weekdays is free unless it is chosen.', () => {
    fc.assert(
      fc.property(someSchedule, someHistory, (schedule, history) => {
        fc.pre(schedule.kind !== 'weekly');
        for (const [at, state] of statesOf(schedule, history).entries()) {
          const { checked, counts } = history[at]!;
          const wanted = schedule.kind === 'daily' || schedule.days.includes(WEEKDAYS[weekdayOf(day(at))]!);
          expect(state).toBe(checked ? 'checked' : !counts ? 'uncounted' : wanted ? 'missed' : 'free');
        }
      }),
    );
  });
});

it('A daily mission without breaks asks for each of its days, leaves none free, and nothing in it is extra.', () => {
  const someChecked = fc.uniqueArray(fc.integer({ min: -3, max: 60 }));
  const someDay = fc.integer({ min: -10, max: 70 });
  fc.assert(
    fc.property(
      someChecked,
      fc.integer({ min: 1, max: 60 }),
      someDay,
      fc.boolean(),
      (checked, duration_days, at, can) => {
        const dated: DatedSchedule = { schedule: DAILY, first_day: FIRST, duration_days };
        const checkins = checked.map((one) => ({ day: day(one), is_extra: false }));
        const member = { joined_day: day(Math.min(at, 0)), checkins, pauses: [] };
        expect(plannedDays(dated)).toBe(duration_days);
        expect(freeDaysOfMember(dated, member, day(-10), day(70)).size).toBe(0);
        expect(isExtra(dated, day(at), checkins)).toBe(false);
        const isOpen = at >= 0 && at < duration_days && !checked.includes(at);
        expect(dueToday(dated, day(at), { can_check_in: can, joined_day: FIRST, checkins, pauses: [] })).toEqual({
          due_today: can,
          needed_today: can && isOpen,
          extra_today: false,
          week: null,
        });
      },
    ),
  );
});

describe('the free days of a user', () => {
  const askedDays = (schedule: Schedule, checked: number[], from = 0, to = 27): AskedDays => ({
    schedule,
    first_day: FIRST,
    joined_day: day(from),
    from_day: day(from),
    to_day: day(to),
    checked: checked.map(day),
  });
  const free = (asked: AskedDays[], pauses: PausedDays[] = []) =>
    [
      ...freeDays(asked, pauses, {
        since: day(0),
        until: day(27),
        checked: Array.from({ length: 28 }, (_, at) => day(at)),
      }),
    ]
      .map((one) => daysBetween(FIRST, one))
      .sort((a, b) => a - b);

  it('A day is free when every mission that asks about it leaves it free.', () => {
    // Two a week, both done on the first two days of the first week, none later.
    expect(free([askedDays(weekly(2), [0, 1], 0, 13)])).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(free([askedDays(weekly(2), [0, 1], 0, 13), askedDays(DAILY, [0, 1], 0, 4)])).toEqual([
      5, 6, 7, 8, 9, 10, 11,
    ]);
    expect(free([askedDays(DAILY, [])])).toEqual([]);
    expect(free([])).toEqual([]);
  });

  it('A mission asks only from the day of joining to the day of leaving, and days before joining make no demands.', () => {
    // Joined on the sixth day of the week: of two check-ins none is missing any more.
    expect(free([askedDays(weekly(2), [], 5, 6)])).toEqual([5, 6]);
    expect(free([askedDays(weekly(2), [], 3, 3)])).toEqual([3]);
  });

  it('Days of a break are left to the break.', () => {
    expect(free([askedDays(weekly(6), [], 0, 6)], [pause(0, 2)])).toEqual([3]);
  });

  it('What is due today follows from the same days.', () => {
    expect(isDueToday(askedDays(weekly(2), [0, 1]), [], day(3))).toBe(false);
    expect(isDueToday(askedDays(weekly(2), [0]), [], day(3))).toBe(true);
    expect(isDueToday(askedDays(weekly(2), [0]), [pause(3, 4)], day(3))).toBe(false);
    expect(isDueToday(askedDays(DAILY, [3]), [], day(3))).toBe(false);
    expect(isDueToday(askedDays(DAILY, [], 0, 2), [], day(3))).toBe(false);
  });
});

describe('today', () => {
  const dated: DatedSchedule = { schedule: weekly(3), first_day: FIRST, duration_days: 30 };
  const checkedOn = (...at: number[]): CheckedDay[] => at.map((one) => ({ day: day(one), is_extra: false }));
  const member = { can_check_in: true, joined_day: FIRST, checkins: checkedOn(), pauses: [] as PausedDays[] };

  it('A weekly schedule is due until its check-ins of the week are done; then another one is extra.', () => {
    expect(dueToday(dated, day(4), { ...member, checkins: checkedOn(0, 2) })).toEqual({
      due_today: true,
      needed_today: false,
      extra_today: false,
      week: { from_day: day(0), to_day: day(6), done: 2, target: 3 },
    });
    expect(dueToday(dated, day(4), { ...member, checkins: checkedOn(0, 1, 2) })).toMatchObject({
      due_today: false,
      extra_today: true,
      week: { done: 3 },
    });
    expect(dueToday(dated, day(7), { ...member, checkins: checkedOn(0, 1, 2) })).toMatchObject({ due_today: true });
  });

  it('A break lowers the target of the week and leaves the day of it undue, while a check-in still counts.', () => {
    const paused = { ...member, pauses: [pause(3, 3)] };
    expect(dueToday(dated, day(3), paused)).toMatchObject({
      due_today: false,
      extra_today: false,
      week: { target: 2 },
    });
    expect(dueToday(dated, day(6), { ...paused, checkins: checkedOn(0, 2) })).toMatchObject({
      due_today: false,
      extra_today: false,
      week: { done: 2, target: 2 },
    });
  });

  it.each<[string, Partial<typeof member>, { done: number; target: number }]>([
    [
      'all that a break has left and one more',
      { checkins: checkedOn(0, 1, 2), pauses: [pause(4, 4)] },
      { done: 3, target: 3 },
    ],
    [
      'a check-in in a break of all its days',
      { checkins: checkedOn(2), pauses: [pause(0, 6)] },
      { done: 1, target: 1 },
    ],
    ['fewer than it asks for', { checkins: checkedOn(0), pauses: [pause(4, 4)] }, { done: 1, target: 2 }],
    ['more than joining late leaves', { checkins: checkedOn(5, 6), joined_day: day(5) }, { done: 2, target: 2 }],
  ])('gives a week with %s a target that is not below what counts', (_, own, progress) => {
    expect(weekProgress(dated, day(6), { ...member, ...own })).toEqual(progress);
  });

  it('keeps a missed day in the target when a check-in in a break comes after it', () => {
    // Of six days in seven the break takes the last one, so the second free day is missed.
    const six: DatedSchedule = { ...dated, schedule: weekly(6) };
    const own = { ...member, checkins: checkedOn(2, 3, 4, 5, 6), pauses: [pause(6, 6)] };
    expect(weekProgress(six, day(6), own)).toEqual({ done: 5, target: 6 });
  });

  it('The last week ends with the mission, and there is no week outside of it.', () => {
    expect(dueToday(dated, day(28), member).week).toEqual({ from_day: day(28), to_day: day(29), done: 0, target: 0 });
    expect(dueToday(dated, day(30), member).week).toBeNull();
    expect(dueToday(dated, day(-1), member).week).toBeNull();
    expect(dueToday({ ...dated, schedule: DAILY }, day(3), member)).toEqual({
      due_today: true,
      needed_today: true,
      extra_today: false,
      week: null,
    });
  });

  it('Of weekdays those that are not chosen are extra.', () => {
    // 1 May 2026 is a Friday.
    const weekdays: DatedSchedule = { ...dated, schedule: { kind: 'weekdays', days: ['mon', 'fri'] } };
    expect(isExtra(weekdays, day(0), [])).toBe(false);
    expect(isExtra(weekdays, day(1), [])).toBe(true);
    expect(dueToday(weekdays, day(0), member)).toMatchObject({ due_today: true, extra_today: false, week: null });
    expect(dueToday(weekdays, day(1), member)).toMatchObject({ due_today: false, extra_today: true });
    expect(dueToday(weekdays, day(1), { ...member, can_check_in: false })).toMatchObject({ extra_today: false });
  });

  it('Extra check-ins do not use up what the week asks for.', () => {
    const extra = [...checkedOn(0), { day: day(1), is_extra: true }];
    expect(dueToday(dated, day(2), { ...member, checkins: extra }).week).toMatchObject({ done: 1 });
    expect(isExtra(dated, day(2), extra)).toBe(false);
  });
});

describe('planned days', () => {
  it('Three times a week are 12 days in 28 and in 30 days, and 13 in 33.', () => {
    const planned = [28, 30, 33].map((duration_days) =>
      plannedDays({ schedule: weekly(3), first_day: FIRST, duration_days }),
    );
    expect(planned).toEqual([12, 12, 13]);
  });

  it('The planned days are the missed ones of somebody who never checks in, with and without breaks.', () => {
    const somePause = fc.tuple(fc.integer({ min: -5, max: 60 }), fc.nat({ max: 20 }));
    fc.assert(
      fc.property(someSchedule, fc.integer({ min: 1, max: 60 }), somePause, (schedule, duration_days, [from, more]) => {
        const dated = { schedule, first_day: FIRST, duration_days };
        const pauses = [pause(from, from + more)];
        const to_day = lastDay(FIRST, duration_days);
        for (const some of [[], pauses]) {
          const days = outcomesBetween(
            { ...dated, joined_day: FIRST, from_day: FIRST, to_day, checked: [] },
            some,
            FIRST,
            to_day,
          );
          expect(plannedDays(dated, { pauses: some })).toBe(days.filter(({ state }) => state === 'missed').length);
          const member = { joined_day: FIRST, checkins: [], pauses: some };
          const free = freeDaysOfMember(dated, member, FIRST, to_day);
          expect(free.size).toBe(schedule.kind === 'daily' ? 0 : days.filter(({ state }) => state === 'free').length);
        }
      }),
    );
  });
});

describe('the stitches of a week', () => {
  const someMember = fc.record({
    joined: fc.integer({ min: -3, max: 20 }),
    today: fc.integer({ min: -2, max: 45 }),
    checked: fc.uniqueArray(fc.integer({ min: 0, max: 45 })),
    paused: fc.option(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 10 })), { nil: null }),
  });

  /** The check-ins that somebody could have made, in order, each extra or not as the schedule says. */
  function checkinsOf(dated: DatedSchedule, days: readonly number[]): CheckedDay[] {
    const earlier: CheckedDay[] = [];
    for (const at of [...days].sort((a, b) => a - b))
      earlier.push({ day: day(at), is_extra: isExtra(dated, day(at), earlier) });
    return earlier;
  }

  it('They are the counted and the missed days of the last seven, by a plain walk through the whole mission.', () => {
    fc.assert(
      fc.property(someSchedule, fc.integer({ min: 7, max: 40 }), someMember, (schedule, duration_days, some) => {
        const dated: DatedSchedule = { schedule, first_day: FIRST, duration_days };
        const { joined, today } = some;
        const from = Math.max(0, joined);
        const checkins = checkinsOf(
          dated,
          some.checked.filter((at) => at >= from && at <= today && at < duration_days),
        );
        const pauses = some.paused ? [pause(some.paused[0], some.paused[0] + some.paused[1])] : [];
        const isPaused = (at: number) =>
          pauses.some(({ from_day, to_day }) => from_day <= day(at) && day(at) <= to_day);
        const states = dayOutcomes(dated, 0, duration_days - 1, {
          isChecked: (at) => checkins.some((one) => one.day === day(at)),
          isCounted: (at) => at >= from && !isPaused(at),
        });
        const expected = { done: 0, total: 0 };
        const until = Math.min(today, duration_days - 1);
        for (let at = Math.max(from, until - 6); at <= until; at += 1) {
          const is_done = checkins.some((one) => one.day === day(at) && !one.is_extra);
          if (is_done) expected.done += 1;
          if (is_done || (states[at] === 'missed' && at < today)) expected.total += 1;
        }
        const member = { joined_day: day(joined), today: day(today), checkins, pauses, open_from: day(today) };
        expect(stitchesOfWeek(dated, member)).toEqual(expected);
      }),
    );
  });

  it('Checking in on an open today never makes anything missed: it is one more done of one more, or an extra one.', () => {
    fc.assert(
      fc.property(someSchedule, someMember, (schedule, { joined, today, checked }) => {
        const dated: DatedSchedule = { schedule, first_day: FIRST, duration_days: 46 };
        fc.pre(today >= Math.max(0, joined));
        const before = checked.filter((at) => at >= Math.max(0, joined) && at < today);
        const at = (days: number[]) =>
          stitchesOfWeek(dated, {
            joined_day: day(joined),
            today: day(today),
            checkins: checkinsOf(dated, days),
            pauses: [],
            open_from: day(today),
          });
        const [open, done] = [at(before), at([...before, today])];
        const step = done.done - open.done;
        expect([0, 1]).toContain(step);
        expect(done.total - open.total).toBe(step);
        expect(done.done).toBeLessThanOrEqual(done.total);
        expect(done.total).toBeLessThanOrEqual(7);
      }),
    );
  });
});

describe('a needed day', () => {
  const someDays = fc.uniqueArray(fc.integer({ min: 0, max: 40 }));
  const somePauses = fc.option(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 10 })), { nil: null });

  it('A day is needed exactly when it closes as missed, and then it is due, in every week, break, end and day of joining.', () => {
    let needed = 0;
    fc.assert(
      fc.property(
        someSchedule,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: -3, max: 39 }),
        fc.integer({ min: -2, max: 42 }),
        someDays,
        somePauses,
        (schedule, duration_days, joined, today, checked, paused) => {
          const dated: DatedSchedule = { schedule, first_day: FIRST, duration_days };
          const pauses = paused ? [pause(paused[0], paused[0] + paused[1])] : [];
          const before: CheckedDay[] = [];
          for (const at of checked.filter((one) => one >= joined && one < today).sort((a, b) => a - b))
            before.push({ day: day(at), is_extra: isExtra(dated, day(at), before) });
          const can_check_in = today >= Math.max(0, joined) && today < duration_days;
          const member = { joined_day: day(joined), checkins: before, pauses };
          const due = dueToday(dated, day(today), { ...member, can_check_in });
          // A day later the state of today is what it stays.
          const asked = {
            ...{ schedule, first_day: FIRST, joined_day: day(joined), from_day: day(Math.max(0, joined)) },
            ...{ to_day: lastDay(FIRST, duration_days), checked: before.map((one) => one.day) },
          };
          const closed = outcomesBetween(asked, pauses, day(today), day(today))[0]?.state;
          expect(due.needed_today).toBe(can_check_in && closed === 'missed');
          if (due.needed_today) {
            needed += 1;
            expect(due.due_today).toBe(true);
          }
        },
      ),
      { numRuns: 2000 },
    );
    expect(needed).toBeGreaterThan(50);
  });

  it('The first week of a late joiner asks for no more check-ins than days are left.', () => {
    const dated: DatedSchedule = { schedule: weekly(4), first_day: FIRST, duration_days: 28 };
    const targets = [0, 2, 3, 4, 6].map(
      (joined) => weekProgress(dated, day(6), { joined_day: day(joined), checkins: [], pauses: [] })?.target,
    );
    expect(targets).toEqual([4, 4, 4, 3, 1]);
  });
});

describe('idle stretches', () => {
  const askedDays = (from: number, to: number, joined = from): AskedDays => ({
    ...{ schedule: DAILY, first_day: day(from), joined_day: day(joined) },
    ...{ from_day: day(from), to_day: day(to), checked: [] },
  });
  /** The stretches after day 0 up to the day before `until`, as first day, last day, and whether they bridge. */
  const stretches = (asked: AskedDays[], until: number, pauses: PausedDays[] = []) =>
    idleStretches(asked, pauses, { since: day(1), until: day(until - 1) }).map(
      ({ from_day, to_day, bridges }) => [daysBetween(FIRST, from_day), daysBetween(FIRST, to_day), bridges] as const,
    );

  it('Of 21 days in a row each bridges, and of 22 none.', () => {
    expect(stretches([askedDays(0, 0), askedDays(22, 30)], 22)).toEqual([[1, 21, true]]);
    expect(stretches([askedDays(0, 0), askedDays(23, 30)], 23)).toEqual([[1, 22, false]]);
    expect(stretches([askedDays(0, 0)], 30)).toEqual([[1, 29, false]]);
  });

  it('Of 42 days each bridges for who joined the next mission by the 21st, and of 43 none.', () => {
    expect(stretches([askedDays(0, 0), askedDays(43, 50, 21)], 43)).toEqual([[1, 42, true]]);
    expect(stretches([askedDays(0, 0), askedDays(43, 50, 22)], 43)).toEqual([[1, 42, false]]);
    expect(stretches([askedDays(0, 0), askedDays(44, 50, 5)], 44)).toEqual([[1, 43, false]]);
  });

  it('Where no day is idle, they change nothing: free are the days that all plans which ask leave free.', () => {
    const somePlan = fc.record({
      schedule: someSchedule,
      from: fc.integer({ min: -20, max: 20 }),
      checked: someHistory,
    });
    fc.assert(
      fc.property(fc.array(somePlan, { minLength: 1, maxLength: 3 }), (some) => {
        const asked = some.map(({ schedule, from, checked }): AskedDays => {
          const days = checked.flatMap((one, at) => (one.checked ? [day(from + at)] : []));
          return {
            schedule,
            first_day: day(from),
            joined_day: day(from),
            from_day: day(from),
            to_day: day(60),
            checked: days,
          };
        });
        const [since, until] = [day(Math.min(...some.map(({ from }) => from))), day(60)];
        const states = asked.flatMap((one) => outcomesBetween(one, [], since, until));
        const free = new Set(states.filter(({ state }) => state === 'free').map((one) => one.day));
        for (const { day: one, state } of states) if (state !== 'free') free.delete(one);
        expect(freeDays(asked, [], { since, until })).toEqual(free);
      }),
    );
  });

  it('Days away in a stretch are not counted.', () => {
    expect(stretches([askedDays(0, 0), askedDays(26, 30)], 26, [pause(5, 8)])).toEqual([[1, 25, true]]);
    expect(stretches([askedDays(0, 0), askedDays(27, 30)], 27, [pause(5, 8)])).toEqual([[1, 26, false]]);
  });

  it('Days between missions belong to one stretch, whatever the missions leave free, and checked days divide them.', () => {
    expect(stretches([askedDays(0, 3), askedDays(2, 5), askedDays(9, 12)], 16)).toEqual([
      [6, 8, true],
      [13, 15, true],
    ]);
    const checked = [day(20)];
    const found = idleStretches([askedDays(0, 0)], [], { since: day(1), until: day(40), checked });
    expect(found.map(({ from_day, to_day }) => [daysBetween(FIRST, from_day), daysBetween(FIRST, to_day)])).toEqual([
      [1, 19],
      [21, 40],
    ]);
    expect(found.every(({ bridges }) => bridges)).toBe(true);
  });
});
