import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

export type Family = 'gabarito' | 'figtree';

const { resolve } = createRequire(import.meta.url);

/** The file of one of the product's fonts, out of the package that the screens take it from as well. */
export const fontFile = (family: Family, part: 'latin' | 'latin-ext'): string =>
  resolve(`@fontsource-variable/${family}/files/${family}-${part}-wght-normal.woff2`);

interface Point {
  x: number;
  y: number;
  endContour: boolean;
  copy(): Point;
}

/** What fontkit keeps to itself of a WOFF2 font. */
interface Insides {
  variationCoords: number[];
  _transformedGlyphs: { points?: Point[]; components?: { dx: number; dy: number }[] }[];
  readonly _variationProcessor: { transformPoints(glyph: number, points: Point[]): void };
}

const insidesOf = (font: Font) => font as unknown as Insides;

const point = (x: number, y: number): Point => ({ x, y, endContour: true, copy: () => point(x, y) });
/** Every glyph has four further points, for its edges; the widths come from a table of their own. */
const edges = () => [point(0, 0), point(0, 0), point(0, 0), point(0, 0)];

/**
 * A variable WOFF2 font at a weight. fontkit 2.0.4 bends the glyphs of TrueType files only: its getVariation fails on
 * WOFF2 (its issue 287 and others). So the glyphs are unpacked by one font and bent, by fontkit's own rules, for another.
 */
function atWeight(bytes: Buffer, weight: number): Font {
  const plain = create(bytes) as Font;
  plain.getGlyph(0);
  const font = create(bytes) as Font;
  const insides = insidesOf(font);
  insides.variationCoords = [weight];
  insides._transformedGlyphs = insidesOf(plain)._transformedGlyphs;
  const bend = insides._variationProcessor;
  // Unpacks the tables, which the bending reads from.
  font.layout(' ');
  for (const [id, { points, components }] of insides._transformedGlyphs.entries()) {
    if (points) bend.transformPoints(id, [...points, ...edges()]);
    if (!components) continue;
    const places = components.map(({ dx, dy }) => point(dx, dy));
    bend.transformPoints(id, [...places, ...edges()]);
    for (const [at, { x, y }] of places.entries()) Object.assign(components[at]!, { dx: x, dy: y });
  }
  return font;
}

const open = new Map<string, Promise<readonly Font[]>>();

/** The files of a family at a weight (400 to 900), in the order in which they are asked for a letter; opened once. */
export function openFonts(family: Family, weight: number): Promise<readonly Font[]> {
  const key = `${family} ${weight}`;
  let fonts = open.get(key);
  if (!fonts) {
    const parts = ['latin', 'latin-ext'] as const;
    fonts = Promise.all(parts.map(async (part) => atWeight(await readFile(fontFile(family, part)), weight)));
    open.set(key, fonts);
  }
  return fonts;
}
