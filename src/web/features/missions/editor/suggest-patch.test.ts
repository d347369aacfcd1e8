import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ChosenPatch, PATCH_MOTIFS } from '#domain/patch-names.ts';
import { ENGLISH_PATCH_WORDS } from './patch-words.ts';
import { suggestPatch } from './suggest-patch.ts';

const suggest = (title: string, taken: readonly ChosenPatch[] = [], draft = 'draft') =>
  suggestPatch(title, ENGLISH_PATCH_WORDS, taken, draft);

it.each([
  ['Read 20 pages before bed', 'book'],
  ['Walk 8,000 steps a day', 'steps'],
  ['Lights out by eleven', 'moon'],
  ['Six glasses of water', 'drop'],
  ['Floss', 'toothbrush'],
  ['RUN club, three times a week', 'shoe'],
])('“%s” gets the motif %s.', (title, motif) => {
  expect(suggest(title).motif).toBe(motif);
});

it('A title that no word fits gets a plain motif, the same for the same draft.', () => {
  const plain = ['star', 'sun', 'mountain', 'heart', 'plant', 'drop'];
  fc.assert(
    fc.property(fc.string(), (draft) => {
      const { motif } = suggest('Qwxz', [], draft);
      expect(plain).toContain(motif);
      expect(suggest('Qwxz', [], draft).motif).toBe(motif);
    }),
  );
});

it('A table with Han words finds them inside a text without spaces.', () => {
  expect(suggestPatch('每天读书', [['book', '读书']], [], 'draft').motif).toBe('book');
});

it('Every motif that a word asks for is in the catalogue, and each word is asked once.', () => {
  const words = ENGLISH_PATCH_WORDS.flatMap(([, list]) => list.split(' '));
  expect(new Set(words).size).toBe(words.length);
  for (const [motif] of ENGLISH_PATCH_WORDS) expect(PATCH_MOTIFS).toContain(motif);
});

it('The first eight patches differ in colour, and 24 of one motif differ in colour or outline.', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 24, maxLength: 24 }), (drafts) => {
      const taken: ChosenPatch[] = [];
      for (const draft of drafts) taken.push(suggest('Read', taken, draft));
      expect(new Set(taken.slice(0, 8).map(({ palette }) => palette)).size).toBe(8);
      expect(new Set(taken.map(({ palette, outline }) => `${palette} ${outline}`)).size).toBe(24);
    }),
  );
});
