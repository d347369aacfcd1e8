import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalZone, currentZone, DEFAULT_ZONE, offsetMinutes, wallClock, zoneLabel, zoneOptions } from './zones.ts';

const SUMMER = new Date('2026-07-01T12:00:00Z');
const WINTER = new Date('2026-01-01T12:00:00Z');

describe('canonicalZone', () => {
  it('finds a zone in any case and under old and new names', () => {
    expect(canonicalZone('Asia/Kuala_Lumpur')).toBe('Asia/Kuala_Lumpur');
    expect(canonicalZone('asia/kuala_lumpur')).toBe('Asia/Kuala_Lumpur');
    expect(canonicalZone('UTC')).toBe('UTC');
    expect(canonicalZone('Etc/UTC')).toBe('UTC');
    expect(canonicalZone('GMT')).toBe('UTC');
    for (const name of [
      'Asia/Calcutta',
      'Asia/Kolkata',
      'Europe/Kyiv',
      'Europe/Kiev',
      'America/Argentina/Buenos_Aires',
    ]) {
      const zone = canonicalZone(name);
      expect(zone).not.toBeNull();
      expect(canonicalZone(zone ?? '')).toBe(zone);
      expect(offsetMinutes(SUMMER, zone ?? '')).toBe(offsetMinutes(SUMMER, name));
    }
  });

  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
    ['Pacific/Truk', 'Pacific/Chuuk'],
  ])('finds %s under its current name', (name, today) => {
    expect(canonicalZone(name)).toBe(today);
    expect(canonicalZone(name.toLowerCase())).toBe(today);
    expect(zoneOptions(SUMMER).map(({ value }) => value)).toContain(today);
    expect(zoneLabel(name, SUMMER)).toBe(zoneLabel(today, SUMMER));
  });

  it('leaves out zones whose city has been renamed', () => {
    const values = zoneOptions(SUMMER).map(({ value }) => value);
    for (const old of ['Asia/Calcutta', 'Europe/Kiev', 'Asia/Katmandu', 'America/Godthab', 'Atlantic/Faeroe'])
      expect(values).not.toContain(old);
    expect(values.map(currentZone)).toEqual(values);
  });

  it.each(['', ' ', '+08:00', 'Mars/Olympus', 'Asia/Kuala Lumpur', '../etc/passwd', 'UTC\n', 'A'.repeat(300)])(
    'returns null for %j',
    (name) => {
      expect(canonicalZone(name)).toBeNull();
    },
  );

  it('returns a zone with a readable clock, or null, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
        if (canonicalZone(name) !== null) expect(wallClock(SUMMER, name)).toEqual(expect.any(Number));
      }),
    );
  });

  it('is correct for more zones than the cache holds', () => {
    for (const { value } of zoneOptions(SUMMER)) expect(canonicalZone(value)).toBe(value);
    expect(offsetMinutes(SUMMER, DEFAULT_ZONE)).toBe(480);
  });
});

describe('wallClock', () => {
  it('reads seconds correctly, also at clock changes and before 1970', () => {
    const read = (instant: string, zone: string) => new Date(wallClock(new Date(instant), zone)).toISOString();
    expect(read('2026-03-29T00:59:59.000Z', 'Europe/Berlin')).toBe('2026-03-29T01:59:59.000Z');
    expect(read('2026-03-29T00:59:59.999Z', 'Europe/Berlin')).toBe('2026-03-29T01:59:59.000Z');
    expect(read('2026-03-29T01:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-29T03:00:00.000Z');
    expect(read('1969-12-31T23:59:59.999Z', 'UTC')).toBe('1969-12-31T23:59:59.000Z');
    expect(() => wallClock(new Date(Number.NaN), 'UTC')).toThrow(RangeError);
  });
});

describe('offsetMinutes', () => {
  it.each([
    ['Asia/Kuala_Lumpur', 480, 480],
    ['Europe/Berlin', 60, 120],
    ['America/New_York', -300, -240],
    ['Australia/Lord_Howe', 660, 630],
    ['Asia/Kathmandu', 345, 345],
    ['Pacific/Kiritimati', 840, 840],
    ['UTC', 0, 0],
  ])('puts %s %d minutes ahead of UTC in January and %d in July', (zone, january, july) => {
    expect(offsetMinutes(WINTER, zone)).toBe(january);
    expect(offsetMinutes(SUMMER, zone)).toBe(july);
  });
});

describe('zoneOptions', () => {
  const options = zoneOptions(SUMMER);

  it('labels each zone with its offset', () => {
    expect(options).toContainEqual({ value: 'Asia/Kuala_Lumpur', label: '(UTC+08:00) Asia/Kuala Lumpur' });
    expect(options).toContainEqual({ value: 'America/New_York', label: '(UTC-04:00) America/New York' });
    expect(options).toContainEqual({ value: 'America/St_Johns', label: '(UTC-02:30) America/St Johns' });
    expect(options).toContainEqual({ value: 'UTC', label: '(UTC+00:00) UTC' });
  });

  it('sorts by offset and name, and lists each zone once', () => {
    const keys = options.map(({ value }) => ({ value, offset: offsetMinutes(SUMMER, value) }));
    for (const [index, key] of keys.entries()) {
      const before = keys[index - 1];
      if (before === undefined) continue;
      expect(before.offset < key.offset || (before.offset === key.offset && before.value < key.value)).toBe(true);
    }
    expect(options.length).toBeGreaterThan(300);
    expect(options.filter(({ value }) => canonicalZone(value) === null)).toEqual([]);
  });
});
