import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  addDays,
  dayNumber,
  dayOf,
  daysBetween,
  dayText,
  earlierDay,
  isDay,
  isSkippedDay,
  laterDay,
  skippedDays,
  startOfDay,
  weekdayOf,
} from './days.ts';
import { someDay, someZone } from './testing/arbitraries.ts';

const MINUTES_15 = 15 * 60_000;

describe('isDay', () => {
  it.each(['1970-01-01', '2024-02-29', '2000-02-29', '2026-12-31', '9999-12-31'])('accepts %s', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each([
    '',
    '2023-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-4-1',
    '1969-12-31',
    '+02026-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '２０２６-01-01',
  ])('refuses %j', (text) => {
    expect(isDay(text)).toBe(false);
  });
});

describe('day arithmetic', () => {
  it('returns to the same day after adding and subtracting', () => {
    fc.assert(
      fc.property(someDay(), fc.integer({ min: -4000, max: 4000 }), (day, count) => {
        const there = addDays(day, count);
        expect(addDays(there, -count)).toBe(day);
        expect(daysBetween(day, there)).toBe(count);
        expect(count < 0 ? there < day : there >= day).toBe(true);
        expect(weekdayOf(there)).toBe((((weekdayOf(day) + count) % 7) + 7) % 7);
      }),
    );
  });

  it('handles leap days and the turn of a year', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2023-02-28', 1)).toBe('2023-03-01');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(daysBetween('2024-01-01', '2025-01-01')).toBe(366);
    expect(weekdayOf('2026-11-23')).toBe(0);
    expect(weekdayOf('2026-11-22')).toBe(6);
    expect(earlierDay('2026-01-02', '2026-01-10')).toBe('2026-01-02');
    expect(laterDay('2026-01-02', '2026-01-10')).toBe('2026-01-10');
  });

  it('refuses a text that is not a day, and a result after the year 9999', () => {
    expect(() => addDays('soon', 1)).toThrow(RangeError);
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
  });
});

describe('startOfDay', () => {
  it('is the first instant of the day in every zone, through every clock change', () => {
    fc.assert(
      fc.property(someDay(), someZone(), (day, zone) => {
        const start = startOfDay(day, zone);
        const started = dayOf(start, zone);
        expect(started === day || (zone === 'Pacific/Apia' && day === '2011-12-30')).toBe(true);
        expect(dayOf(new Date(start.getTime() - 1), zone) < day).toBe(true);
        for (let step = 1; step <= 120; step += 1)
          expect(dayOf(new Date(start.getTime() - step * MINUTES_15), zone) < day).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('is never before the start of the previous day', () => {
    fc.assert(
      fc.property(someDay(), someZone(), (day, zone) => {
        let walked = day;
        for (let step = 0; step < 3; step += 1) {
          const next = addDays(walked, 1);
          expect(startOfDay(walked, zone) <= startOfDay(next, zone)).toBe(true);
          walked = next;
        }
      }),
    );
  });

  it.each([
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', 23],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', 25],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', 25],
    ['2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00.000Z', 24.5],
    // The zone skips midnight, so the day starts at 01:00.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 23],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z', 23],
    // Midnight comes twice, because the clocks go back from 24:00 to 23:00.
    ['2026-10-30', 'Africa/Cairo', '2026-10-29T22:00:00.000Z', 24],
    ['2026-10-29', 'Africa/Cairo', '2026-10-28T21:00:00.000Z', 25],
    // The day starts with one minute; then an hour of the previous day is repeated.
    ['2006-10-29', 'America/St_Johns', '2006-10-29T02:30:00.000Z', 25],
    ['2026-07-01', 'Asia/Kathmandu', '2026-06-30T18:15:00.000Z', 24],
    ['2011-12-29', 'Pacific/Apia', '2011-12-29T10:00:00.000Z', 24],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 0],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 24],
  ])('on %s in %s is %s, and the day has %d hours', (day, zone, start, hours) => {
    expect(startOfDay(day, zone).toISOString()).toBe(start);
    expect((startOfDay(addDays(day, 1), zone).getTime() - Date.parse(start)) / 3_600_000).toBe(hours);
  });
});

describe('dayOf', () => {
  it('places an instant between the start of its day and the start of the next', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date('2037-12-31'), noInvalidDate: true }),
        someZone(),
        (at, zone) => {
          const day = dayOf(at, zone);
          expect(isDay(day) || day === '1969-12-31').toBe(true);
          expect(startOfDay(day, zone) <= at).toBe(true);
          expect(at < startOfDay(addDays(day, 1), zone)).toBe(true);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('creates at most one formatter for many instants in one zone', () => {
    let constructed = 0;
    class CountedFormat extends Intl.DateTimeFormat {
      constructor(...args: ConstructorParameters<typeof Intl.DateTimeFormat>) {
        super(...args);
        constructed += 1;
      }
    }
    vi.stubGlobal('Intl', { DateTimeFormat: CountedFormat });
    try {
      for (let index = 0; index < 100; index += 1) dayOf(new Date(1.7e12 + index * 1e6), 'Antarctica/Troll');
    } finally {
      vi.unstubAllGlobals();
    }
    expect(constructed).toBeLessThanOrEqual(1);
  });

  it('throws for an unknown zone and for an invalid date', () => {
    expect(() => dayOf(new Date(0), 'Mars/Olympus')).toThrow(RangeError);
    expect(() => dayOf(new Date(Number.NaN), 'UTC')).toThrow(RangeError);
  });
});

it('skippedDays lists the dates that a zone left out', () => {
  expect(skippedDays('Pacific/Apia')).toEqual(['2011-12-30']);
  expect(skippedDays('Pacific/Fakaofo')).toEqual(['2011-12-30']);
  expect(skippedDays('Pacific/Kwajalein')).toEqual(['1993-08-21']);
  expect(skippedDays('Pacific/Kiritimati')).toHaveLength(1);
  for (const zone of ['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Pyongyang', 'Antarctica/Troll'])
    expect(skippedDays(zone)).toEqual([]);
  expect(isSkippedDay('2011-12-30', 'Pacific/Apia')).toBe(true);
  expect(isSkippedDay('2011-12-31', 'Pacific/Apia')).toBe(false);
});

describe('dayNumber', () => {
  it.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2024-02-29', 19_782],
    ['9999-12-31', 2_932_896],
  ])('of %s is %i', (text, number) => {
    expect([dayNumber(text), dayText(number)]).toEqual([number, text]);
  });

  it('is one more on the next day', () => {
    fc.assert(
      fc.property(someDay(), (day) => {
        expect(dayText(dayNumber(day))).toBe(day);
        expect(dayNumber(addDays(day, 1))).toBe(dayNumber(day) + 1);
      }),
    );
  });

  it('exists only for days of the years 0 to 9999', () => {
    expect(() => dayNumber('2025-13-01')).toThrow(RangeError);
    expect(() => dayNumber('today')).toThrow(RangeError);
    expect(() => dayText(2_932_897)).toThrow(RangeError);
    expect(() => dayText(-719_529)).toThrow(RangeError);
  });
});
