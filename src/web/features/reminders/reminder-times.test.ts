import { expect, it } from 'vitest';
import { isUntouched, nextOfferedTime, TIME_OPTIONS, timeName, timeOf } from './reminder-times.ts';

it('offers every quarter of an hour in order, and finds each again by its name', () => {
  const names = TIME_OPTIONS.map(({ value }) => value);
  expect(names).toHaveLength(96);
  expect(names.slice(28, 32)).toEqual(['07:00', '07:15', '07:30', '07:45']);
  expect([...names].sort()).toEqual(names);
  for (const name of names) expect(timeName(timeOf(name))).toBe(name);
});

it.each([
  ['2026-11-21T00:00Z', '07:00'],
  ['2026-11-21T06:59:59Z', '07:00'],
  ['2026-11-21T07:00Z', '12:00'],
  ['2026-11-21T17:30Z', '18:00'],
  ['2026-11-21T20:59Z', '21:00'],
  ['2026-11-21T21:00Z', '07:00'],
])('at %s, offers %s as the next of the four times', (now, name) => {
  expect(timeName(nextOfferedTime(new Date(now), 'UTC'))).toBe(name);
});

it("uses the user's own clock for the next offered time", () => {
  expect(timeName(nextOfferedTime(new Date('2026-11-21T12:30Z'), 'Asia/Kathmandu'))).toBe('21:00');
});

it('treats a reminder as set if it is on or has another time than the default', () => {
  expect(isUntouched({ is_on: false, hour: 20, minute: 0 })).toBe(true);
  expect(isUntouched({ is_on: true, hour: 20, minute: 0 })).toBe(false);
  expect(isUntouched({ is_on: false, hour: 20, minute: 15 })).toBe(false);
  expect(isUntouched({ is_on: false, hour: 7, minute: 0 })).toBe(false);
});
