import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addDays, daysBetween, weekdayOf } from '#domain/days.ts';
import { toLocalDate, toLocalDay } from './calendar.tsx';

// In Cairo, Beirut, Havana and Santiago clocks go forward at midnight, so that day has no 00:00.
const ZONES = [
  'UTC',
  'Africa/Cairo',
  'Asia/Beirut',
  'America/Havana',
  'America/Santiago',
  'America/Los_Angeles',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
];
const FIRST = '2020-01-01';
const anyDay = fc.integer({ min: 0, max: daysBetween(FIRST, '2999-12-31') }).map((count) => addDays(FIRST, count));

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(ZONES)('on a device in %s', (zone) => {
  it('converts a day to a local date and back without change', () => {
    vi.stubEnv('TZ', zone);
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(toLocalDay(toLocalDate(day))).toBe(day);
      }),
    );
  });

  it('gives a local date the weekday of its day, and the next day a later date', () => {
    vi.stubEnv('TZ', zone);
    fc.assert(
      fc.property(anyDay, (day) => {
        const date = toLocalDate(day);
        expect(date.getDay()).toBe((weekdayOf(day) + 1) % 7);
        expect(toLocalDate(addDays(day, 1)).getTime()).toBeGreaterThan(date.getTime());
      }),
    );
  });

  it('assigns every hour of a day to that day', () => {
    vi.stubEnv('TZ', zone);
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 23 }), (day, hour) => {
        const date = toLocalDate(day);
        date.setHours(hour);
        expect(toLocalDay(date)).toBe(day);
      }),
    );
  });
});

it('reads the same day on two devices whose clocks are a day apart', () => {
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
  expect(toLocalDate('2026-11-22').toString()).toMatch(/^Sun Nov 22 2026 00:00:00 GMT\+1400/);
  vi.stubEnv('TZ', 'Pacific/Pago_Pago');
  expect(toLocalDate('2026-11-22').toString()).toMatch(/^Sun Nov 22 2026 00:00:00 GMT-1100/);
});

it('starts a day without a midnight at its first hour', () => {
  vi.stubEnv('TZ', 'Africa/Cairo');
  const date = toLocalDate('2026-04-24');
  expect(date.getHours()).toBe(1);
  expect(toLocalDay(date)).toBe('2026-04-24');
});
