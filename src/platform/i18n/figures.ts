import type { Translate } from './translate.ts';

/** English emails use British dates. */
const datesOf = ({ language }: Translate) => (language.tag === 'en' ? 'en-GB' : language.formats);

/** Formats a calendar day in a zone, `5 December` or, with its year, `5 December 2026`. */
export const writeDay = (t: Translate, at: Date, { timezone, year }: { timezone: string; year: boolean }): string =>
  new Intl.DateTimeFormat(datesOf(t), {
    day: 'numeric',
    month: 'long',
    ...(year && { year: 'numeric' }),
    timeZone: timezone,
  }).format(at);

/** Formats an instant in a zone, `5 December 2026 at 07:12`, with a 24-hour clock in every language. */
export const writeInstant = (t: Translate, at: Date, timezone: string): string =>
  new Intl.DateTimeFormat(datesOf(t), {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: timezone,
  }).format(at);

/** Formats a percentage with two decimals, `92.86%`. */
export const writePercentage = (t: Translate, percentage: number): string =>
  t.language.tag === 'en'
    ? `${percentage.toFixed(2)}%`
    : new Intl.NumberFormat(t.language.formats, {
        style: 'percent',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      }).format(percentage / 100);
