import type { PatchMotif } from '#domain/patch-names.ts';
import { PATCH_CATALOGUES } from '#messages/generated/patch-catalogues.ts';

/**
 * The motifs of one language with their words, in catalog order. A final `*` matches any ending. Han words match
 * anywhere.
 */
export type PatchWords = readonly (readonly [PatchMotif, readonly string[]])[];

/** Drops Arabic vowel signs and unifies forms of Arabic letters. */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u0610-\u061A\u0640\u064B-\u065F\u0670]/g, '')
    .replaceAll(/[\u0622\u0623\u0625\u0671]/g, '\u0627')
    .replaceAll('\u0649', '\u064A')
    .replaceAll('\u0629', '\u0647');

/** Returns no words for an unknown language. Throws without a network. */
export async function fetchPatchWords(tag: string): Promise<PatchWords> {
  const file = await PATCH_CATALOGUES[tag]?.();
  if (!file) return [];
  return Object.entries(file.default).map(
    ([key, words]) => [key.replace('patches.', '') as PatchMotif, plainLetters(words).split(' ')] as const,
  );
}
