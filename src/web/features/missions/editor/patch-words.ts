import type { PatchMotif } from '#domain/patch-names.ts';
import { PATCH_CATALOGUES } from '#messages/generated/patch-catalogues.ts';

/**
 * Which motif a mission's words ask for, in one language: the motif and its words, in the order of the catalogue. One that
 * ends with `*` stands for every word that begins so; Han words are looked for anywhere in the text.
 */
export type PatchWords = readonly (readonly [PatchMotif, readonly string[]])[];

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
  return Object.entries(file.default).map(
    ([key, words]) => [key.replace('patches.', '') as PatchMotif, plainLetters(words).split(' ')] as const,
  );
}
