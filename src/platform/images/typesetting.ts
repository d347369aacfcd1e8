import type { MeasuredNode, Node, TextNode } from '@takumi-rs/core';
import { type FontFamily, openRenderer, toFontStack } from './fonts.ts';

export type Direction = 'ltr' | 'rtl';

export type TextStyle = NonNullable<TextNode['style']> & { readonly fontSize: number; readonly lineHeight: number };

/**
 * Graphemes that pictures show, without emoji, which would lose their colors. U+061C, U+200C, U+200E and U+200F are
 * invisible but separate letters or set their direction.
 */
const TEXT = /^[\p{L}\p{M}\p{N}\p{P}\p{Sm}\p{Sc}\p{Sk}\p{Z}\u061C\u200C\u200E\u200F©®°™]+$/u;
/** Signs that turn the preceding character into an emoji. */
const EMOJI_SIGN = /[\uFE0F\u20E3]/;
const UNSEEN = /[\s\p{Cf}]/u;
/** No font has it. */
const NOWHERE = '\u{10FFFD}';
const ELLIPSIS = '…';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('zh', { granularity: 'word' });
const graphemesOf = (text: string) => [...graphemes.segment(text)].map(({ segment }) => segment);

/** In thousandths of the font size. */
async function measureWidths(texts: readonly string[], fontFamily: string): Promise<number[]> {
  const style = { fontFamily, fontSize: 1000, fontWeight: 800, whiteSpace: 'pre', flexShrink: 0 } as const;
  const children = texts.map((text): Node => ({ type: 'text', text, style }));
  const renderer = await openRenderer();
  const row: Node = { type: 'container', style: { display: 'flex', width: 'max-content' }, children };
  return (await renderer.measure(row, {})).children.map(({ width }) => width);
}

/**
 * Returns the graphemes that the fonts lack. takumi does not report them but draws a font's box. The width reveals the
 * box: no letter of that font has it, and marks have no width. A test compares alphabets.
 */
async function findMissing(texts: readonly string[], family: FontFamily): Promise<Set<string>> {
  const [box, arabicBox] = (
    await Promise.all([family, 'readex-pro'].map((one) => measureWidths([NOWHERE], one)))
  ).flat();
  const widths = await measureWidths(texts, toFontStack(family));
  const firstChars = texts.map((text) => String.fromCodePoint(text.codePointAt(0)!));
  const firstWidths = await measureWidths(firstChars, toFontStack(family));
  return new Set(
    texts.filter((text, at) => {
      const first = firstWidths[at]!;
      if (first === box || (first === arabicBox && /\p{Script=Arabic}/u.test(text))) return true;
      return widths[at]! - first > Math.min(box!, arabicBox!) - 1;
    }),
  );
}

/** Removes characters that the fonts lack, or returns null if a letter or digit would be missing. */
export async function toReadable(text: string, family: FontFamily): Promise<string | null> {
  const all = graphemesOf(text.normalize('NFC').replace(/\s+/g, ' ')).filter(
    (one) => TEXT.test(one) && !EMOJI_SIGN.test(one),
  );
  const missing = await findMissing([...new Set(all)], family);
  if ([...missing].some((one) => /[\p{L}\p{N}\p{M}]/u.test(one))) return null;
  const readable = all
    .filter((one) => !missing.has(one))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
  return [...readable].every((char) => UNSEEN.test(char)) ? '' : readable;
}

/** Returns the direction of a text's first letter. */
export const directionOf = (text: string): Direction => (/^\P{L}*\p{Script=Arabic}/u.test(text) ? 'rtl' : 'ltr');

/**
 * Joins the letters of Chinese words, and numbers with what they count, because a line can end after any letter. The
 * invisible U+2060 forbids a break.
 */
const joinWords = (text: string): string =>
  text
    .replace(/\p{Script=Han}+/gu, (run) =>
      [...words.segment(run)].map(({ segment }) => [...segment].join('\u2060')).join(''),
    )
    .replace(/\p{N}(?=\p{Script=Han})/gu, '$&\u2060');

const getStep = ({ fontSize, lineHeight }: TextStyle) => fontSize * lineHeight;

/** Builds an unbroken line. takumi treats `ltr` as "by the first letter", so a mark states it. */
export const lineNode = (text: string, style: TextStyle, direction: Direction): TextNode => ({
  type: 'text',
  text: direction === 'ltr' ? `\u200E${text}` : text,
  style: { whiteSpace: 'nowrap', ...style, lineHeight: `${getStep(style)}px`, direction },
});

function countByLine({ runs }: MeasuredNode, step: number): number[] {
  const counts: number[] = [];
  for (const { text, y, height } of runs) {
    const line = Math.floor((y + height / 2) / step);
    counts[line] = (counts[line] ?? 0) + [...text].filter((char) => !UNSEEN.test(char)).length;
  }
  return [...counts].map((count) => count ?? 0);
}

async function measureText(text: string, style: TextStyle, wrapping: TextNode['style']): Promise<MeasuredNode> {
  const node = lineNode(text, style, directionOf(text));
  const renderer = await openRenderer();
  const box: Node = {
    type: 'container',
    style: { display: 'flex' },
    children: [{ ...node, style: { ...node.style, whiteSpace: 'normal', ...wrapping } }],
  };
  return (await renderer.measure(box, {})).children[0]!;
}

/**
 * Breaks a text into lines of at most `width`, and cuts longer words. Draw each line as a separate text: takumi 2.16.3
 * misplaces a space if a line breaks between words of the other direction. Its `line-clamp` also cuts right-to-left
 * text too early.
 */
export async function breakLines(text: string, style: TextStyle, width: number): Promise<string[]> {
  const joined = joinWords(text);
  const measured = await measureText(joined, style, { width, overflowWrap: 'anywhere' });
  const counts = countByLine(measured, getStep(style));
  const lines = counts.map(() => '');
  let line = 0;
  for (const char of joined) {
    const isSeen = !UNSEEN.test(char);
    while (isSeen && counts[line] === 0 && line < lines.length - 1) line++;
    if (isSeen) counts[line]!--;
    lines[line] += char;
  }
  return lines.map((one) => one.trim());
}

/** Breaks a text into the same number of lines, about equally long. takumi balances only what it draws. */
export async function balanceLines(text: string, style: TextStyle, width: number): Promise<string[]> {
  let lines = await breakLines(text, style, width);
  // A narrower width would cut the longest word.
  const { width: longest } = await measureText(joinWords(text), style, { width: 'min-content' });
  let low = Math.max(width / 2, longest);
  let high = width;
  while (lines.length > 1 && high - low > width / 40) {
    const middle = (low + high) / 2;
    const narrower = await breakLines(text, style, middle);
    if (narrower.length > lines.length) low = middle;
    else {
      high = middle;
      lines = narrower;
    }
  }
  return lines;
}

/** Returns the first lines of a text; the last one ends with an ellipsis. */
export async function cutLines(text: string, style: TextStyle, max: number, width: number): Promise<string[]> {
  const lines = (await breakLines(text, style, width)).slice(0, max);
  const last = graphemesOf(lines.pop()!);
  const end = () => `${last.join('').trimEnd()}${ELLIPSIS}`;
  while ((await breakLines(end(), style, width)).length > 1) last.pop();
  return [...lines, end()];
}
