import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentionedIn, splitMentions } from './mentions.ts';

const namesIn = (text: string, ...names: string[]) => splitMentions(text, names).flatMap(({ name }) => name ?? []);

describe('the search for mentions', () => {
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
  ])('finds in %j the mentions %j', (text, found) => {
    expect(namesIn(text, 'Ana', 'Ana Lind', 'Mei Ling')).toEqual(found);
  });

  it.each([
    ['你好@李明今天', ['李明']],
    ['你好@Ana今天', ['Ana']],
    ['你好@Ana，今天', ['Ana']],
    ['@李明@Ana', ['李明', 'Ana']],
    ['@李明ok', ['李明']],
    ['@李明华来了', ['李明华']],
    ['@李', []],
    ['你好@Anabel', []],
    ['你好@ana', []],
    ['写信到ana@Ana.example', []],
    ['写信到李@Ana.example', []],
    ['李@李明.中国', []],
    ['ana@李明.中国', []],
    ['你好@Ana. 今天', ['Ana']],
  ])('finds in the Chinese text %j the mentions %j', (text, found) => {
    expect(namesIn(text, 'Ana', '李明', '李明华')).toEqual(found);
  });

  it('finds any name between Han characters', () => {
    const han = fc.constantFrom(...'你好今天加油，。！');
    const name = fc.stringMatching(/^[A-Za-z王李明华]{1,8}$/u);
    fc.assert(
      fc.property(han, name, han, (before, one, after) => namesIn(`${before}@${one}${after}`, one).length === 1),
    );
  });

  it('finds nobody in an email address', () => {
    const label = fc.stringMatching(/^[a-z0-9李明]{1,8}$/u);
    fc.assert(
      fc.property(label, label, label, (local, host, end) => {
        expect(namesIn(`到${local}@${host}.${end}`, host)).toEqual([]);
        expect(namesIn(`${local}@${host}.${end}`, host, local, end)).toEqual([]);
      }),
    );
  });

  it('matches names literally, including special characters of patterns', () => {
    expect(namesIn('to @A.*(b', 'A.*(b')).toEqual(['A.*(b']);
    expect(namesIn('to @Axx', 'A.*')).toEqual([]);
    expect(namesIn('@', '')).toEqual([]);
  });

  it('splits a text into parts that join to the same text', () => {
    const word = fc.oneof(
      fc.constantFrom('@', 'Ana', 'Ana Lind', ' ', '@Ana', '😀', '李明', '@李明'),
      fc.string({ unit: 'binary' }),
    );
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

  it('always finds a name with spaces around its mention', () => {
    const name = fc.string({ minLength: 1, unit: 'binary' }).filter((s) => s.trim() === s && !s.includes('@'));
    fc.assert(fc.property(name, (one) => namesIn(`hey @${one} !`, one).length === 1));
  });

  it('finds everyone with the mentioned name', () => {
    const people = [
      { id: '1', name: 'Ana' },
      { id: '2', name: 'Bo' },
      { id: '3', name: 'Ana' },
    ];
    expect(mentionedIn('Hello @Ana', people).map(({ id }) => id)).toEqual(['1', '3']);
    expect(mentionedIn('Hello Ana', people)).toEqual([]);
  });
});
