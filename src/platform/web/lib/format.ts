import { create } from 'zustand';
import { getT } from './language.ts';

/** Order and style of dates: 21 November 2026, November 21, 2026 or 2026-11-21. */
export type DateStyle = 'day' | 'month' | 'numbers';

const STYLE_KEY = 'dates';

function readStyle(): DateStyle {
  if (typeof localStorage === 'undefined') return 'day';
  const stored = localStorage.getItem(STYLE_KEY);
  return stored === 'month' || stored === 'numbers' ? stored : 'day';
}

/** The style chosen in this browser, as state that re-renders pages. */
export const useDateStyle = create(readStyle);

const getDateStyle = (): DateStyle => useDateStyle.getState();

export function setDateStyle(style: DateStyle): void {
  if (style === 'day') localStorage.removeItem(STYLE_KEY);
  else localStorage.setItem(STYLE_KEY, style);
  useDateStyle.setState(style, true);
}

if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === STYLE_KEY || key === null) useDateStyle.setState(readStyle(), true);
  });

/* Texts use the reader's language, the chosen order of day and month in English, and the caller's time zone. */
const US = 'en-US';
// Swedish dates look like 2026-11-21.
const ENGLISH = { day: 'en-GB', month: US, numbers: 'sv-SE' } as const;

const isEnglish = (): boolean => getT().language.tag === 'en';

const localeOf = (style: DateStyle): string => (isEnglish() ? ENGLISH[style] : getT().language.formats);

const cache = new Map<string, Intl.DateTimeFormat>();
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = cache.get(key) ?? new Intl.DateTimeFormat(locale, options);
  cache.set(key, format);
  return format;
}

/** Numeric dates always include the year. */
function fieldsOf(style: DateStyle, year: boolean): Intl.DateTimeFormatOptions {
  const isNumbers = style === 'numbers';
  return {
    day: isNumbers ? '2-digit' : 'numeric',
    month: isNumbers ? '2-digit' : 'long',
    ...((year || isNumbers) && { year: 'numeric' }),
  };
}

function dateIn(zone: string, instant: Date, year: boolean): string {
  const style = getDateStyle();
  return formatter(localeOf(style), { ...fieldsOf(style, year), timeZone: zone }).format(instant);
}

/* A calendar day has no zone. Parsing and formatting it in UTC prevents a shift to a neighboring day. */
const dayAsUtc = (day: string): Date => new Date(`${day}T00:00:00Z`);

const inUtc = (day: string, options: Intl.DateTimeFormatOptions): string =>
  formatter(localeOf('day'), { ...options, timeZone: 'UTC' }).format(dayAsUtc(day));

/** Formats `2026-11-21` as 'Saturday, 21 November'. */
export const longDay = (day: string): string => {
  if (!isEnglish()) return inUtc(day, { ...fieldsOf(getDateStyle(), false), weekday: 'long' });
  const weekday = formatter(US, { weekday: 'long', timeZone: 'UTC' }).format(dayAsUtc(day));
  return `${weekday}, ${dateIn('UTC', dayAsUtc(day), false)}`;
};

/** Formats `2026-11-21` as 'Saturday, 21 November 2026'. */
export const fullLongDay = (day: string): string =>
  isEnglish()
    ? `${longDay(day)} ${day.slice(0, 4)}`
    : inUtc(day, { ...fieldsOf(getDateStyle(), true), weekday: 'long' });

/** Formats `2026-11-03` as '3 November'. */
export const plainDay = (day: string): string => dateIn('UTC', dayAsUtc(day), false);

/** Formats `2026-11-03` as '3 November'; in English the day comes first in every date style. */
export const dayMonth = (day: string): string => inUtc(day, { day: 'numeric', month: 'long' });

/** Formats `2026-11-03` as '3 Nov'. */
export const briefDay = (day: string): string => inUtc(day, { day: 'numeric', month: 'short' });

/** Formats `2026-11-03` as '3 November 2026'. */
export const fullDay = (day: string): string => dateIn('UTC', dayAsUtc(day), true);

/** Formats `2026-11-03` with its year in a style. */
export const dayInStyle = (day: string, style: DateStyle): string =>
  formatter(localeOf(style), { ...fieldsOf(style, true), timeZone: 'UTC' }).format(dayAsUtc(day));

/** Formats `2026-11-03` as '3 Nov 2026'. */
export const shortDay = (day: string): string => inUtc(day, { day: 'numeric', month: 'short', year: 'numeric' });

/** Returns a weekday's name, 0 for Monday: 'Monday', 'Mon' or 'M'. */
export const weekdayName = (weekday: number, length: 'long' | 'short' | 'narrow' = 'long'): string =>
  // 1 January 2024 was a Monday.
  formatter(localeOf('day'), { weekday: length, timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, 1 + weekday)));

/** Returns a column's weekday: 'Mon', or a letter if the short name is the whole word, as in Arabic. */
export function weekdayColumn(weekday: number): string {
  const short = weekdayName(weekday, 'short');
  return !isEnglish() && short === weekdayName(weekday) ? weekdayName(weekday, 'narrow') : short;
}

/** Formats a share as '63%'; '0%' if the whole is 0. Only the whole itself becomes 100%. */
export function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part >= whole ? 100 : Math.min(99, Math.round((100 * part) / whole));
  return isEnglish() ? `${share}%` : (share / 100).toLocaleString(getT().language.formats, { style: 'percent' });
}

/** Formats the month of `2026-11-03` as 'Nov'. */
export const monthName = (day: string): string => inUtc(day, { month: 'short' });

/** Formats the month of `2026-11-03` as 'November'. */
export const longMonth = (day: string): string => inUtc(day, { month: 'long' });

/** Formats the month of `2026-11-03` as 'Nov 2026'. */
export const monthYear = (day: string): string => inUtc(day, { month: 'short', year: 'numeric' });

/** Formats the month of `2026-11-03` as 'November 2026'. */
export const longMonthYear = (day: string): string => inUtc(day, { month: 'long', year: 'numeric' });

/** Formats an instant as '07:12' in `zone`, in every language. */
export const clockTime = (instant: string | Date, zone: string): string =>
  formatter(ENGLISH.day, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }).format(
    new Date(instant),
  );

/** Formats an hour as '07:00'. */
export const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Formats an instant as '21 November, 07:12' in `zone`. */
export const exactTime = (instant: string | Date, zone: string): string => {
  const date = dateIn(zone, new Date(instant), false);
  return getT()('start.kit.date_and_time', { date, time: clockTime(instant, zone) });
};

/** Formats an instant as '02 Aug 2026' in `zone`. */
export const shortDate = (instant: string, zone: string): string =>
  formatter(localeOf('day'), {
    day: isEnglish() ? '2-digit' : 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: zone,
  }).format(new Date(instant));

/** Formats an instant as '2 August 2026' in `zone`. */
export const fullDate = (instant: string, zone: string): string => dateIn(zone, new Date(instant), true);

/** Formats 3140 as '3,140'. */
export const count = (n: number): string => getT().number(n);
