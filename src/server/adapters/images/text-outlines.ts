import type { Font } from 'fontkit';
import { type FontFamily, openFonts } from './fonts.ts';

/** Outlines of the letters of one font family, weight and size, so that rendering a drawing needs no font. */
export interface Lettering {
  /** The text without characters that the fonts lack; null if a letter or digit would be missing. */
  readable(text: string): string | null;
  /** Width of a line in units of the drawing. */
  width(line: string): number;
  /** SVG path data of a line whose baseline begins at (x, y). */
  path(line: string, x: number, y: number): string;
}

const hasGlyph = (fonts: readonly Font[], char: string) =>
  fonts.find((font) => font.hasGlyphForCodePoint(char.codePointAt(0)!));

/** Splits a line into pieces, each with a font that has all of its characters. */
function runsOf(fonts: readonly Font[], line: string): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = [];
  for (const char of line) {
    const font = hasGlyph(fonts, char);
    if (!font) continue;
    const last = runs.at(-1);
    // A space belongs to the piece before it.
    if (last && (last.font === font || char === ' ')) last.text += char;
    else runs.push({ font, text: char });
  }
  return runs;
}

function readable(fonts: readonly Font[], text: string): string | null {
  let known = '';
  for (const char of text.normalize('NFC').replace(/\s+/g, ' ')) {
    if (hasGlyph(fonts, char)) known += char;
    else if (/[\p{L}\p{N}\p{M}]/u.test(char)) return null;
  }
  return known.replace(/ +/g, ' ').trim();
}

/** Opens the fonts on the first call. `size` is in units of the drawing. */
export async function outlineText(family: FontFamily, weight: number, size: number): Promise<Lettering> {
  const fonts = await openFonts(family, weight);
  const set = (line: string) =>
    runsOf(fonts, line).map(({ font, text }) => ({ scale: size / font.unitsPerEm, run: font.layout(text) }));
  const widths = new Map<string, number>();
  return {
    readable: (text) => readable(fonts, text),
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
