import { hash } from '#domain/patch.ts';
import { type ChosenPatch, PATCH_OUTLINES, PATCH_PALETTES, type PatchMotif } from '#domain/patch-names.ts';
import type { PatchWords } from './patch-words.ts';

/** For titles that no word fits; none of them claims anything. */
const PLAIN: readonly PatchMotif[] = ['star', 'sun', 'mountain', 'heart', 'plant', 'drop'];

const HAN = /\p{Script=Han}/u;

const fits = (known: string, word: string): boolean => {
  if (HAN.test(known)) return word.includes(known);
  return known.endsWith('*') ? word.startsWith(known.slice(0, -1)) : word === known;
};

/** The motif of the first word in the title that the table knows; null where it knows none. */
export function motifOf(title: string, words: PatchWords): PatchMotif | null {
  for (const word of title
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)) {
    if (word === '') continue;
    const found = words.find(([, list]) => list.split(' ').some((known) => fits(known, word)));
    if (found) return found[0];
  }
  return null;
}

/** The list, beginning with another of its elements. */
const turned = <T>(list: readonly T[], by: number): T[] => list.map((_, at) => list[(at + by) % list.length]!);

/**
 * A patch unlike those already worn, as long as there is one: with that motif in the palette that fewest of them have,
 * then in an outline that is new for the motif in that palette, beginning with those that `seed` says.
 */
function unlike(motif: PatchMotif, taken: readonly ChosenPatch[], seed: number): ChosenPatch {
  const likeness = (one: ChosenPatch) =>
    taken.reduce((sum, worn) => {
      if (worn.palette !== one.palette) return sum;
      if (worn.motif !== motif) return sum + 1;
      return sum + (worn.outline === one.outline ? 10_101 : 101);
    }, 0);
  const all = turned(PATCH_OUTLINES, seed >>> 8).flatMap((outline) =>
    turned(PATCH_PALETTES, seed).map((palette): ChosenPatch => ({ motif, palette, outline })),
  );
  return all.reduce((best, one) => (likeness(one) < likeness(best) ? one : best));
}

/**
 * The patch that a title asks for, else one with a plain motif, unlike those of the user's open missions (`taken`).
 * `draft` is a random text that is drawn once for each form.
 */
export function suggestPatch(
  title: string,
  words: PatchWords,
  taken: readonly ChosenPatch[],
  draft: string,
): ChosenPatch {
  const seed = hash(draft);
  return unlike(motifOf(title, words) ?? PLAIN[seed % PLAIN.length]!, taken, seed);
}
