import { getT, languageOf } from './language.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Returns the weekdays of a month grid in order, 0 for Monday. */
export const weekdaysInOrder = (): number[] => WEEKDAYS.map((_, place) => (firstWeekday() + place) % WEEKDAYS.length);

/** Parses a tag such as `en-GB` into a list. The list is empty for an invalid tag such as `en-US@posix`. */
function readTag(tag: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(tag)];
  } catch {
    return [];
  }
}

/** Returns the first weekday of the browser's region, 1 for Monday, or undefined if unknown. */
function firstDayOfRegion(tag: string): number | undefined {
  const browser = globalThis.navigator?.languages?.flatMap(readTag) ?? [];
  const locale = browser.find(({ language, region }) => region && language === new Intl.Locale(tag).language) as
    | (Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } })
    | undefined;
  return (locale?.getWeekInfo?.() ?? locale?.weekInfo)?.firstDay;
}

/**
 * Returns the first weekday of a month grid, 0 for Monday.
 *
 * It follows the browser's region for the screen's language, otherwise the language.
 */
export function firstWeekday(): number {
  const { tag } = getT().language;
  const ofRegion = firstDayOfRegion(tag);
  if (ofRegion !== undefined) return ofRegion - 1;
  return WEEKDAYS.indexOf(languageOf(tag).week_starts);
}
