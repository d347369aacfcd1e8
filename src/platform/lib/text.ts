/** Control characters except tab and line breaks. PostgreSQL would refuse a NUL. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu;

/**
 * Format characters, which show nothing and can make two texts look alike or read in another order. A flag with tags
 * behind it (the first branch) is one sign and stays, as do the marks of direction (U+200E, U+200F, U+061C), the signs
 * of Arabic and other scripts that Unicode counts here although they show, and the joiners, which have their own rule.
 */
const FORMAT =
  /(\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F})|(?![\u200C-\u200F\u061C\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}])\p{Cf}/gu;

/** Joiners (ZWNJ, ZWJ) that do not stand inside of a word or an emoji. */
const STRAY_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** The text without control characters, invisible format characters and surrounding white space. */
export const tidyText = (text: string): string =>
  text
    .replace(CONTROL, '')
    .replace(FORMAT, (_, flag: string | undefined) => flag ?? '')
    .replace(STRAY_JOINER, '')
    .trim();

/** The same on one line: white space inside becomes single spaces. For names and titles, which stand in mail subjects. */
export const tidyLine = (text: string): string => tidyText(text).replace(/\s+/g, ' ');

/** Letters that fonts draw as nothing. */
const BLANK_LETTERS = String.raw`\u115F\u1160\u3164\uFFA0\u2800`;

/** Neither a space nor a mark nor a format character, nor one of the blank letters. */
const SHOWS = new RegExp(String.raw`[^\s\p{M}\p{Cc}\p{Cf}\p{Z}${BLANK_LETTERS}]`, 'u');

/** True when a reader sees something of the text. */
export const isVisible = (text: string): boolean => SHOWS.test(text);

/** The same for HTML: its tags show nothing. */
export const isHtmlVisible = (html: string): boolean => isVisible(html.replaceAll(/<[^<>]*>|&nbsp;/g, ''));

/** What a name can hold beside its letters without looking different: marks, format characters and blank letters. */
export const UNSEEN = new RegExp(String.raw`[\p{M}\p{Cf}${BLANK_LETTERS}]`, 'gu');
