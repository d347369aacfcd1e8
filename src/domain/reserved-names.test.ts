import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isReservedName } from './reserved-names.ts';

it.each([
  ['Deleted user'],
  ['DELETED USER'],
  ['Emberkin'],
  ['emberkin support'],
  ['Ｅｍｂｅｒｋｉｎ Team'],
  ['𝐄mberkin'],
  ['Ember\u200Bkin'],
  ['\u200EEmberkin Support'],
  ['E\u200Cmberkin'],
  ['E\u034Fmberkin'],
  ['E\uFE0Fmberkin'],
  ['\u3164Emberkin'],
  ['\uFFA0 Emberkin'],
  ['\u2800Emberkin'],
  ['Éṃberkin'],
  ['Deleted\u200E user'],
  ['Deleted user\u200F'],
  ['Deleted\u2800 user'],
  ['The Emberkin'],
  ['Support (Emberkin)'],
  ['Deleted user 2'],
  ['Еmberkin Support'],
  ['Delеted user'],
  ['ЕМВЕRКІN'],
  ['embeгкin'],
  ['ΕΜΒΕRΚΙΝ'],
  ['Ernberkin'],
  ['Emberᴋin'],
  ['🅴mberkin'],
  ['De1eted user'],
  ['De|eted user'],
  ['EmberkIn'],
  ['Emberkln'],
  ['De\u0627eted user'],
  ['Pengguna dipadam'],
  ['PENGGUNA DIPADAM 3'],
  ['Реnggunа diраdаm'],
  ['已删除的用户'],
  ['（已删除用户）'],
  ['\u0645\u0633\u062A\u062E\u062F\u0645 \u0645\u062D\u0630\u0648\u0641'],
  ['\u0627\u0644\u0645\u0633\u062A\u062E\u062F\u0645 \u0627\u0644\u0645\u062D\u0630\u0648\u0641'],
  ['\u0645\u064F\u0633\u062A\u0640\u062E\u062F\u0645\u200F \u0645\u062D\u0630\u0648\u0641'],
])('reserves the name %j', (name) => {
  expect(isReservedName(name)).toBe(true);
});

it.each([
  ['Ana'],
  ['Ember Kin'],
  ['Amber King'],
  ['Deleted'],
  ['Мария Беркина'],
  ['Ελένη'],
  ['\u0645\u0631\u064a\u0645'],
  ['R2-D2 🔥'],
  ['Pengguna'],
  ['用户'],
  ['\u0645\u062D\u0630\u0648\u0641'],
])('allows the name %j', (name) => {
  expect(isReservedName(name)).toBe(false);
});

const WAYS: Readonly<Record<string, readonly string[]>> = {
  a: ['a', 'A', 'а', 'А', 'α', 'Ꭺ', 'ᴀ', '𝐚', 'Ａ', 'á'],
  b: ['b', 'B', 'В', 'Β', 'Ᏼ', '𝔹', 'Ｂ', 'b\u0301', 'ɓ'],
  d: ['d', 'D', 'ԁ', 'Ꭰ', '𝐝', 'Ｄ', 'ḍ', 'đ'],
  e: ['e', 'E', 'е', 'Е', 'Ε', '℮', '𝗘', 'é', 'ᴇ'],
  g: ['g', 'G', 'ɡ', 'ɢ', 'Ꮐ', '𝐠', 'Ｇ', 'ğ'],
  i: ['i', 'I', 'і', 'І', 'Ι', 'ı', 'Ꭵ', '𝐢', 'l', '1', '|', 'î'],
  k: ['k', 'K', 'К', 'к', 'Κ', 'Ꮶ', '𝓚', 'K'],
  l: ['l', 'L', 'I', '1', '|', 'Ӏ', 'ł', '𝕷'],
  m: ['m', 'M', 'М', 'Μ', 'Ꮇ', 'rn', '𝔐', 'ḿ'],
  n: ['n', 'N', 'Ν', 'ո', '𝐧', 'Ｎ', 'ñ'],
  p: ['p', 'P', 'р', 'Р', 'ρ', 'Ꮲ', '𝐩', 'Ｐ', 'ṗ'],
  r: ['r', 'R', 'г', 'ᴦ', 'Ꭱ', '𝐫', 'Ｒ', 'ŕ'],
  s: ['s', 'S', 'ѕ', 'Ѕ', 'ꜱ', 'Ꮪ', '𝐬', 'š'],
  t: ['t', 'T', 'Т', 'Τ', 'Ꭲ', '𝐭', 'Ｔ', 'ŧ'],
  u: ['u', 'U', 'ս', '∪', 'υ', '𝐮', 'Ｕ', 'ü'],
  ' ': [' ', '  ', '\u00A0', '\u2003'],
};
const written = (word: string) => fc.tuple(...Array.from(word, (letter) => fc.constantFrom(...WAYS[letter]!)));

it('finds a reserved word anywhere in a name, in any look-alike letters', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('emberkin', 'deleted user', 'pengguna dipadam').chain(written),
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      (word, before, after) => {
        expect(isReservedName(`${before} ${word.join('')} ${after}`)).toBe(true);
      },
    ),
  );
});
