import { INVITATION_MESSAGE_MAX } from './limits.ts';

/** What a link may go on with; quotes and angle brackets end it. */
const REST = String.raw`[^\s<>"']*`;
/** A part of a host name, with the marks that show nothing; and a dot, also one of the ideographic ones. */
const LABEL = String.raw`[\p{L}\p{N}\p{M}\u200C-\u200F\u061C_-]`;
const DOT = '[.。．｡]';

/**
 * What readers and mail programs take for a link: a scheme (`https://`), `www.`, or a host with a path. The last part
 * of a host begins with a letter, so that `1.5/week` is none, or the host is an IPv4 address.
 */
const LINK = new RegExp(
  [
    String.raw`[a-z][a-z0-9+.-]*:\/\/${REST}`,
    `https?:${REST}`,
    // `Awww.` is a word. Behind other scripts than ours a mail program may still see a link.
    `(?<![a-z0-9])www${DOT}${REST}`,
    String.raw`(?:${LABEL}+${DOT})+\p{L}${LABEL}*(?::\d+)?\/${REST}`,
    String.raw`(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\/${REST}`,
  ].join('|'),
  'giu',
);

/** Texts of people in mails have at most 500 code points. The pattern looks back and forth, so no longer one is read. */
const UNITS_MAX = 2 * INVITATION_MESSAGE_MAX;

/** The text with a word in place of whatever reads as a link, for mails to people who never asked for them. */
export const withoutLinks = (text: string, word = '[link]'): string =>
  text.slice(0, UNITS_MAX).replace(LINK, () => word);
