import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * What is drawn in letters that the fonts of the screens lack: letters, digits, punctuation and signs of sums and money.
 * Emoji and other small pictures are left out, since they would lose their colours.
 */
const DRAWN = /[\p{L}\p{M}\p{N}\p{P}\p{Sm}\p{Sc}]/u;

/** The lists of characters of the packages with further letters, and which of their files are used. */
const LISTS = [
  ['readex-pro', require.resolve('@fontsource-variable/readex-pro/unicode.json'), /^arabic$/],
  ['noto-sans-sc', require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'), /^\[\d+\]$/],
] as const;

interface Range {
  readonly from: number;
  readonly to: number;
  readonly file: string;
}

/** The ranges of characters of each file; a list has them as `U+4e00,U+4e03-4e08`. */
async function readRanges(): Promise<Range[]> {
  const ranges: Range[] = [];
  for (const [family, list, used] of LISTS)
    for (const [part, listed] of Object.entries(JSON.parse(await readFile(list, 'utf8')) as Record<string, string>)) {
      if (!used.test(part)) continue;
      const file = join(list, `../files/${family}-${part.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`);
      for (const range of listed.split(',')) {
        const [from, to = from] = range.replace('U+', '').split('-');
        ranges.push({ from: Number.parseInt(from!, 16), to: Number.parseInt(to!, 16), file });
      }
    }
  return ranges;
}

let ranges: Promise<readonly Range[]> | undefined;

/** The font files that have some of the characters, each once. */
export async function furtherFiles(chars: readonly string[]): Promise<string[]> {
  const drawn = [...new Set(chars)].filter((char) => DRAWN.test(char)).map((char) => char.codePointAt(0)!);
  if (drawn.length === 0) return [];
  ranges ??= readRanges();
  const all = await ranges;
  const files = drawn.map((code) => all.find(({ from, to }) => from <= code && code <= to)?.file);
  return [...new Set(files.filter((file) => file !== undefined))];
}
