import { isVisible, tidyLine } from '#platform/lib/text.ts';

/** Tidies a line in the member's own words, as names are. Returns null if nothing is visible. */
export function tidyOwnLine(words: string): string | null {
  const line = tidyLine(words);
  return isVisible(line) ? line : null;
}

/** Returns true if a tidied line has at most `max` code points. */
export const isLineShort = (line: string, max: number): boolean => Array.from(line).length <= max;
