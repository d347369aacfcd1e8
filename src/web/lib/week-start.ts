import { LANGUAGES } from '#messages/generated/languages.ts';
import { getT } from './language.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** With which weekday the grid of a month begins in the language of the screen, 0 for Monday. */
export function firstWeekday(): number {
  const { tag } = getT().language;
  return WEEKDAYS.indexOf(LANGUAGES.find((language) => language.tag === tag)?.week_starts ?? 'monday');
}

/** The weekdays in the order in which the language of the screen shows them, 0 for Monday. */
export const weekdaysInOrder = (): number[] => WEEKDAYS.map((_, at) => (firstWeekday() + at) % 7);
