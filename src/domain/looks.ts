/**
 * A person's look: a felt doll of one cloth, hat and cut, by name (docs/rules.md#missions). The drawings are in
 * `doll.ts`, which loads only where someone draws. A name is never removed or redrawn as another thing.
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

/** Returns the look of a user: the settled or chosen look, or the default look, which derives from the ID. */
export function lookOf(userId: string, own: Look | null = null): Look {
  if (own) return own;
  const seed = hash(userId);
  return {
    cloth: CLOTH_NAMES[seed % CLOTH_NAMES.length]!,
    hat: HAT_NAMES[(seed >>> 9) % HAT_NAMES.length]!,
    cut: CUT_NAMES[(seed >>> 4) % CUT_NAMES.length]!,
  };
}

/* One cloth for each color of a preview, which has only the number of a color. */
const STRANGER_CLOTHS = ['ember', 'pine', 'plum', 'lake', 'rose'] as const;

/** Returns the look of an anonymous figure at a seat. It says nothing about the person. */
export const strangerLook = (seat: number, color: number): Look => ({
  cloth: STRANGER_CLOTHS[color % STRANGER_CLOTHS.length]!,
  hat: HAT_NAMES[(seat + color) % HAT_NAMES.length]!,
  cut: CUT_NAMES[seat % CUT_NAMES.length]!,
});

/**
 * Returns the look that a user settles on when first joining others who wear these cloths. It is the derived look with
 * the next of the least worn cloths, so the first twelve newcomers wear twelve cloths.
 * With derived cloths only, two of five people would wear the same one in 62 % of circles.
 */
export function settledLook(userId: string, worn: readonly ClothName[]): Look {
  const drawn = lookOf(userId);
  const first = CLOTH_NAMES.indexOf(drawn.cloth);
  const count = (cloth: ClothName) => worn.filter((one) => one === cloth).length;
  // Steps of 5 visit all 12 cloths, and each next cloth has another hue and pattern.
  const ring = CLOTH_NAMES.map((_, at) => CLOTH_NAMES[(first + at * 5) % CLOTH_NAMES.length]!);
  const cloth = ring.reduce((best, one) => (count(one) < count(best) ? one : best));
  return { ...drawn, cloth };
}
