/**
 * What a person looks like everywhere: a felt doll of one cloth, hat and cut, by name (docs/rules.md#missions). The drawings
 * of the names are in `doll.ts`, which only those load who draw. A name is never removed or drawn as another thing.
 */
import { hash } from './patch.ts';

/** Six hues, each plain and with a pattern. */
export const CLOTH_NAMES = [
  'ember',
  'ember-stripes',
  'honey',
  'honey-dots',
  'pine',
  'pine-zigzag',
  'lake',
  'lake-stripes',
  'plum',
  'plum-dots',
  'rose',
  'rose-zigzag',
] as const;
export type ClothName = (typeof CLOTH_NAMES)[number];

export const HAT_NAMES = ['bobble', 'hood', 'band', 'leaf', 'brim', 'nightcap'] as const;
export type HatName = (typeof HAT_NAMES)[number];

export const CUT_NAMES = ['poncho', 'jumper', 'cape', 'coat'] as const;
export type CutName = (typeof CUT_NAMES)[number];

export interface Look {
  readonly cloth: ClothName;
  readonly hat: HatName;
  readonly cut: CutName;
}

/** The look of a user: the settled or chosen one, else the one drawn from the id. */
export function lookOf(userId: string, own: Look | null = null): Look {
  if (own) return own;
  const seed = hash(userId);
  return {
    cloth: CLOTH_NAMES[seed % CLOTH_NAMES.length]!,
    hat: HAT_NAMES[(seed >>> 9) % HAT_NAMES.length]!,
    cut: CUT_NAMES[(seed >>> 4) % CUT_NAMES.length]!,
  };
}

/**
 * The look that somebody settles on when first sitting down among others who wear these cloths: the drawn one, or the
 * drawn hat and cut with the next cloth that fewest of them wear. So the first twelve newcomers wear twelve cloths. With
 * the drawn ones, two of five people would wear the same cloth in 62 % of circles.
 */
export function settledLook(userId: string, worn: readonly ClothName[]): Look {
  const drawn = lookOf(userId);
  const first = CLOTH_NAMES.indexOf(drawn.cloth);
  const count = (cloth: ClothName) => worn.filter((one) => one === cloth).length;
  // Steps of 5 go round all 12, and the next cloth has another hue and pattern.
  const ring = CLOTH_NAMES.map((_, at) => CLOTH_NAMES[(first + at * 5) % CLOTH_NAMES.length]!);
  const cloth = ring.reduce((best, one) => (count(one) < count(best) ? one : best));
  return { ...drawn, cloth };
}
