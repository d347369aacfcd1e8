/** Control characters except tab and line breaks. PostgreSQL rejects NUL. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu;

/**
 * Invisible format characters, which can make two texts look alike or change the reading order. The first branch keeps
 * tag flags. The lookahead keeps joiners (which have their own rule), direction marks (U+200E, U+200F, U+061C) and
 * visible signs that Unicode counts here.
 */
const FORMAT =
  /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|(?![\u200C-\u200F\u061C\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}])\p{Cf}/gu;

/** Joiners (ZWNJ, ZWJ) outside a word or an emoji. */
const STRAY_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** Removes control characters, invisible format characters and surrounding white space. */
export const tidyText = (text: string): string =>
  text
    .replace(CONTROL, '')
    .replace(FORMAT, (_, flag: string | undefined) => flag ?? '')
    .replace(STRAY_JOINER, '')
    .trim();

/** Tidies text into one line, for names and titles, which appear in mail subjects. */
export const tidyLine = (text: string): string => tidyText(text).replace(/\s+/g, ' ');

const BLANK_LETTERS = String.raw`\u115F\u1160\u3164\uFFA0\u2800`;

const SHOWS = new RegExp(String.raw`[^\s\p{M}\p{Cc}\p{Cf}\p{Z}${BLANK_LETTERS}]`, 'u');

/** Returns true if a reader sees something of the text. */
export const isVisible = (text: string): boolean => SHOWS.test(text);

/** Returns true if a reader sees something of the HTML besides tags. */
export const isHtmlVisible = (html: string): boolean => isVisible(html.replaceAll(/<[^<>]*>|&nbsp;/g, ''));

/** Characters to strip before names are compared by look: combining marks, format characters and blank letters. */
export const UNSEEN = new RegExp(String.raw`[\p{M}\p{Cf}${BLANK_LETTERS}]`, 'gu');
