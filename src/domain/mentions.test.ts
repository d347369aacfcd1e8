import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentionedIn, splitMentions } from './mentions.ts';

const namesIn = (text: string, ...names: string[]) => splitMentions(text, names).flatMap(({ name }) => name ?? []);

describe('mentions in a text', () => {
  it.each([
    ['@Ana', ['Ana']],
    ['Well done, @Ana!', ['Ana']],
    ['@Ana @Ana', ['Ana', 'Ana']],
    ['(@Mei Ling)', ['Mei Ling']],
    ['@Mei Ling and @Ana', ['Mei Ling', 'Ana']],
    ['@Ana Lind', ['Ana Lind']],
    ['@Ana Lindgren', ['Ana']],
    ['@Anabel', []],
    ['ana@Ana.example', []],
    ['@ana', []],
    ['@ Ana', []],
    ['@@Ana', ['Ana']],
    ['👋@Ana👋', ['Ana']],
    ['é@Ana', []],
    ['', []],
  ])('The text %j mentions %j.', (text, found) => {
    expect(namesIn(text, 'Ana', 'Ana Lind', 'Mei Ling')).toEqual(found);
  });

  it('Names are matched literally, including characters that are special in patterns.', () => {
    expect(namesIn('to @A.*(b', 'A.*(b')).toEqual(['A.*(b']);
    expect(namesIn('to @Axx', 'A.*')).toEqual([]);
    expect(namesIn('@', '')).toEqual([]);
  });

  it('The parts of a split text always join to the same text.', () => {
    const word = fc.oneof(fc.constantFrom('@', 'Ana', 'Ana Lind', ' ', '@Ana', '😀'), fc.string({ unit: 'binary' }));
    const text = fc.array(word).map((words) => words.join(''));
    fc.assert(
      fc.property(text, fc.array(word), (written, names) => {
        const parts = splitMentions(written, names);
        expect(parts.map((part) => part.text).join('')).toBe(written);
        for (const part of parts) {
          expect(part.text).not.toBe('');
          if (part.name !== undefined) expect(part.text).toBe(`@${part.name}`);
        }
      }),
    );
  });

  it('A name with spaces around its mention is always found.', () => {
    const name = fc.string({ minLength: 1, unit: 'binary' }).filter((s) => s.trim() === s && !s.includes('@'));
    fc.assert(fc.property(name, (one) => namesIn(`hey @${one} !`, one).length === 1));
  });

  it('Everybody with the mentioned name is mentioned.', () => {
    const people = [
      { id: '1', name: 'Ana' },
      { id: '2', name: 'Bo' },
      { id: '3', name: 'Ana' },
    ];
    expect(mentionedIn('Hello @Ana', people).map(({ id }) => id)).toEqual(['1', '3']);
    expect(mentionedIn('Hello Ana', people)).toEqual([]);
  });
});
