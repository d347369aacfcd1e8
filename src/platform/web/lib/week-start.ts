import { getT, languageOf } from './language.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The weekdays of the grid of a month in their order, 0 for Monday. */
export const weekdaysInOrder = (): number[] => WEEKDAYS.map((_, place) => (firstWeekday() + place) % WEEKDAYS.length);

/** Returns the parts of a tag such as `en-GB` in a list; no part for a broken tag such as `en-US@posix`. */
function readTag(tag: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(tag)];
  } catch {
    return [];
  }
}

/** Returns the first weekday of the browser's region, 1 for Monday; undefined where the browser cannot tell. */
function firstDayOfRegion(tag: string): number | undefined {
  const browser = globalThis.navigator?.languages?.flatMap(readTag) ?? [];
  const locale = browser.find(({ language, region }) => region && language === new Intl.Locale(tag).language) as
    | (Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } })
    | undefined;
  return (locale?.getWeekInfo?.() ?? locale?.weekInfo)?.firstDay;
}

/**
 * Returns the weekday with which the grid of a month starts, 0 for Monday: that of the browser's region in the language
 * of the screen, otherwise that of the language.
 */
export function firstWeekday(): number {
  const { tag } = getT().language;
  const ofRegion = firstDayOfRegion(tag);
  if (ofRegion !== undefined) return ofRegion - 1;
  return WEEKDAYS.indexOf(languageOf(tag).week_starts);
}
