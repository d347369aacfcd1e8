import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type LocalDay } from './days.ts';
import { quietDays } from './quiet-members.ts';
import { DAILY, type Schedule, type TimesAWeek, WEEKDAYS } from './schedule.ts';
import { type CheckedDay, isExtra, outcomesBetween } from './schedule-days.ts';

/** A Monday. */
const FIRST = '2026-06-01';
const day = (at: number): LocalDay => addDays(FIRST, at);
const weekly = (times: TimesAWeek): Schedule => ({ kind: 'weekly', times });

const someSchedule: fc.Arbitrary<Schedule> = fc.oneof(
  fc.constant(DAILY),
  fc.constantFrom<TimesAWeek>(1, 2, 3, 4, 5, 6).map(weekly),
  fc.subarray([...WEEKDAYS], { minLength: 1, maxLength: 6 }).map((days): Schedule => ({ kind: 'weekdays', days })),
);
const someMember = fc.record({
  schedule: someSchedule,
  duration_days: fc.integer({ min: 7, max: 40 }),
  joined: fc.nat({ max: 10 }),
  days: fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 12 }),
  today: fc.nat({ max: 45 }),
  is_yesterday_open: fc.boolean(),
  pause: fc.option(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 8 }))),
});

/** Of a random member everything that `quietDays` takes. */
function toInput(random: typeof someMember extends fc.Arbitrary<infer Member> ? Member : never) {
  const { schedule, duration_days, joined, today, pause, is_yesterday_open } = random;
  const dated = { schedule, first_day: FIRST, duration_days };
  const checkins: CheckedDay[] = [];
  for (const at of random.days
    .filter((one) => one >= joined && one < duration_days && one <= today)
    .sort((a, b) => a - b))
    checkins.push({ day: day(at), is_extra: isExtra(dated, day(at), checkins) });
  const pauses = pause ? [{ from_day: day(pause[0]), to_day: day(pause[0] + pause[1]) }] : [];
  const last_checkin = checkins.at(-1)?.day ?? null;
  return {
    dated,
    member: { joined_day: day(joined), last_checkin, today: day(today), is_yesterday_open, checkins, pauses },
  };
}

describe('quietDays', () => {
  it('A member is quiet who missed enough since the last check-in, is silent for three days and on no break.', () => {
    fc.assert(
      fc.property(someMember, (random) => {
        const { dated, member } = toInput(random);
        const { last_checkin, joined_day, today, pauses, is_yesterday_open } = member;
        const { schedule, first_day } = dated;
        const checked = member.checkins.map((checkin) => checkin.day);
        const asked = {
          schedule,
          first_day,
          joined_day,
          from_day: joined_day,
          to_day: day(dated.duration_days - 1),
          checked,
        };
        const since = last_checkin ?? joined_day;
        const silent = random.today - [...Array(60).keys()].find((at) => day(at) === since)!;
        const missed = outcomesBetween(asked, pauses, FIRST, addDays(today, is_yesterday_open ? -2 : -1)).filter(
          (one) => one.day > (last_checkin ?? '') && one.state === 'missed',
        ).length;
        const isAway = pauses.some(({ from_day, to_day }) => from_day <= today && today <= to_day);
        const enough = { daily: 3, weekdays: 2, weekly: 1 }[schedule.kind];
        const days = missed >= enough && silent >= 3 && !isAway ? silent : null;
        expect(quietDays(dated, member)).toBe(days);
        // Only weekly schedules need to know the check-ins.
        if (schedule.kind !== 'weekly') expect(quietDays(dated, { ...member, checkins: [] })).toBe(days);
      }),
      { numRuns: 1000 },
    );
  });

  it('Without a check-in somebody quiet stays so, a day longer each day, but for breaks.', () => {
    fc.assert(
      fc.property(someMember, (random) => {
        const { dated, member } = toInput({ ...random, pause: null });
        const days = quietDays(dated, member);
        const next = quietDays(dated, { ...member, today: addDays(member.today, 1) });
        if (days !== null) expect(next).toBe(days + 1);
      }),
    );
  });

  it('A check-in ends it at once.', () => {
    fc.assert(
      fc.property(someMember, (random) => {
        const { dated, member } = toInput(random);
        const checkins = [...member.checkins, { day: member.today, is_extra: false }];
        expect(quietDays(dated, { ...member, last_checkin: member.today, checkins })).toBeNull();
      }),
    );
  });

  const quietOn = (schedule: Schedule, last: number | null, today: number) =>
    quietDays(
      { schedule, first_day: FIRST, duration_days: 30 },
      {
        joined_day: FIRST,
        is_yesterday_open: false,
        last_checkin: last === null ? null : day(last),
        today: day(today),
        checkins: last === null ? [] : [{ day: day(last), is_extra: false }],
        pauses: [],
      },
    );
  it.each([
    ['daily, never checked in', DAILY, null, 2, null],
    ['daily, never checked in', DAILY, null, 3, 3],
    ['daily', DAILY, 0, 3, null],
    ['daily', DAILY, 0, 4, 4],
    ['on Mondays and Fridays', { kind: 'weekdays', days: ['mon', 'fri'] } as Schedule, 0, 7, null],
    ['on Mondays and Fridays', { kind: 'weekdays', days: ['mon', 'fri'] } as Schedule, 0, 8, 8],
    ['twice a week', weekly(2), 0, 6, null],
    ['twice a week', weekly(2), 0, 7, 7],
    ['twice a week, on Saturday', weekly(2), 5, 7, null],
    ['twice a week, on Saturday', weekly(2), 5, 8, 3],
    ['once a week', weekly(1), 0, 13, null],
    ['once a week', weekly(1), 0, 14, 14],
  ])(
    'In a mission that is %s (%o, last on day %s), on day %i the quiet days are %s.',
    (_, schedule, last, today, days) => {
      expect(quietOn(schedule, last, today)).toBe(days);
    },
  );
});
