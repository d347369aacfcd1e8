import type { PatchMotif } from '#domain/patch-names.ts';
import { PATCH_CATALOGUES } from '#messages/generated/patch-catalogues.ts';
import type { PlainKey } from '#messages/translate.ts';

/**
 * Which motif a mission's words ask for, in one language: the motif and its words. One that ends with `*` stands for every
 * word that begins so; Han words are looked for anywhere in the text.
 */
export type PatchWords = readonly (readonly [PatchMotif, readonly string[]])[];

/** The messages with the words, in the order in which they are asked. */
const KEYS = {
  phone: 'patches.phone',
  toothbrush: 'patches.toothbrush',
  moon: 'patches.moon',
  drop: 'patches.drop',
  steps: 'patches.steps',
  shoe: 'patches.shoe',
  bicycle: 'patches.bicycle',
  swim: 'patches.swim',
  mountain: 'patches.mountain',
  tent: 'patches.tent',
  stretch: 'patches.stretch',
  dumbbell: 'patches.dumbbell',
  breath: 'patches.breath',
  book: 'patches.book',
  pencil: 'patches.pencil',
  speech: 'patches.speech',
  letter: 'patches.letter',
  bulb: 'patches.bulb',
  pawn: 'patches.pawn',
  guitar: 'patches.guitar',
  palette: 'patches.palette',
  camera: 'patches.camera',
  spool: 'patches.spool',
  pot: 'patches.pot',
  bread: 'patches.bread',
  apple: 'patches.apple',
  bowl: 'patches.bowl',
  cup: 'patches.cup',
  plant: 'patches.plant',
  paw: 'patches.paw',
  broom: 'patches.broom',
  coin: 'patches.coin',
  clock: 'patches.clock',
  sun: 'patches.sun',
  heart: 'patches.heart',
} as const satisfies Partial<Record<PatchMotif, PlainKey>>;

/** What the same word can be written with or without: vowels of Arabic, and the forms of its letters. */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u0610-\u061A\u0640\u064B-\u065F\u0670]/g, '')
    .replaceAll(/[\u0622\u0623\u0625\u0671]/g, '\u0627')
    .replaceAll('\u0649', '\u064A')
    .replaceAll('\u0629', '\u0647');

/** Reads the words of a language; none of one that is unknown. Throws without a network. */
export async function fetchPatchWords(tag: string): Promise<PatchWords> {
  const file = await PATCH_CATALOGUES[tag]?.();
  if (!file) return [];
  return Object.entries(KEYS).map(
    ([motif, key]) => [motif as PatchMotif, plainLetters(file.default[key] ?? '').split(' ')] as const,
  );
}
