const ELLIPSIS = '…';

type Width = (line: string) => number;

/** Cuts a word that is wider than a line into pieces that fit. */
function cut(word: string, max: number, width: Width): string[] {
  const parts = [''];
  for (const char of word) {
    const longer = parts.at(-1)! + char;
    if (width(longer) > max && parts.at(-1) !== '') parts.push(char);
    else parts[parts.length - 1] = longer;
  }
  return parts;
}

/** Where letters are written without spaces, a line may end behind any word. */
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** No line ends with what opens something or counts what follows, or begins with what closes or ends something. */
const BINDS_NEXT = /[\p{Ps}\p{Pi}\p{N}]$/u;
const BINDS_LAST = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ー…—～]/u;
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

interface Word {
  readonly text: string;
  /** What stands between it and the word before, when both are in one line. */
  readonly space: '' | ' ';
}

/** Splits what stands between two spaces. */
function partsOf(text: string): string[] {
  if (!HAN.test(text)) return [text];
  const parts: string[] = [];
  let before = '';
  for (const { segment } of segmenter.segment(text)) {
    const canBreak = HAN.test(before) || HAN.test(segment);
    if (parts.length > 0 && (!canBreak || BINDS_NEXT.test(before) || BINDS_LAST.test(segment)))
      parts[parts.length - 1] += segment;
    else parts.push(segment);
    before = BINDS_LAST.test(segment) ? before + segment : segment;
  }
  return parts;
}

/** The parts of a text that may not be broken, unless one of them is wider than a line. */
const wordsOf = (text: string): Word[] =>
  text.split(' ').flatMap((word) => partsOf(word).map((part, index) => ({ text: part, space: index ? '' : ' ' })));

function cutWord(word: Word, max: number, width: Width): Word[] {
  if (width(word.text) <= max) return [word];
  return cut(word.text, max, width).map((text, index) => ({ text, space: index ? '' : word.space }));
}

/** Breaks a text into lines that are at most `max` wide. */
export function wrap(text: string, max: number, width: Width): string[] {
  const lines: string[] = [];
  for (const word of wordsOf(text).flatMap((one) => cutWord(one, max, width))) {
    const longer = lines.length > 0 ? `${lines.at(-1)}${word.space}${word.text}` : word.text;
    if (lines.length > 0 && width(longer) <= max) lines[lines.length - 1] = longer;
    else lines.push(word.text);
  }
  return lines;
}

/** Breaks a text into as many lines as `wrap` does, with lengths as even as possible. */
export function balance(text: string, max: number, width: Width): string[] {
  const lines = wrap(text, max, width);
  // Lines narrower than the longest word would cut words needlessly.
  let low = Math.max(max / 2, ...wordsOf(text).map((word) => width(word.text)));
  let high = max;
  while (high - low > max / 40) {
    const middle = (low + high) / 2;
    const narrower = wrap(text, middle, width);
    if (narrower.length > lines.length) low = middle;
    else high = middle;
  }
  return wrap(text, high, width);
}

/** The first `count` lines; the last one ends with an ellipsis if there are more. */
export function ellipsize(lines: readonly string[], count: number, max: number, width: Width): string[] {
  if (lines.length <= count) return [...lines];
  const first = lines.slice(0, count);
  let last = first.pop()!;
  while (last !== '' && width(last + ELLIPSIS) > max) last = [...last].slice(0, -1).join('').trimEnd();
  return [...first, last + ELLIPSIS];
}
