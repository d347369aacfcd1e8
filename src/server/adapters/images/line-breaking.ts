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

/** Breaks a text into lines that are at most `max` wide. */
export function wrap(text: string, max: number, width: Width): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((one) => (width(one) > max ? cut(one, max, width) : [one]))) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && width(longer) <= max) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Breaks a text into as many lines as `wrap` does, with lengths as even as possible. */
export function balance(text: string, max: number, width: Width): string[] {
  const lines = wrap(text, max, width);
  // Lines narrower than the longest word would cut words needlessly.
  let low = Math.max(max / 2, ...text.split(' ').map(width));
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
