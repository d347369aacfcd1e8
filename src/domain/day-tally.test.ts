import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completionPercentage, isPerfect } from './completion.ts';
import { packDays } from './day-bits.ts';
import { shareSinceJoining, type TalliedMember, tallyDays } from './day-tally.ts';
import { addDays, type LocalDay } from './days.ts';
import type { PausedDays } from './pauses.ts';
import { DAILY, type DatedSchedule, plannedDays, type Schedule, type TimesAWeek, WEEKDAYS } from './schedule.ts';
import { askedDaysOf, outcomesBetween, weekProgress } from './schedule-days.ts';

const FIRST = '2026-05-01';
const day = (at: number): LocalDay => addDays(FIRST, at);
const pause = (from: number, to: number): PausedDays => ({ from_day: day(from), to_day: day(to) });
const weekly = (times: TimesAWeek): Schedule => ({ kind: 'weekly', times });

/** A member of a mission from 1 May on, whose checked days are the ones of `row`; all of its days are over. */
const member = (row: string, own: Partial<TalliedMember> = {}): TalliedMember => ({
  joined_day: FIRST,
  pauses: [],
  days: packDays(row),
  open_from: day(400),
  ...own,
});

describe('a tally of days', () => {
  it.each<[string, Schedule, number, TalliedMember, [counted: number, missed: number, planned: number, share: number]]>(
    [
      [
        'check-ins in a break beside missed days',
        DAILY,
        10,
        member('1111110000', { pauses: [pause(1, 5)] }),
        [6, 4, 10, 60],
      ],
      ['three check-ins in a torn last week', weekly(3), 12, member('100000011100'), [4, 2, 6, 67]],
      ['days that the mission no longer has', DAILY, 8, member('0000000011111111'), [0, 8, 8, 0]],
      ['days before joining', DAILY, 4, member('1011', { joined_day: day(2) }), [2, 0, 2, 100]],
      ['a break without a check-in', DAILY, 4, member('1001', { pauses: [pause(1, 2)] }), [2, 0, 2, 100]],
      ['a break that began before the mission', DAILY, 4, member('0011', { pauses: [pause(-5, 1)] }), [2, 0, 2, 100]],
      ['today, which is open', DAILY, 4, member('1000', { open_from: day(1) }), [1, 0, 4, 100]],
      ['an open yesterday', DAILY, 4, member('1010', { open_from: day(1) }), [2, 0, 4, 100]],
      ['no day yet', DAILY, 4, member('', { open_from: day(-3) }), [0, 0, 4, 0]],
      ['extra check-ins of a week', weekly(2), 7, member('1111000'), [2, 0, 2, 100]],
      // 1 May 2026 is a Friday.
      ['weekdays that were not chosen', { kind: 'weekdays', days: ['sat'] }, 9, member('110000000'), [1, 1, 2, 50]],
      [
        'a break after which the week is kept all the same',
        weekly(3),
        7,
        member('1110000', { pauses: [pause(4, 4)] }),
        [3, 0, 3, 100],
      ],
      [
        'a missed day before a check-in in a break',
        weekly(6),
        7,
        member('0011111', { pauses: [pause(6, 6)] }),
        [5, 1, 6, 83],
      ],
    ],
  )('counts %s', (_, schedule, duration_days, own, [counted_checkins, missed_days, planned_days, share]) => {
    const tally = tallyDays({ schedule, first_day: FIRST, duration_days }, own);
    expect(tally).toEqual({ counted_checkins, missed_days, planned_days });
    expect(shareSinceJoining(tally)).toBe(share);
  });

  it('never rounds a missed day to 100', () => {
    const year: DatedSchedule = { schedule: DAILY, first_day: FIRST, duration_days: 365 };
    expect(shareSinceJoining(tallyDays(year, member('1'.repeat(364))))).toBe(99);
  });

  const someSchedule: fc.Arbitrary<Schedule> = fc.oneof(
    fc.constant(DAILY),
    fc.constantFrom<TimesAWeek>(1, 2, 3, 4, 5, 6).map(weekly),
    fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 6 }).map((days): Schedule => ({ kind: 'weekdays', days })),
  );
  const someLife = fc
    .record({
      schedule: someSchedule,
      duration_days: fc.integer({ min: 7, max: 40 }),
      row: fc.array(fc.constantFrom('0', '1'), { maxLength: 45 }),
      joined: fc.integer({ min: -3, max: 20 }),
      paused: fc.option(fc.tuple(fc.integer({ min: -4, max: 40 }), fc.nat({ max: 12 })), { nil: null }),
      open: fc.integer({ min: -2, max: 50 }),
    })
    .map(({ schedule, duration_days, row, joined, paused, open }) => ({
      dated: { schedule, first_day: FIRST, duration_days } as DatedSchedule,
      row: row.map((one, at) => (at < joined || at > open ? '0' : one)).join(''),
      own: {
        joined_day: day(joined),
        pauses: paused ? [pause(paused[0], paused[0] + paused[1])] : [],
        open_from: day(open),
      },
    }));

  /** The states of the member's days, as a ledger has them. */
  const ledgerOf = ({ dated, row, own }: { dated: DatedSchedule; row: string; own: Omit<TalliedMember, 'days'> }) => {
    const checkins = [...row].flatMap((one, at) => (one === '1' ? [{ day: day(at), is_extra: false }] : []));
    return outcomesBetween(askedDaysOf(dated, { ...own, checkins }), own.pauses, FIRST, day(400));
  };

  it('says 100 exactly where a check-in counts and the ledger has no missed day', () => {
    fc.assert(
      fc.property(someLife, (life) => {
        const tally = tallyDays(life.dated, member(life.row, life.own));
        const missed = ledgerOf(life).filter((one) => one.state === 'missed' && one.day < life.own.open_from);
        expect(tally.missed_days).toBe(missed.length);
        expect(shareSinceJoining(tally) === 100).toBe(tally.counted_checkins > 0 && missed.length === 0);
      }),
      { numRuns: 1000 },
    );
  });

  it('plans what is done, missed and still asked for, whatever time passes', () => {
    fc.assert(
      fc.property(someLife, fc.nat(60), ({ dated, row, own }, later) => {
        const now = tallyDays(dated, member(row, own));
        expect(now.counted_checkins + now.missed_days).toBeLessThanOrEqual(now.planned_days);
        const then = tallyDays(dated, member(row, { ...own, open_from: addDays(own.open_from, later) }));
        expect([then.counted_checkins, then.planned_days]).toEqual([now.counted_checkins, now.planned_days]);
        const over = tallyDays(dated, member(row, { ...own, open_from: day(400) }));
        expect(over.counted_checkins + over.missed_days).toBe(over.planned_days);
        const percentage = completionPercentage(over);
        expect(shareSinceJoining(over)).toBe(percentage === 100 ? 100 : Math.min(99, Math.round(percentage)));
        // A member who never checks in is asked for what the mission plans.
        expect(tallyDays(dated, member('', own)).planned_days).toBe(plannedDays(dated, own));
      }),
      { numRuns: 1000 },
    );
  });

  it('gives a perfect mission to nobody who missed a day', () => {
    fc.assert(
      fc.property(someLife, ({ dated, row, own }) => {
        const tally = tallyDays(dated, member(row, { ...own, open_from: day(400) }));
        const achieved = { mission_planned_days: plannedDays(dated, own), ...tally };
        if (isPerfect(achieved)) expect(shareSinceJoining(tally)).toBe(100);
      }),
    );
  });

  it('counts in each week no more than its target', () => {
    fc.assert(
      fc.property(someLife, ({ dated, row, own }) => {
        const counted: { day: LocalDay; is_extra: boolean }[] = [];
        for (const [at, one] of [...row].entries()) {
          const inWeek = counted.filter((other) => other.day > day(at - 1 - (at % 7))).length;
          const is_extra = dated.schedule.kind === 'weekly' && inWeek >= dated.schedule.times;
          if (one === '1' && !is_extra) counted.push({ day: day(at), is_extra });
        }
        for (let at = 0; at < dated.duration_days; at += 7) {
          const week = weekProgress(dated, day(at), { ...own, checkins: counted });
          if (week) expect(week.done).toBeLessThanOrEqual(week.target);
        }
      }),
    );
  });
});
