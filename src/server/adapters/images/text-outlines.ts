import type { Font } from 'fontkit';
import { type Direction, directionOf, directLine } from './directions.ts';
import { type FontFamily, openFonts } from './fonts.ts';

/** Outlines of the letters of one font family, weight and size, so that rendering a drawing needs no font. */
export interface Lettering {
  /** Width of a line in units of the drawing. */
  width(line: string): number;
  /** SVG path data of a line whose baseline begins at (x, y), at its left end. */
  path(line: string, x: number, y: number): string;
}

/** The letters of one font family and weight for a text, and for whatever else has no other characters. */
export interface Letters {
  /** The text without characters that the fonts lack; null if a letter or digit would be missing. */
  readonly readable: string | null;
  /** `size` is in units of the drawing. */
  at(size: number, direction?: Direction): Lettering;
}

/** Characters that are not seen: they say that letters are not joined, or which direction what stands beside them has. */
const UNSEEN = /[\u061C\u200C\u200E\u200F]/;
const NO_JOINING = '\u200C';

interface Run {
  readonly font: Font;
  readonly level: number;
  /** The place of its first character in the line. */
  readonly at: number;
  text: string;
}

const hasGlyph = (font: Font, char: string) => font.hasGlyphForCodePoint(char.codePointAt(0)!);

/** Splits a line into pieces of one direction, each with a font that has all of its characters, from left to right. */
function runsOf(fonts: readonly Font[], line: string, direction: Direction): Run[] {
  const runs: Run[] = [];
  const directed = directLine(line, direction);
  let last: Run | undefined;
  for (const { char, level, at } of directed.chars) {
    const font = fonts.find((one) => hasGlyph(one, char));
    // Letters on both sides of it are set alone, which leaves them unjoined.
    if (char === NO_JOINING) last = undefined;
    if (!font) continue;
    // A space belongs to the piece before it.
    if (last && last.level === level && (last.font === font || (char === ' ' && hasGlyph(last.font, char))))
      last.text += char;
    else {
      last = { font, level, at, text: char };
      runs.push(last);
    }
  }
  return directed.order(runs);
}

function readableOf(fonts: readonly Font[], text: string): string | null {
  let known = '';
  for (const char of text) {
    if (UNSEEN.test(char) || fonts.some((font) => hasGlyph(font, char))) known += char;
    else if (/[\p{L}\p{N}\p{M}]/u.test(char)) return null;
  }
  const readable = known.replace(/ +/g, ' ').trim();
  return /[^\s\p{Cf}]/u.test(readable) ? readable : '';
}

function lettering(fonts: readonly Font[], size: number, direction: Direction): Lettering {
  const set = (line: string) =>
    runsOf(fonts, line, direction).map(({ font, text, level }) => {
      const side = level % 2 === 1 ? 'rtl' : 'ltr';
      return { scale: size / font.unitsPerEm, run: font.layout(text, undefined, undefined, undefined, side) };
    });
  const widths = new Map<string, number>();
  return {
    width: (line) => {
      // Cached: line breaking measures the same words again and again.
      const width = widths.get(line) ?? set(line).reduce((sum, { scale, run }) => sum + run.advanceWidth * scale, 0);
      widths.set(line, width);
      return width;
    },
    path: (line, x, y) => {
      let at = x;
      const parts: string[] = [];
      for (const { scale, run } of set(line))
        for (const [index, glyph] of run.glyphs.entries()) {
          const { xAdvance, xOffset, yOffset } = run.positions[index]!;
          const moved = glyph.path.scale(scale, -scale).translate(at + xOffset * scale, y - yOffset * scale);
          parts.push(moved.toSVG());
          at += xAdvance * scale;
        }
      return parts.join('');
    },
  };
}

/** Opens the fonts that a text needs, where they are not open already. */
export async function openLetters(family: FontFamily, weight: number, text: string): Promise<Letters> {
  const clean = text.normalize('NFC').replace(/\s+/g, ' ');
  const fonts = await openFonts(family, weight, clean);
  return {
    readable: readableOf(fonts, clean),
    at: (size, direction = directionOf(clean)) => lettering(fonts, size, direction),
  };
}
