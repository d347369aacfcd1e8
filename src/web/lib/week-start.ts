import { LANGUAGES } from '#messages/generated/languages.ts';
import { getT } from './language.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The weekdays of the grid of a month in their order, 0 for Monday. */
export const weekdaysInOrder = (): number[] => WEEKDAYS.map((_, place) => (firstWeekday() + place) % WEEKDAYS.length);

/** With which weekday the grid of a month begins in the language of the screen, 0 for Monday. */
export function firstWeekday(): number {
  const { tag } = getT().language;
  return WEEKDAYS.indexOf(LANGUAGES.find((language) => language.tag === tag)?.week_starts ?? 'monday');
}
