import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheckinDayInput, type CheckinPosition, checkinDay } from './checkin-day.ts';
import { addDays, dayOf, startOfDay } from './days.ts';
import { lastDay } from './missions.ts';
import { someDay, someZone } from './testing/arbitraries.ts';

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const at = (text: string) => new Date(text);

describe('checkinDay', () => {
  const input: CheckinDayInput = {
    now: at('2026-05-04T20:00:00Z'),
    zone: 'Asia/Kuala_Lumpur',
    first_day: '2026-05-01',
    duration_days: 10,
    completed: false,
    member_last_day: null,
  };
  const code = (changes: Partial<CheckinDayInput>) => {
    const result = checkinDay({ ...input, ...changes });
    return result.ok ? result.day : result.code;
  };

  it("A check-in counts for the member's own day.", () => {
    expect(code({})).toBe('2026-05-05');
    expect(code({ zone: 'America/New_York' })).toBe('2026-05-04');
  });

  it("A check-in is accepted on each of the mission's days, on the member's own clock.", () => {
    expect(code({ first_day: '2026-05-06' })).toBe('mission_not_started');
    expect(code({ first_day: '2026-05-05', duration_days: 1 })).toBe('2026-05-05');
    expect(code({ first_day: '2026-05-04', duration_days: 1 })).toBe('mission_ended');
    expect(code({ first_day: '2026-05-04', duration_days: 1, zone: 'America/New_York' })).toBe('2026-05-04');
    expect(code({ completed: true })).toBe('mission_ended');
  });

  it("A check-in is accepted only for a day later than the member's last one.", () => {
    expect(code({ member_last_day: '2026-05-04' })).toBe('2026-05-05');
    expect(code({ member_last_day: '2026-05-05' })).toBe('already_checked_in');
    expect(code({ member_last_day: '2026-05-06' })).toBe('already_checked_in');
  });

  it('Somebody whose day is taken is told that, even where the mission has not begun or is over on their clock.', () => {
    expect(code({ member_last_day: '2026-05-06', first_day: '2026-05-06' })).toBe('already_checked_in');
    expect(code({ member_last_day: '2026-05-05', first_day: '2026-05-01', duration_days: 4 })).toBe(
      'already_checked_in',
    );
  });

  it('A check-in made offline counts for the day it was made, up to 48 hours ago.', () => {
    const now = input.now.getTime();
    expect(code({ performed_at: new Date(now - 48 * HOUR) })).toBe('2026-05-03');
    expect(code({ performed_at: new Date(now - 48 * HOUR - 1) })).toBe('checkin_too_old');
    expect(code({ performed_at: new Date(now + 60_000) })).toBe('2026-05-05');
    expect(code({ performed_at: new Date(now + 60_001) })).toBe('checkin_in_future');
    expect(code({ performed_at: new Date(now - 30 * HOUR), member_last_day: '2026-05-03' })).toBe('already_checked_in');
    expect(code({ performed_at: new Date(now - 30 * HOUR), first_day: '2026-05-03', duration_days: 1 })).toBe(
      '2026-05-03',
    );
  });

  it('A check-in made more than a minute before joining is refused.', () => {
    const joined_at = new Date(input.now.getTime() - HOUR);
    expect(code({ joined_at })).toBe('2026-05-05');
    expect(code({ joined_at, performed_at: new Date(joined_at.getTime() - 60_000) })).toBe('2026-05-05');
    expect(code({ joined_at, performed_at: new Date(joined_at.getTime() - 60_001) })).toBe('checkin_too_old');
  });

  it('No sequence of clocks and zones yields two check-ins for one day.', () => {
    const attempt = fc.record({
      // The clock may go back as well as forward.
      hours: fc.double({ min: -30, max: 40, noNaN: true }),
      zone: someZone(),
      late: fc.option(fc.double({ min: -1, max: 60, noNaN: true }), { nil: undefined }),
    });
    fc.assert(
      fc.property(someDay(), fc.array(attempt, { minLength: 5, maxLength: 40 }), (first_day, attempts) => {
        let now = startOfDay(first_day, 'UTC').getTime();
        let member_last_day: string | null = null;
        const days: string[] = [];
        for (const { hours, zone, late } of attempts) {
          now += Math.round(hours * HOUR);
          const performed_at = late === undefined ? undefined : new Date(Math.round(now - late * HOUR));
          const result = checkinDay({
            now: new Date(now),
            performed_at,
            zone,
            first_day,
            duration_days: 12,
            completed: false,
            member_last_day,
          });
          if (!result.ok) continue;
          expect(member_last_day === null || result.day > member_last_day).toBe(true);
          member_last_day = result.day;
          days.push(result.day);
        }
        expect(days).toEqual([...new Set(days)].sort());
        expect(days.length).toBeLessThanOrEqual(12);
        expect(days.every((day) => day >= first_day && day <= lastDay(first_day, 12))).toBe(true);
      }),
      { numRuns: 300 },
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
