import { hash } from '#domain/patch.ts';
import { type ChosenPatch, PATCH_OUTLINES, PATCH_PALETTES, type PatchMotif } from '#domain/patch-names.ts';
import { type PatchWords, plainLetters } from './patch-words.ts';

/** For titles that no word fits; none of them claims anything. */
const PLAIN: readonly PatchMotif[] = ['star', 'sun', 'mountain', 'heart', 'plant', 'drop'];

const HAN = /\p{Script=Han}/u;

/** What stands before an Arabic word without a space: and, for, with, the. Without it the word is looked for as well. */
const ARABIC_BEFORE =
  /^(?:[\u0648\u0641]?(?:[\u0628\u0643]?\u0627\u0644|\u0644\u0644?|\u0628)|[\u0648\u0641])(?=.{2})/u;

const formsOf = (word: string): string[] => [...new Set([word, word.replace(ARABIC_BEFORE, '')])];

/** Where in a word of the title a known one begins; -1 where it is not in it. */
function placeOf(known: string, word: string): number {
  if (HAN.test(known)) return word.indexOf(known);
  const fits = (form: string) => (known.endsWith('*') ? form.startsWith(known.slice(0, -1)) : form === known);
  return formsOf(word).some(fits) ? 0 : -1;
}

/** The motif of the known word that begins first in a word of the title; of Han words that begin there, the longest. */
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
 * The motif of the first word in the title that a table knows; null where none does. The tables are asked one after the
 * other: that of the screen's language, then the English one, since titles mix them.
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
  tables: readonly PatchWords[],
  taken: readonly ChosenPatch[],
  draft: string,
): ChosenPatch {
  const seed = hash(draft);
  return unlike(motifOf(title, tables) ?? PLAIN[seed % PLAIN.length]!, taken, seed);
}
