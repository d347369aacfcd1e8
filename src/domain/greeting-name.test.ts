import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toGreetingName } from './greeting-name.ts';

describe('toGreetingName', () => {
  it.each([
    ['Mei Ling', 'Mei Ling'],
    [' Mei Ling Tan ', 'Mei Ling Tan'],
    ['Aisyah bin Rahma', 'Aisyah bin Rahma'],
    ['Aisyah bin Rahman', 'Aisyah'],
    ['Wolfeschlegelsteinhausen', 'Wolfeschlegelsteinhausen'],
    ['Wolfeschlegelsteinhausen Senior', 'Wolfeschlegelsteinhausen'],
    ['🔥'.repeat(16), '🔥'.repeat(16)],
    ['名前 とても長い名前がここに続きます', '名前'],
  ])('makes %j into %j', (name, greeted) => {
    expect(toGreetingName(name)).toBe(greeted);
  });

  it('is the whole name if it has at most 16 characters, otherwise its first word', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((text) => !/\s/.test(text));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const name = words.join(' ');
        const greeted = toGreetingName(name);
        expect([name, words[0]]).toContain(greeted);
        expect(greeted === name).toBe(Array.from(name).length <= 16 || words.length === 1);
      }),
    );
  });
});
