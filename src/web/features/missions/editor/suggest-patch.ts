import { hash } from '#domain/patch.ts';
import { type ChosenPatch, PATCH_OUTLINES, PATCH_PALETTES, type PatchMotif } from '#domain/patch-names.ts';
import { type PatchWords, plainLetters } from './patch-words.ts';

/** Motifs for titles without a known word; they suit any habit. */
const PLAIN: readonly PatchMotif[] = ['star', 'sun', 'mountain', 'heart', 'plant', 'drop'];

const HAN = /\p{Script=Han}/u;

/** Arabic prefixes written without a space: and, for, with, the. A word also matches without its prefix. */
const ARABIC_BEFORE =
  /^(?:[\u0648\u0641]?(?:[\u0628\u0643]?\u0627\u0644|\u0644\u0644?|\u0628)|[\u0648\u0641])(?=.{2})/u;

const formsOf = (word: string): string[] => [...new Set([word, word.replace(ARABIC_BEFORE, '')])];

/** Returns the index in `word` at which a known word matches, or -1. */
function placeOf(known: string, word: string): number {
  if (HAN.test(known)) return word.indexOf(known);
  const fits = (form: string) => (known.endsWith('*') ? form.startsWith(known.slice(0, -1)) : form === known);
  return formsOf(word).some(fits) ? 0 : -1;
}

/** Returns the motif of the earliest known word in `word`. Among Han words at one index the longest wins. */
function motifIn(word: string, words: PatchWords): PatchMotif | null {
  let best: { motif: PatchMotif; place: number; length: number } | null = null;
  for (const [motif, list] of words)
    for (const known of list) {
      const place = placeOf(known, word);
      const length = HAN.test(known) ? known.length : 0;
      if (place < 0 || (best && (place > best.place || (place === best.place && length <= best.length)))) continue;
      best = { motif, place, length };
    }
  return best?.motif ?? null;
}

/**
 * Returns the motif of the first known word, or null. Titles mix languages, so `tables` are for the screen's language
 * and English.
 */
export function motifOf(title: string, tables: readonly PatchWords[]): PatchMotif | null {
  const written = plainLetters(title).split(/[^\p{L}\p{N}]+/u);
  for (const words of tables)
    for (const word of written) {
      const motif = word === '' ? null : motifIn(word, words);
      if (motif) return motif;
    }
  return null;
}

/** Rotates a list. */
const turned = <T>(list: readonly T[], by: number): T[] => list.map((_, at) => list[(at + by) % list.length]!);

/**
 * Picks the patch least like the patches already worn: the rarest palette first, then a new outline. `seed` breaks
 * ties.
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
 * Suggests a patch that differs from the patches of the user's open missions (`taken`). The same `draft` gives the same
 * patch.
 */
export function suggestPatch(
  title: string,
  tables: readonly PatchWords[],
  taken: readonly ChosenPatch[],
  draft: string,
): ChosenPatch {
  const seed = hash(draft);
  return unlike(motifOf(title, tables) ?? PLAIN[seed % PLAIN.length]!, taken, seed);
}
