import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balance, ellipsize, wrap } from './line-breaking.ts';

/** Every character has the width 1. */
const width = (line: string) => [...line].length;
const texts = fc
  .array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 12 })
  .map((words) => words.map((word) => word.replaceAll(' ', '-')).join(' '));
const max = fc.integer({ min: 4, max: 30 });

describe('lines', () => {
  it('Wrapped lines are never too wide and lose no character.', () => {
    fc.assert(
      fc.property(texts, max, (text, most) => {
        for (const lines of [wrap(text, most, width), balance(text, most, width)]) {
          expect(Math.max(...lines.map(width))).toBeLessThanOrEqual(most);
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        }
        expect(balance(text, most, width)).toHaveLength(wrap(text, most, width).length);
        const words = text.split(' ');
        if (words.every((word) => width(word) <= most))
          expect(balance(text, most, width).flatMap((line) => line.split(' '))).toEqual(words);
      }),
      { numRuns: 1000 },
    );
  });

  it('Balanced lines are as even as possible.', () => {
    expect(wrap('No phones at dinner today', 14, width)).toEqual(['No phones at', 'dinner today']);
    expect(wrap('No phones at the dinner', 20, width)).toEqual(['No phones at the', 'dinner']);
    expect(balance('No phones at the dinner', 20, width)).toEqual(['No phones at', 'the dinner']);
  });

  it('Lines that are too many are cut and end with an ellipsis.', () => {
    expect(ellipsize(['one two', 'three', 'four'], 2, 7, width)).toEqual(['one two', 'three…']);
    expect(ellipsize(['one two', 'threefo', 'four'], 2, 7, width)).toEqual(['one two', 'threef…']);
    expect(ellipsize(['one', 'two'], 2, 7, width)).toEqual(['one', 'two']);
    expect(ellipsize(['🎉🎉🎉', 'x'], 1, 3, width)).toEqual(['🎉🎉…']);
  });

  it('Lines without spaces end behind words, and signs stay with what they belong to.', () => {
    expect(wrap('每天读书三十分钟，然后睡觉', 9, width)).toEqual(['每天读书三十分钟，', '然后睡觉']);
    expect(wrap('每天读书三十分钟，然后睡觉', 8, width)).toEqual(['每天读书三十', '分钟，然后睡觉']);
    expect(wrap('睡觉（不看手机）', 3, width)).toEqual(['睡觉', '（不看', '手机）']);
    expect(wrap('读书 30 分钟', 7, width)).toEqual(['读书 30', '分钟']);
    expect(wrap('跑步5.5公里', 6, width)).toEqual(['跑步', '5.5公里']);
  });

  it('Wrapped lines of Han characters are never too wide and lose no character.', () => {
    const signs = fc.constantFrom(...'每天读书三十分钟然后睡觉，。（）“”：Read 30');
    const title = fc
      .array(signs, { minLength: 1, maxLength: 40 })
      .map((chars) => chars.join('').replace(/ +/g, ' ').trim());
    fc.assert(
      fc.property(title, max, (text, most) => {
        for (const lines of [wrap(text, most, width), balance(text, most, width)]) {
          expect(Math.max(...lines.map(width))).toBeLessThanOrEqual(most);
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
