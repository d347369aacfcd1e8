import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from '#domain/days.ts';
import { someZone } from '#domain/testing/arbitraries.ts';
import { monthDay, relativeTime } from './relative-time.ts';

const NOW = new Date('2026-03-06T12:00:00Z');
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds);
const HOUR = 3_600_000;

describe('relativeTime', () => {
  it.each([
    [0, 'Just now'],
    [-HOUR, 'Just now'],
    [HOUR - 1, 'Just now'],
    [HOUR, '1h ago'],
    [2 * HOUR - 1, '1h ago'],
    [24 * HOUR - 1, '23h ago'],
    [24 * HOUR, 'Mar 05'],
    [40 * 24 * HOUR, 'Jan 25'],
  ])('formats %d ms ago as %s', (milliseconds, text) => {
    expect(relativeTime(ago(milliseconds), NOW, 'UTC')).toBe(text);
  });

  it('formats an older instant as its day in the given zone', () => {
    const instant = new Date('2026-03-01T20:00:00Z');
    expect(relativeTime(instant, NOW, 'UTC')).toBe('Mar 01');
    expect(relativeTime(instant, NOW, 'Asia/Kuala_Lumpur')).toBe('Mar 02');
  });

  it('formats any instant as just now, hours ago or a date', () => {
    const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, instants, someZone(), (instant, now, zone) => {
        const hours = (now.getTime() - instant.getTime()) / HOUR;
        const text = relativeTime(instant, now, zone);
        if (hours < 1) expect(text).toBe('Just now');
        else if (hours < 24) expect(text).toMatch(/^([1-9]|1\d|2[0-3])h ago$/);
        else expect(text).toBe(monthDay(dayOf(instant, zone)));
      }),
    );
  });
});

describe('monthDay', () => {
  it('writes the day with two digits', () => {
    expect(monthDay('2026-01-05')).toBe('Jan 05');
    expect(monthDay('2026-12-31')).toBe('Dec 31');
  });
});
