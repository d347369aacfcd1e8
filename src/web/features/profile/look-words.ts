import type { ClothName, CutName, HatName } from '#domain/looks.ts';
import type { PlainKey } from '#messages/translate.ts';

/** What cloths, hats and cuts are called. */
export const CLOTH_WORDS = {
  ember: 'app.looks.cloths.ember',
  'ember-stripes': 'app.looks.cloths.ember_stripes',
  honey: 'app.looks.cloths.honey',
  'honey-dots': 'app.looks.cloths.honey_dots',
  pine: 'app.looks.cloths.pine',
  'pine-zigzag': 'app.looks.cloths.pine_zigzag',
  lake: 'app.looks.cloths.lake',
  'lake-stripes': 'app.looks.cloths.lake_stripes',
  plum: 'app.looks.cloths.plum',
  'plum-dots': 'app.looks.cloths.plum_dots',
  rose: 'app.looks.cloths.rose',
  'rose-zigzag': 'app.looks.cloths.rose_zigzag',
} as const satisfies Record<ClothName, PlainKey>;

export const HAT_WORDS = {
  bobble: 'app.looks.hats.bobble',
  hood: 'app.looks.hats.hood',
  band: 'app.looks.hats.band',
  leaf: 'app.looks.hats.leaf',
  brim: 'app.looks.hats.brim',
  nightcap: 'app.looks.hats.nightcap',
} as const satisfies Record<HatName, PlainKey>;

export const CUT_WORDS = {
  poncho: 'app.looks.cuts.poncho',
  jumper: 'app.looks.cuts.jumper',
  cape: 'app.looks.cuts.cape',
  coat: 'app.looks.cuts.coat',
} as const satisfies Record<CutName, PlainKey>;
