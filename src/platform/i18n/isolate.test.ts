import { describe, expect, it } from 'vitest';
import { isolate } from './isolate.ts';

/** Scripts whose letters have the bidirectional class R or AL in Unicode 15. */
const SCRIPTS = [
  ...['Adlam', 'Arabic', 'Avestan', 'Chorasmian', 'Cypriot', 'Elymaic', 'Hanifi_Rohingya', 'Hatran', 'Hebrew'],
  ...['Imperial_Aramaic', 'Inscriptional_Pahlavi', 'Inscriptional_Parthian', 'Kharoshthi', 'Lydian', 'Mandaic'],
  ...['Manichaean', 'Mende_Kikakui', 'Meroitic_Cursive', 'Meroitic_Hieroglyphs', 'Nabataean', 'Nko', 'Old_Hungarian'],
  ...['Old_North_Arabian', 'Old_Sogdian', 'Old_South_Arabian', 'Old_Turkic', 'Old_Uyghur', 'Palmyrene', 'Phoenician'],
  ...['Psalter_Pahlavi', 'Samaritan', 'Sogdian', 'Syriac', 'Thaana', 'Yezidi'],
];
/** The Arabic tatweel, which many scripts share, with Sidetic and Garay of later versions. */
const OTHERS = '\\u0640\\u{10940}-\\u{1095f}\\u{10d40}-\\u{10d8f}';
const ONE_OF = new RegExp(`[${SCRIPTS.map((script) => `\\p{sc=${script}}`).join('')}${OTHERS}]`, 'u');
const MARKS = ['\u200f', '\u061c'];

const letters: string[] = [];
for (let code = 0; code <= 0x10ffff; code++) {
  const sign = String.fromCodePoint(code);
  if (/\p{L}/u.test(sign)) letters.push(sign);
}
const isIsolated = (text: string, direction: 'ltr' | 'rtl') => isolate(text, direction) === `\u2068${text}\u2069`;

describe('isolate', () => {
  const rightToLeft = letters.filter((letter) => ONE_OF.test(letter));

  it('isolates each right-to-left letter and mark in a left-to-right sentence', () => {
    expect(rightToLeft.length).toBeGreaterThan(2000);
    expect([...rightToLeft, ...MARKS].filter((sign) => !isIsolated(`Ana${sign}`, 'ltr'))).toEqual([]);
    expect(rightToLeft.filter((sign) => isIsolated(sign, 'rtl'))).toEqual([]);
  });

  it('isolates every other letter in a right-to-left sentence', () => {
    const others = letters.filter((letter) => !ONE_OF.test(letter));
    expect(others.filter((sign) => isIsolated(sign, 'ltr'))).toEqual([]);
    expect(others.filter((sign) => !isIsolated(`نعم ${sign}`, 'rtl'))).toEqual([]);
  });

  it.each(['2026', '3 - 4', '+60 12', ':-)', '1/2 (3)', '🔥'])('isolates %s in a right-to-left sentence', (text) => {
    expect([isIsolated(text, 'rtl'), isolate(text, 'ltr')]).toEqual([true, text]);
  });

  it('leaves an empty text unchanged', () => {
    expect([isolate('', 'rtl'), isolate('', 'ltr')]).toEqual(['', '']);
  });
});
