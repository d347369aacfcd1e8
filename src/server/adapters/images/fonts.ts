import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { furtherFiles } from './further-fonts.ts';

export type FontFamily = 'gabarito' | 'figtree';

const { resolve } = createRequire(import.meta.url);

/** The file of one of the product's fonts, from the same package that the web app uses. */
export const fontFile = (family: FontFamily, part: 'latin' | 'latin-ext'): string =>
  resolve(`@fontsource-variable/${family}/files/${family}-${part}-wght-normal.woff2`);

interface Point {
  x: number;
  y: number;
  endContour: boolean;
  copy(): Point;
}

/** Private parts of fontkit's WOFF2 font. */
interface Internals {
  variationCoords: number[];
  _transformedGlyphs: { points?: Point[]; components?: { dx: number; dy: number }[] }[];
  readonly _variationProcessor: { transformPoints(glyph: number, points: Point[]): void };
}

const internalsOf = (font: Font) => font as unknown as Internals;

const point = (x: number, y: number): Point => ({ x, y, endContour: true, copy: () => point(x, y) });
/** Variation data counts four more points in each glyph, for its edges; widths come from another table here. */
const edges = () => [point(0, 0), point(0, 0), point(0, 0), point(0, 0)];

/**
 * A variable WOFF2 font at a weight. fontkit 2.0.4 varies only glyphs of TrueType files: its getVariation fails on
 * WOFF2 (its issue 287 and others). So one font unpacks the glyphs, and fontkit's own code varies them for another one,
 * through parts that are not public: its version is pinned, and a test compares the weights.
 */
async function atWeight(bytes: Buffer, weight: number): Promise<Font> {
  // Imported with the first drawing: the server's process only serves the files and never needs it.
  const { create } = await import('fontkit');
  const plain = create(bytes) as Font;
  plain.getGlyph(0);
  const font = create(bytes) as Font;
  const internals = internalsOf(font);
  const { max } = font.variationAxes.wght!;
  internals.variationCoords = [Math.min(weight, max)];
  internals._transformedGlyphs = internalsOf(plain)._transformedGlyphs;
  const variation = internals._variationProcessor;
  // Unpacks the tables that the variation reads.
  font.layout(' ');
  for (const [id, { points, components }] of internals._transformedGlyphs.entries()) {
    if (points) variation.transformPoints(id, [...points, ...edges()]);
    if (!components) continue;
    const places = components.map(({ dx, dy }) => point(dx, dy));
    variation.transformPoints(id, [...places, ...edges()]);
    for (const [at, { x, y }] of places.entries()) Object.assign(components[at]!, { dx: x, dy: y });
  }
  return font;
}

const open = new Map<string, Promise<readonly Font[]>>();

/** The fonts of a family with Latin letters at a weight (400 to 900); each is opened once. */
function openLatin(family: FontFamily, weight: number): Promise<readonly Font[]> {
  const key = `${family} ${weight}`;
  let fonts = open.get(key);
  if (!fonts) {
    const parts = ['latin', 'latin-ext'] as const;
    fonts = Promise.all(parts.map(async (part) => atWeight(await readFile(fontFile(family, part)), weight)));
    open.set(key, fonts);
  }
  return fonts;
}

/**
 * The fonts for a text at a weight (400 to 900), in the order in which a letter is looked up: those of the family, and
 * for letters of other scripts those few of the further files that have them.
 */
export async function openFonts(family: FontFamily, weight: number, text: string): Promise<readonly Font[]> {
  const latin = await openLatin(family, weight);
  const missing = [...text].filter((char) => !latin.some((font) => font.hasGlyphForCodePoint(char.codePointAt(0)!)));
  if (missing.length === 0) return latin;
  const further: Font[] = [];
  for (const file of await furtherFiles(missing)) further.push(await openFurther(file, weight));
  return [...latin, ...further];
}

/** How many files with letters of other scripts stay open, each at one weight. */
const FURTHER_OPEN_MAX = 16;
const furtherOpen = new Map<string, Font>();

async function openFurther(file: string, weight: number): Promise<Font> {
  const key = `${file} ${weight}`;
  const font = furtherOpen.get(key) ?? (await atWeight(await readFile(file), weight));
  // Moved to the end, so that the one that was needed least lately is closed first.
  furtherOpen.delete(key);
  furtherOpen.set(key, font);
  if (furtherOpen.size > FURTHER_OPEN_MAX) furtherOpen.delete(furtherOpen.keys().next().value!);
  return font;
}
