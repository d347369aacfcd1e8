import { INVITATION_MESSAGE_MAX } from './limits.ts';

/** The rest of a link; quotes and angle brackets end it. */
const REST = String.raw`[^\s<>"']*`;
/** A part of a host name including invisible marks, and a dot including ideographic full stops. */
const LABEL = String.raw`[\p{L}\p{N}\p{M}\u200C-\u200F\u061C_-]`;
const DOT = '[.。．｡]';

/**
 * Matches what readers and mail programs treat as a link: a scheme (`https://`), `www.`, or a host with a path. The
 * host ends with a label that starts with a letter, so `1.5/week` does not match, or it is an IPv4 address.
 */
const LINK = new RegExp(
  [
    String.raw`[a-z][a-z0-9+.-]*:\/\/${REST}`,
    `https?:${REST}`,
    // `Awww.` is a word. After other scripts, a mail program might still detect a link.
    `(?<![a-z0-9])www${DOT}${REST}`,
    String.raw`(?:${LABEL}+${DOT})+\p{L}${LABEL}*(?::\d+)?\/${REST}`,
    String.raw`(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\/${REST}`,
  ].join('|'),
  'giu',
);

/** The pattern backtracks, so texts are cut to 500 code points, the limit of people's texts in emails. */
const UNITS_MAX = 2 * INVITATION_MESSAGE_MAX;

/** Replaces everything that reads as a link with a word, for emails to people who never requested them. */
export const withoutLinks = (text: string, word = '[link]'): string =>
  text.slice(0, UNITS_MAX).replace(LINK, () => word);
