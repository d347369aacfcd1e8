import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf, daysBetween, startOfDay } from './days.ts';
import {
  type CheckinDayInput,
  canStartRound,
  checkinDay,
  daysRemaining,
  deletionTakesPoints,
  lastDay,
  missionEnd,
  missionState,
} from './missions.ts';
import { someDay, someZone } from './testing/arbitraries.ts';

const HOUR = 3_600_000;
const at = (text: string) => new Date(text);

it('Points go with a mission for less than 24 hours after its creation.', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), fc.integer({ min: 0, max: 72 * HOUR }), (created, age) => {
      const now = new Date(created.getTime() + age);
      fc.pre(!Number.isNaN(now.getTime()));
      expect(deletionTakesPoints(created, now)).toBe(age < 24 * HOUR);
    }),
  );
});

it('Hosts may start the next round from the completion on, and every member 7 times 24 hours later.', () => {
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true }),
      fc.integer({ min: 0, max: 400 * HOUR }),
      fc.boolean(),
      (at, age, host) => {
        const now = new Date(at.getTime() + age);
        fc.pre(!Number.isNaN(now.getTime()));
        expect(canStartRound(at, host, now)).toBe(host || age >= 7 * 24 * HOUR);
        expect(canStartRound(null, host, now)).toBe(false);
      },
    ),
  );
});

describe('missionEnd', () => {
  it('A mission ends its number of calendar days after its start, through every clock change.', () => {
    fc.assert(
      fc.property(someDay(), fc.integer({ min: 1, max: 365 }), someZone(), (first, duration, zone) => {
        const end = missionEnd(first, duration, zone);
        const last = lastDay(first, duration);
        expect(end).toEqual(startOfDay(addDays(first, duration), zone));
        expect(daysBetween(first, last)).toBe(duration - 1);
        const final = dayOf(new Date(end.getTime() - 1), zone);
        expect(final === last || (zone === 'Pacific/Apia' && last === '2011-12-30')).toBe(true);
        expect(dayOf(end, zone) > last).toBe(true);
        expect(daysRemaining(end, end)).toBe(0);
        const remaining = daysRemaining(end, startOfDay(first, zone));
        expect(Math.abs(remaining - duration)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300 },
    );
  });

  it('A mission that spans a clock change still ends at midnight.', () => {
    expect(missionEnd('2026-03-28', 3, 'Europe/Berlin')).toEqual(at('2026-03-30T22:00:00Z'));
    expect(missionEnd('2024-02-28', 2, 'Asia/Kuala_Lumpur')).toEqual(at('2024-02-29T16:00:00Z'));
    expect(lastDay('2024-02-28', 2)).toBe('2024-02-29');
  });
});

describe('daysRemaining', () => {
  const end = at('2026-05-10T00:00:00Z');
  it.each([
    ['2026-05-09T23:59:59.999Z', 1],
    ['2026-05-09T00:00:00.000Z', 1],
    ['2026-05-08T23:59:59.999Z', 2],
    ['2026-05-10T00:00:00.000Z', 0],
    ['2026-06-10T00:00:00.000Z', 0],
  ])('At %s the days remaining are %d.', (now, days) => {
    expect(daysRemaining(end, at(now))).toBe(days);
  });
});

describe('missionState', () => {
  const end_date = at('2026-05-10T00:00:00Z');
  const before = at('2026-05-09T23:59:59.999Z');
  it('A mission is active until its end, ended from then on, and completed once completed.', () => {
    expect(missionState({ is_active: true, end_date, completed_at: null }, before)).toBe('active');
    expect(missionState({ is_active: true, end_date, completed_at: null }, end_date)).toBe('ended');
    expect(missionState({ is_active: false, end_date, completed_at: null }, before)).toBe('ended');
    expect(missionState({ is_active: false, end_date, completed_at: end_date }, before)).toBe('completed');
  });
});

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
