import type { Translate } from './translate.ts';

/** The tag by which `Intl` writes dates; those of English mails are British. */
const datesOf = ({ language }: Translate) => (language.tag === 'en' ? 'en-GB' : language.formats);

/** A day of the calendar of a zone, `5 December` or, with its year, `5 December 2026`. */
export const writeDay = (t: Translate, at: Date, { timezone, year }: { timezone: string; year: boolean }): string =>
  new Intl.DateTimeFormat(datesOf(t), {
    day: 'numeric',
    month: 'long',
    ...(year && { year: 'numeric' }),
    timeZone: timezone,
  }).format(at);

/** An instant on the calendar and the clock of a zone, `5 December 2026 at 07:12`; the clock has 24 hours everywhere. */
export const writeInstant = (t: Translate, at: Date, timezone: string): string =>
  new Intl.DateTimeFormat(datesOf(t), {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: timezone,
  }).format(at);

/** A share with two decimals, `92.86%`. */
export const writePercentage = (t: Translate, percentage: number): string =>
  t.language.tag === 'en'
    ? `${percentage.toFixed(2)}%`
    : new Intl.NumberFormat(t.language.formats, {
        style: 'percent',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      }).format(percentage / 100);
