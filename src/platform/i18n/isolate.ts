const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const LEFT_TO_RIGHT = new RegExp(`(?!${RIGHT_TO_LEFT.source})\\p{L}`, 'u');

/** Returns true if a text and the words around it could change each other's order. */
const turns = (text: string, direction: 'ltr' | 'rtl'): boolean =>
  direction === 'ltr'
    ? RIGHT_TO_LEFT.test(text)
    : LEFT_TO_RIGHT.test(text) || (text !== '' && !RIGHT_TO_LEFT.test(text));

/**
 * Isolates a user's text in a sentence of the given direction with U+2068 and U+2069. Returns the text unchanged if it
 * cannot reorder the words around it. In a right-to-left sentence digits and signs need isolation too.
 */
export const isolate = (text: string, direction: 'ltr' | 'rtl'): string =>
  turns(text, direction) ? `\u2068${text}\u2069` : text;
