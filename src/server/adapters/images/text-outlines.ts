import type { Font } from 'fontkit';
import { type Family, openFonts } from './fonts.ts';

/** Letters of one family, weight and size as outlines: a drawing with them needs no font where it is rendered. */
export interface Lettering {
  /** The text without what the fonts lack and what is no letter; null when a letter or digit would be missing. */
  readable(text: string): string | null;
  /** Width of a line. */
  width(line: string): number;
  /** SVG path data of a line whose baseline begins at (x, y). */
  path(line: string, x: number, y: number): string;
}

const hasGlyph = (fonts: readonly Font[], char: string) =>
  fonts.find((font) => font.hasGlyphForCodePoint(char.codePointAt(0)!));

/** Pieces of a line that one file can set. */
function runsOf(fonts: readonly Font[], line: string): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = [];
  for (const char of line) {
    const font = hasGlyph(fonts, char);
    if (!font) continue;
    const last = runs.at(-1);
    // A space stays with the word before it.
    if (last && (last.font === font || char === ' ')) last.text += char;
    else runs.push({ font, text: char });
  }
  return runs;
}

function readable(fonts: readonly Font[], text: string): string | null {
  let kept = '';
  for (const char of text.normalize('NFC').replace(/\s+/g, ' ')) {
    if (hasGlyph(fonts, char)) kept += char;
    else if (/[\p{L}\p{N}\p{M}]/u.test(char)) return null;
  }
  return kept.replace(/ +/g, ' ').trim();
}

/** Opens the fonts on the first call. `size` in units of the drawing. */
export async function outlineText(family: Family, weight: number, size: number): Promise<Lettering> {
  const fonts = await openFonts(family, weight);
  const set = (line: string) =>
    runsOf(fonts, line).map(({ font, text }) => ({ scale: size / font.unitsPerEm, run: font.layout(text) }));
  const widths = new Map<string, number>();
  return {
    readable: (text) => readable(fonts, text),
    width: (line) => {
      // Breaking lines asks for the same words again and again.
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
