const ELLIPSIS = '…';

type Width = (line: string) => number;

/** Words that are wider than a line are cut where it ends. */
function cut(word: string, max: number, width: Width): string[] {
  const parts = [''];
  for (const char of word) {
    const grown = parts.at(-1)! + char;
    if (width(grown) > max && parts.at(-1) !== '') parts.push(char);
    else parts[parts.length - 1] = grown;
  }
  return parts;
}

/** The text in lines of at most `max`. */
export function wrap(text: string, max: number, width: Width): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((one) => (width(one) > max ? cut(one, max, width) : [one]))) {
    const grown = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && width(grown) <= max) lines[lines.length - 1] = grown;
    else lines.push(word);
  }
  return lines;
}

/** The same number of lines, as even as they can be. */
export function balance(text: string, max: number, width: Width): string[] {
  const lines = wrap(text, max, width);
  // Narrower than the longest word, words would be cut that need not be.
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

/** The first `count` lines; when there are more, the last one ends with an ellipsis. */
export function ellipsize(lines: readonly string[], count: number, max: number, width: Width): string[] {
  if (lines.length <= count) return [...lines];
  const kept = lines.slice(0, count);
  let last = kept.pop()!;
  while (last !== '' && width(last + ELLIPSIS) > max) last = [...last].slice(0, -1).join('').trimEnd();
  return [...kept, last + ELLIPSIS];
}
