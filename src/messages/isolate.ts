const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;
/** A letter of any other script. */
const LEFT_TO_RIGHT = /(?![\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}])\p{L}/u;

/**
 * A text that somebody wrote, ready to stand in a sentence of the direction given: where it has a letter of the other
 * direction it is enclosed in the characters U+2068 and U+2069, which keep it from turning the words around it.
 */
export const isolate = (text: string, direction: 'ltr' | 'rtl'): string =>
  (direction === 'ltr' ? RIGHT_TO_LEFT : LEFT_TO_RIGHT).test(text) ? `\u2068${text}\u2069` : text;
