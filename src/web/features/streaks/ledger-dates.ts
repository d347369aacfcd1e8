import type { LocalDay } from '#domain/days.ts';
import type { Translate } from '#messages/translate.ts';

/** A day in one way. English writes the day before the month here, whatever style of dates the reader chose. */
const write = ({ language }: Translate, day: LocalDay, shown: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language.tag === 'en' ? 'en-GB' : language.formats, { ...shown, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** `2026-11-03` as '3 November'. */
export const dayMonth = (t: Translate, day: LocalDay): string => write(t, day, { day: 'numeric', month: 'long' });

/** The month of `2026-11-03` as 'November'. */
export const longMonth = (t: Translate, day: LocalDay): string => write(t, day, { month: 'long' });

/** The weekday of `2026-11-03` as 'T'. */
export const weekdayLetter = (t: Translate, day: LocalDay): string => write(t, day, { weekday: 'narrow' });
