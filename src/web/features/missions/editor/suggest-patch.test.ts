import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ChosenPatch, PATCH_MOTIFS } from '#domain/patch-names.ts';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { fetchPatchWords, type PatchWords } from './patch-words.ts';
import { motifOf, suggestPatch } from './suggest-patch.ts';

const TABLES = new Map<string, PatchWords>();
for (const { tag } of LANGUAGES) TABLES.set(tag, await fetchPatchWords(tag));

it('every language has words only for motifs that exist', () => {
  for (const words of TABLES.values()) for (const [motif] of words) expect(PATCH_MOTIFS).toContain(motif);
});
const tableOf = (tag: string) => TABLES.get(tag)!;
const motifIn = (tag: string, title: string) => motifOf(title, [tableOf(tag), tableOf('en')]);

const suggest = (title: string, taken: readonly ChosenPatch[] = [], draft = 'draft') =>
  suggestPatch(title, [tableOf('en')], taken, draft);

it.each([
  ['Read 20 pages before bed', 'book'],
  ['Walk 8,000 steps a day', 'steps'],
  ['Lights out by eleven', 'moon'],
  ['Six glasses of water', 'drop'],
  ['Floss', 'toothbrush'],
  ['RUN club, three times a week', 'shoe'],
])('“%s” suggests the motif %s', (title, motif) => {
  expect(suggest(title).motif).toBe(motif);
});

it('a title without a known word suggests a plain motif, always the same for a draft', () => {
  const plain = ['star', 'sun', 'mountain', 'heart', 'plant', 'drop'];
  fc.assert(
    fc.property(fc.string(), (draft) => {
      const { motif } = suggest('Qwxz', [], draft);
      expect(plain).toContain(motif);
      expect(suggest('Qwxz', [], draft).motif).toBe(motif);
    }),
  );
});

it.each([
  ['ms', 'Baca 10 halaman setiap hari', 'book'],
  ['ms', 'Minum air', 'drop'],
  ['ms', 'Berbasikal ke pejabat', 'bicycle'],
  ['ms', 'Journal sebelum tidur', 'moon'],
  ['ms', 'Yoga pagi', 'stretch'],
  ['zh-Hans', '每天读书三十分钟', 'book'],
  ['zh-Hans', '早起跑步', 'clock'],
  ['zh-Hans', '晨跑', 'clock'],
  ['zh-Hans', '跑步后喝水', 'shoe'],
  ['zh-Hans', '每天练书法', 'pencil'],
  ['zh-Hans', '吃水果', 'bowl'],
  ['zh-Hans', '一天一个水果', 'apple'],
  ['zh-Hans', '每天 10 分钟 yoga', 'stretch'],
  ['zh-Hans', '每天坚持', null],
  ['ar', 'قراءة 10 صفحات', 'book'],
  ['ar', 'القراءة قبل النوم', 'book'],
  ['ar', 'وشُربُ الماء', 'drop'],
  ['ar', 'للصلاة في وقتها', 'breath'],
  ['ar', 'الاستيقاظ مبكرًا', 'clock'],
  ['ar', 'كتابة اليوميات', 'pencil'],
  ['ar', 'تعلّم اللغة', 'bulb'],
  ['ar', 'Duolingo كل يوم', 'speech'],
  ['ar', 'كل يوم', null],
  ['en', '每天读书', null],
])('on a screen in %s, “%s” suggests the motif %s', (tag, title, motif) => {
  expect(motifIn(tag, title)).toBe(motif);
});

const words = (tag: string) => tableOf(tag).flatMap(([motif, list]) => list.map((word) => ({ motif, word })));

it.each(LANGUAGES.map(({ tag }) => tag))('each word in %s belongs to one motif, which its title suggests', (tag) => {
  const all = words(tag).map(({ word }) => word);
  expect(new Set(all).size).toBe(all.length);
  for (const { motif, word } of words(tag)) {
    expect(PATCH_MOTIFS).toContain(motif);
    expect(word).toMatch(/^[\p{L}\p{N}]+[*]?$/u);
    // Only "not null": the title can also match a word of a motif that comes earlier.
    expect(motifIn(tag, word.replace('*', ''))).not.toBeNull();
  }
});

it.each(LANGUAGES.map(({ tag }) => tag))('a word in %s is found anywhere in a title', (tag) => {
  const sign = fc.constantFrom(' ', ', ', '，', '، ', ' (', '“', ' 10 ', '! ');
  // Han words need no space around them.
  const beside = tag === 'zh-Hans' ? fc.constantFrom('每天', '十', ' ', '') : sign;
  fc.assert(
    fc.property(fc.constantFrom(...words(tag)), beside, beside, ({ word }, before, after) => {
      const bare = word.replace('*', '');
      expect(motifIn(tag, `${before}${bare}${after}`)).toBe(motifIn(tag, bare));
    }),
    { numRuns: 300 },
  );
});

it('the first eight patches differ in color, and 24 of one motif in color or outline', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 24, maxLength: 24 }), (drafts) => {
      const taken: ChosenPatch[] = [];
      for (const draft of drafts) taken.push(suggest('Read', taken, draft));
      expect(new Set(taken.slice(0, 8).map(({ palette }) => palette)).size).toBe(8);
      expect(new Set(taken.map(({ palette, outline }) => `${palette} ${outline}`)).size).toBe(24);
    }),
  );
});
