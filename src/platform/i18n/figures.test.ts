import { expect, it } from 'vitest';
import { translateFor } from '#server/language/translate-for.ts';
import { writeDay, writeInstant, writePercentage } from './figures.ts';

const AT = new Date('2026-12-05T19:02:00Z');

it.each([
  ['en', '5 December', '5 December 2026', '5 December 2026 at 19:02', '92.86%'],
  ['ms', '5 Disember', '5 Disember 2026', '5 Disember 2026 pada 19:02', '92.86%'],
  ['zh-Hans', '12月5日', '2026年12月5日', '2026年12月5日 19:02', '92.86%'],
  ['ar', '5 ديسمبر', '5 ديسمبر 2026', '5 ديسمبر 2026 في 19:02', '92.86\u200e%\u200e'],
])('days, instants and percentages follow the conventions of %s', (tag, day, year, instant, share) => {
  const t = translateFor(tag);
  expect(writeDay(t, AT, { timezone: 'UTC', year: false })).toBe(day);
  expect(writeDay(t, AT, { timezone: 'UTC', year: true })).toBe(year);
  expect(writeInstant(t, AT, 'UTC')).toBe(instant);
  expect(writePercentage(t, 92.857)).toBe(share);
});

it('midnight is hour 00 in every language', () => {
  for (const tag of ['en', 'ms', 'zh-Hans', 'ar'])
    expect(writeInstant(translateFor(tag), new Date('2026-12-05T00:02:00Z'), 'UTC')).toMatch(/00:02$/);
});

it('an unknown language falls back to English, and each language has one instance', () => {
  expect(translateFor('tlh').language.tag).toBe('en');
  expect(translateFor('__proto__').language.tag).toBe('en');
  expect(translateFor('ar')).toBe(translateFor('ar'));
});
