import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directionOf, directLine } from './directions.ts';

const MIRRORED: Readonly<Record<string, string>> = { '(': ')', ')': '(', '«': '»', '»': '«', '[': ']', ']': '[' };
const direction = fc.constantFrom('ltr', 'rtl');
/** Texts of letters, digits and signs of both directions, with characters outside of the first plane. */
const texts = fc
  .array(fc.constantFrom(...'aZ é1٣ ،,.()«»[]%…كتابלח天书🎉𠀀\u064B\u0301\u200C\u200E\u200F\u2068\u2069'), {
    maxLength: 40,
  })
  .map((chars) => chars.join(''));

/** A line as it is seen, from left to right, each character a piece of its own. */
function seen(line: string, base: 'ltr' | 'rtl'): string {
  const directed = directLine(line, base);
  return directed
    .order(directed.chars)
    .map(({ char }) => char)
    .join('');
}

const sorted = (text: string) => [...text].map((char) => MIRRORED[char] ?? char).sort();
/** Which of two brackets it is does not matter to how many there are. */
const counted = (text: string) => sorted([...text].map((char) => (char in MIRRORED ? '(' : char)).join(''));

describe('directions', () => {
  it('A line of mixed directions keeps every character, in the order of writing and in that of seeing.', () => {
    fc.assert(
      fc.property(texts, direction, (line, base) => {
        const { chars } = directLine(line, base);
        expect(counted(chars.map(({ char }) => char).join(''))).toEqual(counted(line));
        expect(chars.every(({ char, at }) => char in MIRRORED || line.startsWith(char, at))).toBe(true);
        expect(counted(seen(line, base))).toEqual(counted(line));
      }),
      { numRuns: 1000 },
    );
  });

  it('A line of Latin letters is seen as it is written.', () => {
    fc.assert(
      fc.property(fc.string(), (line) => {
        expect(directionOf(line)).toBe('ltr');
        expect(seen(line, 'ltr')).toBe(line);
      }),
    );
  });

  it.each([
    ['ltr', 'Run كل يوم (5 km)', 'Run موي لك (5 km)'],
    ['rtl', 'Run كل يوم (km 5)', '(km 5) موي لك Run'],
    ['rtl', 'كتاب (30 صفحة)!', '!(ةحفص 30) باتك'],
    ['ltr', 'كتاب, then', 'باتك, then'],
  ] as const)('In a line that is read %s, %s is seen as %s.', (base, line, expected) => {
    expect(seen(line, base)).toBe(expected);
  });

  it.each([
    ['Read كتاب', 'ltr'],
    ['30 كتاب read', 'rtl'],
    ['读书 كتاب', 'ltr'],
    ['', 'ltr'],
    ['30!', 'ltr'],
  ])('%s has the direction %s.', (text, expected) => {
    expect(directionOf(text)).toBe(expected);
  });
});
