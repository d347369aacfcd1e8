/**
 * The drawings of dolls: colors and paths of every cloth, hat and cut (names are in `looks.ts`). A figure is at (0, 0)
 * and faces right; the middle of its head is (0, -98).
 */
import type { ClothName, CutName, HatName, Look } from './looks.ts';

type Pattern = 'plain' | 'stripes' | 'dots' | 'zigzag';
interface Cloth {
  readonly field: string;
  readonly pattern: Pattern;
  readonly thread: string;
  readonly head: string;
  readonly hat: string;
}

export const CLOTHS: Readonly<Record<ClothName, Cloth>> = {
  ember: { field: '#E4572E', pattern: 'plain', thread: '#FFE7C7', head: '#FFD27A', hat: '#2C6FA8' },
  'ember-stripes': { field: '#E4572E', pattern: 'stripes', thread: '#FFE7C7', head: '#FFD27A', hat: '#FFF3E6' },
  honey: { field: '#F2B233', pattern: 'plain', thread: '#7A3A00', head: '#BDE8CF', hat: '#B3225B' },
  'honey-dots': { field: '#F2B233', pattern: 'dots', thread: '#8A2F0C', head: '#BDE8CF', hat: '#0F6B57' },
  pine: { field: '#137A5E', pattern: 'plain', thread: '#CDEFDD', head: '#A9DFC4', hat: '#FFF3E6' },
  'pine-zigzag': { field: '#137A5E', pattern: 'zigzag', thread: '#FFD27A', head: '#A9DFC4', hat: '#8E1746' },
  lake: { field: '#58A4DE', pattern: 'plain', thread: '#12345A', head: '#DDF0FF', hat: '#B3225B' },
  'lake-stripes': { field: '#58A4DE', pattern: 'stripes', thread: '#12345A', head: '#DDF0FF', hat: '#FFC65A' },
  plum: { field: '#783A9A', pattern: 'plain', thread: '#F3DDFF', head: '#FFB3C6', hat: '#FFF3E6' },
  'plum-dots': { field: '#783A9A', pattern: 'dots', thread: '#FFD27A', head: '#FFB3C6', hat: '#FFC65A' },
  rose: { field: '#F29BB2', pattern: 'plain', thread: '#8E1746', head: '#DCE6FF', hat: '#5B2A73' },
  'rose-zigzag': { field: '#F29BB2', pattern: 'zigzag', thread: '#A51C52', head: '#DCE6FF', hat: '#0B6A78' },
};

/** Paths for a head around (0, 0) with a radius of 27. */
export const HATS: Readonly<Record<HatName, string>> = {
  bobble: 'M-26-6q0-28 26-28t26 28q-26-9-52 0Zm18-26a8 8 0 1 1 16 0q-8-3-16 0Z',
  hood: 'M-31 4q0-37 31-37t31 37q0 24-31 24t-31-24Zm19-2a20 20 0 0 0 40 0 20 20 0 0 0-40 0ZM-27-19a9.5 9.5 0 1 1 13-11M14-30a9.5 9.5 0 1 1 13 11',
  band: 'M-27-7q0-6 3-10 24-9 48 0 3 4 3 10-27-8-54 0Z',
  leaf: 'M0-24q-3-17-21-16 3 17 21 16Zm1 0q2-13 17-13-2 13-17 13Z',
  brim: 'M-19-14q0-21 19-21t19 21q12 1 16 5-35 9-70 0 4-4 16-5Z',
  nightcap: 'M-26-8q2-27 27-27 22 0 33 20a7 7 0 1 1-9 5q-6-8-12-8 10 4 13 10-26-8-52 0Z',
};

/** Paths 88 wide and about 82 high. No seam runs down the middle, because the button is there. */
export const CUTS: Readonly<Record<CutName, { readonly body: string; readonly seam: string }>> = {
  poncho: {
    body: 'M-46 0q2-60 30-78 16-8 32 0 28 18 30 78l-11.5-7-11.5 7-11.5-7-11.5 7-11.5-7-11.5 7-11.5-7Z',
    seam: 'M-36-15q8-42 26-56m46 56q-8-42-26-56M-32-19q32 9 64 0',
  },
  jumper: {
    body: 'M-40 0q-6-74 22-82 18-5 36 0 28 8 22 82Z',
    seam: 'M-33-5q-4-60 16-69m50 69q4-60-16-69M-32-11q32 6 64 0',
  },
  cape: {
    body: 'M-48 0q-4-62 30-82 18-6 36 0 34 20 30 82Z',
    seam: 'M-40-6q0-50 28-66m52 66q0-50-28-66M-28-71q28 16 56 0',
  },
  coat: {
    body: 'M-42 0q0-36 8-52 4-28 20-31 14-3 28 0 16 3 20 31 8 16 8 52Z',
    seam: 'M-35-6q2-50 18-70m52 70q-2-50-18-70M-36-16q36 8 72 0',
  },
};

const PATTERN_LINES: Readonly<Record<Exclude<Pattern, 'plain'>, { d: string; width: number }>> = {
  stripes: { d: 'M-33-13q33 7 66 0M-31-31q31 7 62 0M-28-49q28 7 56 0M-21-65q21 6 42 0', width: 5 },
  dots: {
    d: 'M-30-14h.1M-10-14h.1M10-14h.1M30-14h.1M-22-29h.1M22-29h.1M-28-45h.1M28-45h.1M-17-60h.1M17-60h.1M0-68h.1',
    width: 7.5,
  },
  zigzag: { d: 'M-33-18l11 8 11-8 11 8 11-8 11 8 11-8M-28-50l9 7 9-7 9 7 9-7 9 7 9-7', width: 4.5 },
};

/** Returns the letter for a person's button: the name's first letter or digit with its marks. */
export const letterOf = (name: string): string => name.match(/[\p{L}\p{N}]\p{M}*/u)?.[0].toUpperCase() ?? '';

/** Returns a darkened color for someone who is absent; `share` of the color remains. */
export function dusk(colour: string, share: number): string {
  const night = [47, 27, 64];
  const mixed = night.map((n, at) =>
    Math.round(n + (Number.parseInt(colour.slice(1 + 2 * at, 3 + 2 * at), 16) - n) * share),
  );
  return `rgb(${mixed.join(' ')})`;
}

/** Returns the colors and paths of a look. For a name that only a newer server has, it uses the first drawing. */
export function figureOf({ cloth, hat, cut }: Look) {
  const { field, pattern, thread, head, hat: hatFill } = CLOTHS[cloth] ?? CLOTHS.ember;
  const { body, seam } = CUTS[cut] ?? CUTS.poncho;
  const stitching =
    pattern === 'plain'
      ? { d: seam, width: 2, dashes: '5 4.5', opacity: 0.75 }
      : { ...PATTERN_LINES[pattern], dashes: undefined, opacity: 0.95 };
  return { body, field, thread, head, hat: HATS[hat] ?? HATS.bobble, hatFill, stitching, pattern };
}

/** The stitch on a member's square in a quilt, in a box of 17. It distinguishes cloths of the same color. */
const SQUARE_MARKS: Readonly<Record<Pattern, string>> = {
  plain: 'm5.5 5.5 6 6m0-6-6 6',
  stripes: 'M4 6h9M4 11h9',
  dots: 'M5.5 5.5h.1M11.5 5.5h.1M5.5 11.5h.1M11.5 11.5h.1',
  zigzag: 'm3.5 10.5 2.5-4 2.5 4 2.5-4 2.5 4',
};

export interface SquareCloth {
  readonly field: string;
  readonly thread: string;
  readonly mark: string;
  readonly width: number;
}

/** Returns the cloth of the squares of someone with this look. */
export function squareClothOf({ cloth }: Look): SquareCloth {
  const { field, pattern, thread } = CLOTHS[cloth] ?? CLOTHS.ember;
  return { field, thread, mark: SQUARE_MARKS[pattern], width: pattern === 'dots' ? 2.6 : 1.6 };
}

export const HEAD = 'M-27-98a27 27 0 1 0 54 0a27 27 0 1 0-54 0Z';
