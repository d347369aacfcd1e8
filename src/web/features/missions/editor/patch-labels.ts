import type { PatchMotif, PatchOutline, PatchPalette } from '#domain/patch-names.ts';
import type { PlainKey } from '#messages/translate.ts';

/** What motifs, palettes and outlines are called. */
export const MOTIF_LABELS = {
  book: 'app.patches.motifs.book',
  pencil: 'app.patches.motifs.pencil',
  letter: 'app.patches.motifs.letter',
  speech: 'app.patches.motifs.speech',
  toothbrush: 'app.patches.motifs.toothbrush',
  pawn: 'app.patches.motifs.pawn',
  guitar: 'app.patches.motifs.guitar',
  palette: 'app.patches.motifs.palette',
  camera: 'app.patches.motifs.camera',
  spool: 'app.patches.motifs.spool',
  shoe: 'app.patches.motifs.shoe',
  steps: 'app.patches.motifs.steps',
  bicycle: 'app.patches.motifs.bicycle',
  dumbbell: 'app.patches.motifs.dumbbell',
  stretch: 'app.patches.motifs.stretch',
  swim: 'app.patches.motifs.swim',
  mountain: 'app.patches.motifs.mountain',
  tent: 'app.patches.motifs.tent',
  drop: 'app.patches.motifs.drop',
  cup: 'app.patches.motifs.cup',
  apple: 'app.patches.motifs.apple',
  pot: 'app.patches.motifs.pot',
  bread: 'app.patches.motifs.bread',
  bowl: 'app.patches.motifs.bowl',
  plant: 'app.patches.motifs.plant',
  paw: 'app.patches.motifs.paw',
  heart: 'app.patches.motifs.heart',
  breath: 'app.patches.motifs.breath',
  moon: 'app.patches.motifs.moon',
  sun: 'app.patches.motifs.sun',
  clock: 'app.patches.motifs.clock',
  bulb: 'app.patches.motifs.bulb',
  phone: 'app.patches.motifs.phone',
  broom: 'app.patches.motifs.broom',
  coin: 'app.patches.motifs.coin',
  star: 'app.patches.motifs.star',
} as const satisfies Record<PatchMotif, PlainKey>;

export const PALETTE_LABELS = {
  ember: 'app.patches.palettes.ember',
  pine: 'app.patches.palettes.pine',
  plum: 'app.patches.palettes.plum',
  lake: 'app.patches.palettes.lake',
  berry: 'app.patches.palettes.berry',
  lagoon: 'app.patches.palettes.lagoon',
  slate: 'app.patches.palettes.slate',
  honey: 'app.patches.palettes.honey',
} as const satisfies Record<PatchPalette, PlainKey>;

export const OUTLINE_LABELS = {
  round: 'app.patches.outlines.round',
  square: 'app.patches.outlines.square',
  shield: 'app.patches.outlines.shield',
} as const satisfies Record<PatchOutline, PlainKey>;
