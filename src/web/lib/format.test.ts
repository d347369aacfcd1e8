import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockTime, type DateStyle, exactTime, fullDay, longDay, ordinal, setDateStyle } from './format.ts';

describe('date styles', () => {
  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [22, '22nd'],
    [111, '111th'],
    [1003, '1,003rd'],
  ])('%i as an ordinal number reads %s.', (n, words) => {
    expect(ordinal(n)).toBe(words);
  });

  it.each<[DateStyle, string, string, string]>([
    ['day', 'Tuesday, 3 November', '3 November 2026', '3 November, 07:12'],
    ['month', 'Tuesday, November 3', 'November 3, 2026', 'November 3, 07:12'],
    ['numbers', 'Tuesday, 2026-11-03', '2026-11-03', '2026-11-03, 07:12'],
  ])('Dates follow the chosen style: %s.', (style, long, full, exact) => {
    setDateStyle(style);
    expect(longDay('2026-11-03')).toBe(long);
    expect(fullDay('2026-11-03')).toBe(full);
    expect(exactTime('2026-11-02T23:12:00Z', 'Asia/Kuala_Lumpur')).toBe(exact);
    expect(clockTime('2026-11-02T23:12:00Z', 'Asia/Kuala_Lumpur')).toBe('07:12');
  });
});
