import { describe, expect, it } from 'vitest';
import { insertMention, matchPeople, mentionQuery } from './mention-query.ts';

const typedIn = (text: string, caret = text.length) => mentionQuery(text, caret)?.typed ?? null;

describe('a mention that is being typed', () => {
  it.each([
    ['@', ''],
    ['Hi @me', 'me'],
    ['Hi @Mei Li', 'Mei Li'],
    ['(@a', 'a'],
    ['@one @two', 'two'],
    ['', null],
    ['Hi', null],
    ['mail@example', null],
    ['@ later', null],
    ['@a\nb', null],
    [`@${'a'.repeat(60)}`, null],
  ])('%j asks for %j', (text, typed) => {
    expect(typedIn(text)).toBe(typed);
  });

  it('is the one at the caret', () => {
    expect(typedIn('@me and more', 3)).toBe('me');
    expect(typedIn('x @me', 1)).toBe(null);
  });

  it('finds people by the beginning of a word, whatever the case and the accents', () => {
    const people = ['Ana Lind', 'Mei Ling', 'Élodie', 'Lin'].map((name) => ({ name }));
    const found = (typed: string, limit = 9) => matchPeople(people, typed, limit).map(({ name }) => name);
    expect(found('lin')).toEqual(['Lin', 'Ana Lind', 'Mei Ling']);
    expect(found('MEI L')).toEqual(['Mei Ling']);
    expect(found('elo')).toEqual(['Élodie']);
    expect(found('', 2)).toEqual(['Ana Lind', 'Mei Ling']);
    expect(found('mei ling ')).toEqual([]);
  });

  it('becomes the whole name with room behind it', () => {
    const query = mentionQuery('Hi @me there', 6)!;
    expect(insertMention('Hi @me there', 6, query, 'Mei Ling')).toEqual({ text: 'Hi @Mei Ling there', caret: 13 });
    expect(insertMention('@', 1, { at: 0, typed: '' }, 'Bo')).toEqual({ text: '@Bo ', caret: 4 });
  });
});
