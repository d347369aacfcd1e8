/** All letters and marks that Unicode writes from right to left: its blocks for them, and one mark outside of them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** A letter of any other script. */
const LEFT_TO_RIGHT = new RegExp(`(?!${RIGHT_TO_LEFT.source})\\p{L}`, 'u');

/** Returns true for a text that could turn the words around it, or that they could turn. */
const turns = (text: string, direction: 'ltr' | 'rtl'): boolean =>
  direction === 'ltr'
    ? RIGHT_TO_LEFT.test(text)
    : LEFT_TO_RIGHT.test(text) || (text !== '' && !RIGHT_TO_LEFT.test(text));

/**
 * Returns a text that a person wrote so that it fits into a sentence of the given direction. If it has a letter or mark of
 * the other direction, or only digits and signs in one from right to left, it is enclosed in the characters U+2068 and
 * U+2069, which keep it from turning the words around it.
 */
export const isolate = (text: string, direction: 'ltr' | 'rtl'): string =>
  turns(text, direction) ? `\u2068${text}\u2069` : text;
