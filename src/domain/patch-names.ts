/**
 * A mission's chosen patch: motif, palette and outline by name (docs/rules.md#missions). The drawings are in
 * `patch-catalogue.ts`, which loads only where someone draws. A name is never removed or redrawn as another thing.
 */

export const PATCH_MOTIFS = [
  'book',
  'pencil',
  'letter',
  'speech',
  'toothbrush',
  'pawn',
  'guitar',
  'palette',
  'camera',
  'spool',
  'shoe',
  'steps',
  'bicycle',
  'dumbbell',
  'stretch',
  'swim',
  'mountain',
  'tent',
  'drop',
  'cup',
  'apple',
  'pot',
  'bread',
  'bowl',
  'plant',
  'paw',
  'heart',
  'breath',
  'moon',
  'sun',
  'clock',
  'bulb',
  'phone',
  'broom',
  'coin',
  'star',
] as const;
export type PatchMotif = (typeof PATCH_MOTIFS)[number];

export const PATCH_PALETTES = ['ember', 'pine', 'plum', 'lake', 'berry', 'lagoon', 'slate', 'honey'] as const;
export type PatchPalette = (typeof PATCH_PALETTES)[number];

export const PATCH_OUTLINES = ['round', 'square', 'shield'] as const;
export type PatchOutline = (typeof PATCH_OUTLINES)[number];

export interface ChosenPatch {
  readonly motif: PatchMotif;
  readonly palette: PatchPalette;
  readonly outline: PatchOutline;
}
