import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { monthDay, relativeTime } from '#web/data/relative-time.ts';
import {
  briefDay,
  clockTime,
  count,
  type DateStyle,
  exactTime,
  fullDay,
  fullLongDay,
  longDay,
  monthYear,
  percent,
  setDateStyle,
  shortDate,
  weekdayColumn,
  weekdayName,
} from './format.ts';
import { changeLanguage } from './language.ts';
import { firstWeekday } from './week-start.ts';

describe('the format of dates', () => {
  beforeEach(() => {
    const stored = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
  });
  afterEach(() => {
    setDateStyle('day');
    vi.unstubAllGlobals();
  });

  it.each<[DateStyle, string, string, string]>([
    ['day', 'Tuesday, 3 November', '3 November 2026', '3 November, 07:12'],
    ['month', 'Tuesday, November 3', 'November 3, 2026', 'November 3, 07:12'],
    ['numbers', 'Tuesday, 2026-11-03', '2026-11-03', '2026-11-03, 07:12'],
  ])('follows the style %s', (style, long, full, exact) => {
    setDateStyle(style);
    expect(longDay('2026-11-03')).toBe(long);
    expect(fullDay('2026-11-03')).toBe(full);
    expect(exactTime('2026-11-02T23:12:00Z', 'Asia/Kuala_Lumpur')).toBe(exact);
    expect(clockTime('2026-11-02T23:12:00Z', 'Asia/Kuala_Lumpur')).toBe('07:12');
  });
});

describe('formats by language', () => {
  afterEach(() => changeLanguage('en'));
  const KL = 'Asia/Kuala_Lumpur';
  const NOW = new Date('2026-11-03T10:00:00Z');
  const ago = (hours: number) => relativeTime(new Date(NOW.getTime() - hours * 3_600_000), NOW, KL);

  it.each([
    [
      'ms',
      ['Selasa, 3 November', '3 November 2026', '3 November, 07:12', '3 Nov', 'Nov 2026', '3 Nov 2026'],
      ['sekarang', '5 jam lalu', '1 Nov', 'Isnin', '63%', '3,140', 0],
    ],
    [
      'zh-Hans',
      ['11月3日星期二', '2026年11月3日', '11月3日 07:12', '11月3日', '2026年11月', '2026年11月3日'],
      ['现在', '5小时前', '11月1日', '星期一', '63%', '3,140', 0],
    ],
    [
      'ar',
      [
        'الثلاثاء، 3 نوفمبر',
        '3 نوفمبر 2026',
        '3 نوفمبر، \u206807:12\u2069',
        '3 نوفمبر',
        'نوفمبر 2026',
        '3 نوفمبر 2026',
      ],
      ['الآن', 'قبل 5 ساعات', '1 نوفمبر', 'الاثنين', '63\u200e%\u200e', '3,140', 5],
    ],
  ])('write dates, times and numbers in %s', async (tag, dates, others) => {
    await changeLanguage(tag);
    const day = '2026-11-03';
    const instant = '2026-11-02T23:12:00Z';
    expect([
      longDay(day),
      fullDay(day),
      exactTime(instant, KL),
      briefDay(day),
      monthYear(day),
      shortDate(instant, KL),
    ]).toEqual(dates);
    expect([ago(0), ago(5), ago(48), weekdayName(0), percent(63, 100), count(3140), firstWeekday()]).toEqual(others);
    expect(clockTime(instant, KL)).toBe('07:12');
    expect(monthDay(day)).toBe(briefDay(day));
    expect(fullLongDay(day)).toContain('2026');
  });

  it.each([
    ['en', 'Mon'],
    ['ms', 'Isn'],
    ['zh-Hans', '周一'],
    ['ar', 'ن'],
  ])('fit a weekday above its column in %s', async (tag, column) => {
    await changeLanguage(tag);
    expect(weekdayColumn(0)).toBe(column);
  });

  it('are the established ones in English', () => {
    expect([ago(0), ago(5), ago(48), monthDay('2026-03-05')]).toEqual(['Just now', '5h ago', 'Nov 01', 'Mar 05']);
    expect([percent(0, 0), percent(199, 200), percent(200, 200), firstWeekday()]).toEqual(['0%', '99%', '100%', 0]);
    expect([weekdayName(0, 'short'), count(3140), shortDate('2026-08-02T00:00:00Z', KL)]).toEqual([
      'Mon',
      '3,140',
      '02 Aug 2026',
    ]);
  });
});
