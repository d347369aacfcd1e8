import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheckinPosition, checkinInstant, MILESTONE_STREAKS, milestoneOf } from './checkins.ts';
import { addDays, dayOf, startOfDay } from './days.ts';
import { type CheckinDayInput, checkinDay } from './missions.ts';
import { someDay, someZone } from './testing/arbitraries.ts';

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const at = (text: string) => new Date(text);

describe('the instant that counts for a check-in', () => {
  const now = at('2026-11-21T12:00:00Z');
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const instant = (performed_at?: Date, sent_at?: Date) => checkinInstant({ now, performed_at, sent_at });

  it('Without a time of its own a check-in counts as made when its request came.', () => {
    expect(instant()).toEqual(now);
    expect(instant(undefined, ago(HOUR))).toEqual(now);
  });

  it('Without the time of sending, the clock of the device is believed.', () => {
    expect(instant(ago(HOUR))).toEqual(ago(HOUR));
    expect(instant(ago(-30 * SECOND))).toEqual(ago(-30 * SECOND));
  });

  it('After the clock was set back, the request counts.', () => {
    expect(instant(ago(HOUR), ago(HOUR + 1))).toEqual(now);
  });

  it('Sent within two seconds and at most five minutes on the way, a check-in was on a slow line.', () => {
    expect(instant(ago(5 * MINUTE + 2 * SECOND), ago(5 * MINUTE))).toEqual(ago(5 * MINUTE + 2 * SECOND));
    expect(instant(now, now)).toEqual(now);
    expect(instant(ago(5 * MINUTE + 2001), ago(5 * MINUTE))).toEqual(ago(2001));
    expect(instant(ago(5 * MINUTE + 2001), ago(5 * MINUTE + 1))).toEqual(ago(2000));
    // A clock that runs ahead is wrong, whatever the line.
    expect(instant(ago(-10), ago(-11))).toEqual(ago(1));
  });

  it('However wrong a clock is, a check-in that waited counts for when it was made.', () => {
    const wrong = fc.integer({ min: -400 * 24 * HOUR, max: 400 * 24 * HOUR });
    const waited = fc.integer({ min: 2001, max: 47 * HOUR });
    fc.assert(
      fc.property(wrong, waited, (error, wait) => {
        const sent_at = new Date(now.getTime() + error);
        expect(instant(new Date(sent_at.getTime() - wait), sent_at)).toEqual(ago(wait));
      }),
    );
  });

  it('With the time of sending no check-in lies in the future.', () => {
    const reading = fc.integer({ min: -60 * HOUR, max: 60 * HOUR });
    fc.assert(
      fc.property(reading, reading, (performed, sent) => {
        expect(instant(ago(performed), ago(sent)).getTime()).toBeLessThanOrEqual(now.getTime());
      }),
    );
  });
});

describe('the order of check-ins', () => {
  const attempt = fc.record({
    ms: fc.oneof(fc.integer({ min: 0, max: 90 * SECOND }), fc.integer({ min: 0, max: 40 * HOUR })),
    zone: fc.option(someZone(), { freq: 3 }),
    late: fc.option(fc.oneof(fc.integer({ min: -MINUTE, max: MINUTE }), fc.integer({ min: 0, max: 50 * HOUR })), {
      nil: undefined,
    }),
    day: fc.constantFrom(undefined, 'today' as const, 'yesterday' as const),
  });

  it('The order by instants is the order by days, although ordinary check-ins look at the last day alone.', () => {
    fc.assert(
      fc.property(someDay(), someZone(), fc.array(attempt, { minLength: 5, maxLength: 40 }), (first_day, home, all) => {
        let [now, zone, moved_at] = [startOfDay(first_day, home).getTime(), home, null as Date | null];
        const positions: CheckinPosition[] = [];
        for (const { ms, late, day, zone: next } of all) {
          now += ms;
          if (next) [zone, moved_at] = [next, new Date(now)];
          const isOrdinary = late === undefined && day !== 'yesterday';
          const result = checkinDay({
            now: new Date(now),
            performed_at: late === undefined ? undefined : new Date(now - late),
            day,
            zone,
            zone_changed_at: moved_at,
            first_day,
            duration_days: 365,
            completed: false,
            member_last_day:
              positions
                .map(({ local_day }) => local_day)
                .sort()
                .at(-1) ?? null,
            // As the server reads them: for an ordinary check-in only right after a change of zone.
            others: isOrdinary && (!moved_at || moved_at.getTime() < now - MINUTE) ? undefined : positions,
          });
          if (result.ok) positions.push({ local_day: result.day, performed_at: result.performed_at });
        }
        const sorted = positions.toSorted((a, b) => a.performed_at.getTime() - b.performed_at.getTime());
        const days = sorted.map(({ local_day }) => local_day);
        expect(days).toEqual([...new Set(days)].sort());
        expect(new Set(sorted.map(({ performed_at }) => performed_at.getTime())).size).toBe(sorted.length);
      }),
      { numRuns: 400 },
    );
  });

  const base: CheckinDayInput = {
    now: at('2026-11-24T20:00:00Z'),
    zone: 'UTC',
    first_day: '2026-11-01',
    duration_days: 30,
    completed: false,
    member_last_day: '2026-11-24',
    others: [
      { local_day: '2026-11-22', performed_at: at('2026-11-22T08:00:00Z') },
      { local_day: '2026-11-24', performed_at: at('2026-11-24T08:00:00Z') },
    ],
  };
  const code = (changes: Partial<CheckinDayInput>) => {
    const result = checkinDay({ ...base, ...changes });
    return result.ok ? result.day : result.code;
  };

  it('A check-in made on a day between two others is taken, and a second one for any day is not.', () => {
    const monday = { performed_at: at('2026-11-23T21:00:00Z') };
    expect(code(monday)).toBe('2026-11-23');
    expect(code({ ...monday, others: undefined })).toBe('already_checked_in');
    expect(code({ performed_at: at('2026-11-24T09:00:00Z') })).toBe('already_checked_in');
    expect(code({ performed_at: at('2026-11-24T08:00:00Z') })).toBe('already_checked_in');
    expect(code({})).toBe('already_checked_in');
  });

  it('An instant between two others whose days leave no day between them is refused.', () => {
    // In Kiritimati the evening of the 22nd is the 23rd already, and it is later than the check-in of the 24th there.
    const others = [
      { local_day: '2026-11-23', performed_at: at('2026-11-23T08:00:00Z') },
      { local_day: '2026-11-24', performed_at: at('2026-11-23T11:00:00Z') },
    ];
    expect(code({ performed_at: at('2026-11-23T12:00:00Z'), others, zone: 'Pacific/Honolulu' })).toBe(
      'already_checked_in',
    );
  });
});

describe('a check-in for yesterday', () => {
  const input: CheckinDayInput = {
    now: at('2026-11-22T09:00:00Z'),
    day: 'yesterday',
    zone: 'UTC',
    joined_at: at('2026-11-01T00:00:00Z'),
    first_day: '2026-11-01',
    duration_days: 30,
    completed: false,
    member_last_day: null,
    others: [],
  };
  const answer = (changes: Partial<CheckinDayInput> = {}) => checkinDay({ ...input, ...changes });
  const code = (changes: Partial<CheckinDayInput>) => {
    const result = answer(changes);
    return result.ok ? result.day : result.code;
  };

  it('It counts as made in the last millisecond of its day.', () => {
    expect(answer()).toEqual({ ok: true, day: '2026-11-21', performed_at: at('2026-11-21T23:59:59.999Z') });
  });

  it('It is open until noon on the own clock, to the second, also on days of 23 and 25 hours.', () => {
    fc.assert(
      fc.property(someDay(), someZone(), fc.integer({ min: 0, max: 26 * HOUR }), (day, zone, since) => {
        const now = new Date(startOfDay(day, zone).getTime() + since);
        fc.pre(dayOf(now, zone) === day);
        const first_day = addDays(day, -5);
        const result = answer({ now, zone, first_day, joined_at: startOfDay(first_day, zone) });
        const hour = Number(
          new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(now),
        );
        if (hour >= 12) {
          expect(result).toEqual({ ok: false, code: 'yesterday_closed' });
          return;
        }
        if (!result.ok) throw new Error(result.code);
        expect(result.day).toBe(addDays(day, -1));
        // Apia has no instant on the day that it skipped.
        if (zone !== 'Pacific/Apia') expect(dayOf(result.performed_at, zone)).toBe(result.day);
        expect(dayOf(new Date(result.performed_at.getTime() + 1), zone)).toBe(day);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T09:59:59.999Z', '2026-03-29T10:00:00.000Z', '2026-03-28'],
    ['Europe/Berlin', '2026-10-25T10:59:59.999Z', '2026-10-25T11:00:00.000Z', '2026-10-24'],
    ['America/New_York', '2026-03-08T15:59:59.999Z', '2026-03-08T16:00:00.000Z', '2026-03-07'],
    ['America/New_York', '2026-11-01T16:59:59.999Z', '2026-11-01T17:00:00.000Z', '2026-10-31'],
  ])('In %s the noon of a clock change is the noon of the clock (%s).', (zone, last, noon, day) => {
    const months = { first_day: '2026-01-01', duration_days: 365, joined_at: at('2026-01-01T12:00:00Z') };
    expect(code({ ...months, zone, now: at(last) })).toBe(day);
    expect(code({ ...months, zone, now: at(noon) })).toBe('yesterday_closed');
  });

  it('The refusals come in their order.', () => {
    const everything: Partial<CheckinDayInput> = {
      completed: true,
      performed_at: at('2026-11-22T12:00:00Z'),
      now: at('2026-11-22T09:00:00Z'),
      zone_changed_at: at('2026-11-22T08:00:00Z'),
      member_last_day: '2026-11-21',
      others: [{ local_day: '2026-11-21', performed_at: at('2026-11-21T08:00:00Z') }],
      first_day: '2026-11-22',
      joined_at: at('2026-11-22T00:00:00Z'),
    };
    const mended: [string, Partial<CheckinDayInput>][] = [
      ['mission_ended', { completed: false }],
      ['checkin_in_future', { performed_at: at('2026-11-20T08:59:59Z') }],
      ['checkin_too_old', { performed_at: at('2026-11-22T12:00:00Z'), now: at('2026-11-22T12:00:00Z') }],
      ['yesterday_closed', { performed_at: at('2026-11-22T11:59:59Z') }],
      ['yesterday_after_move', { zone_changed_at: at('2026-11-21T11:59:59Z') }],
      ['already_checked_in', { others: [], member_last_day: null }],
      ['mission_not_started', { first_day: '2026-11-01', duration_days: 20 }],
      ['checkin_too_old', { joined_at: at('2026-11-21T23:59:59Z') }],
      ['mission_ended', { duration_days: 21 }],
    ];
    let changes = everything;
    for (const [refusal, mend] of mended) {
      expect(code(changes)).toBe(refusal);
      changes = { ...changes, ...mend };
    }
    expect(code(changes)).toBe('2026-11-21');
  });

  it('It needs a free day, and may come before what was checked in on the day itself.', () => {
    const today = { local_day: '2026-11-22', performed_at: at('2026-11-22T08:00:00Z') };
    expect(code({ member_last_day: '2026-11-22', others: [today] })).toBe('2026-11-21');
    const taken = { local_day: '2026-11-21', performed_at: at('2026-11-21T08:00:00Z') };
    expect(code({ member_last_day: '2026-11-22', others: [taken, today] })).toBe('already_checked_in');
  });

  it('It is for the day before the instant at which it was made, and noon is that of then.', () => {
    const performed_at = at('2026-11-21T11:00:00Z');
    expect(code({ now: at('2026-11-22T20:00:00Z'), performed_at })).toBe('2026-11-20');
  });

  it('A change of zone closes it for exactly a day.', () => {
    expect(code({ zone_changed_at: at('2026-11-21T09:00:00.001Z') })).toBe('yesterday_after_move');
    expect(code({ zone_changed_at: at('2026-11-21T09:00:00Z') })).toBe('2026-11-21');
  });

  it('The morning after the last day is in time, and the one after that is not.', () => {
    expect(code({ duration_days: 21 })).toBe('2026-11-21');
    expect(code({ duration_days: 20 })).toBe('mission_ended');
  });
});

describe('the milestone of a check-in', () => {
  const plain = { is_first: false, is_comeback: false, before: { streak_days: 5, open_streak: null }, streak_days: 6 };

  it('The first check-in of all comes before a comeback, and a comeback before a streak.', () => {
    const all = { is_first: true, is_comeback: true, before: { streak_days: 6, open_streak: null }, streak_days: 7 };
    expect(milestoneOf(all)).toEqual({ kind: 'first' });
    expect(milestoneOf({ ...all, is_first: false })).toEqual({ kind: 'comeback' });
    expect(milestoneOf({ ...all, is_first: false, is_comeback: false })).toEqual({ kind: 'streak', days: 7 });
    expect(milestoneOf(plain)).toBeNull();
  });

  it('A streak is celebrated by the check-in that brings it to 7, 30, 100 or 365 days, and by no second one of the day.', () => {
    for (let streak_days = 1; streak_days < 400; streak_days += 1) {
      const milestone = milestoneOf({
        ...plain,
        before: { streak_days: streak_days - 1, open_streak: null },
        streak_days,
      });
      const days = MILESTONE_STREAKS.find((length) => length === streak_days);
      expect(milestone).toEqual(days === undefined ? null : { kind: 'streak', days });
      expect(milestoneOf({ ...plain, before: { streak_days, open_streak: null }, streak_days })).toBeNull();
    }
  });

  it('Today first and then yesterday celebrate what both days bring, and nothing that was celebrated before.', () => {
    for (let length = 1; length < 400; length += 1) {
      // Without rest days today begins a new streak; with one it goes on, and the rest day comes back with yesterday.
      for (const streak_days of [1, length + 1]) {
        const before = { streak_days, open_streak: length + 1 };
        const today = milestoneOf({ ...plain, before: { streak_days: length, open_streak: null }, streak_days });
        const both = [today, milestoneOf({ ...plain, before, streak_days: length + 2 })].filter((one) => one !== null);
        const passed = MILESTONE_STREAKS.filter((days) => length < days && days <= length + 2);
        expect(both).toEqual(passed.map((days) => ({ kind: 'streak', days })));
      }
    }
  });
});
