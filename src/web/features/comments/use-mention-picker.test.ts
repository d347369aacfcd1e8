import { describe, expect, it } from 'vitest';
import { insertMention, matchPeople, mentionQuery } from './use-mention-picker.ts';

const typedIn = (text: string, caret = text.length) => mentionQuery(text, caret)?.typed ?? null;

describe('the mention picker', () => {
  it.each([
    ['@', ''],
    ['Hi @me', 'me'],
    ['Hi @Mei Li', 'Mei Li'],
    ['(@a', 'a'],
    ['@one @two', 'two'],
    ['', null],
    ['Hi', null],
    ['mail@example', null],
    ['你好@', ''],
    ['你好@李', '李'],
    ['写信到ana@李', null],
    ['@ later', null],
    ['@a\nb', null],
    [`@${'a'.repeat(60)}`, null],
  ])('reads the mention in %j as %j', (text, typed) => {
    expect(typedIn(text)).toBe(typed);
  });

  it('searches only the mention at the caret', () => {
    expect(typedIn('@me and more', 3)).toBe('me');
    expect(typedIn('x @me', 1)).toBe(null);
  });

  it('finds people by the start of a word, ignoring case and accents', () => {
    const people = ['Ana Lind', 'Mei Ling', 'Élodie', 'Lin'].map((name) => ({ name }));
    const found = (typed: string, limit = 9) => matchPeople(people, typed, limit).map(({ name }) => name);
    expect(found('lin')).toEqual(['Lin', 'Ana Lind', 'Mei Ling']);
    expect(found('MEI L')).toEqual(['Mei Ling']);
    expect(found('elo')).toEqual(['Élodie']);
    expect(found('', 2)).toEqual(['Ana Lind', 'Mei Ling']);
    expect(found('mei ling ')).toEqual([]);
  });

  it('finds Chinese names by any of their characters', () => {
    const people = ['王小明', '明月', 'Ming 李明', 'Ana'].map((name) => ({ name }));
    const found = (typed: string) => matchPeople(people, typed, 9).map(({ name }) => name);
    expect(found('明')).toEqual(['明月', '王小明', 'Ming 李明']);
    expect(found('小明')).toEqual(['王小明']);
    expect(found('na')).toEqual([]);
  });

  it('replaces a chosen mention with the whole name and a space', () => {
    const query = mentionQuery('Hi @me there', 6)!;
    expect(insertMention('Hi @me there', 6, query, 'Mei Ling')).toEqual({ text: 'Hi @Mei Ling there', caret: 13 });
    expect(insertMention('@', 1, { at: 0, typed: '' }, 'Bo')).toEqual({ text: '@Bo ', caret: 4 });
  });
});
