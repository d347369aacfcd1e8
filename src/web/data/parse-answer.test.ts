import { expect, it } from 'vitest';
import { isReservedName } from '#domain/reserved-names.ts';
import { LANGUAGES } from '#messages/generated/languages.ts';
import { changeLanguage, getT } from '#platform/web/lib/language.ts';
import { parseAnswer } from './parse-answer.ts';

const ANSWER = { user_name: 'Deleted user', content: 'Deleted user', author: { name: 'Deleted user' }, n: 1 };

it('translates the name of deleted accounts but not a text with the same words', async () => {
  expect(parseAnswer(JSON.stringify(ANSWER))).toEqual(ANSWER);
  const { tag } = getT().language;
  try {
    await changeLanguage('ms');
    expect(parseAnswer(JSON.stringify(ANSWER))).toEqual({
      ...ANSWER,
      user_name: 'Pengguna dipadam',
      author: { name: 'Pengguna dipadam' },
    });
  } finally {
    await changeLanguage(tag);
  }
});

it('throws for text that is not JSON', () => {
  for (const text of ['', '{"user_name": "Deleted user"', '<html>'])
    expect(() => parseAnswer(text)).toThrow(SyntaxError);
});

it.each(LANGUAGES.flatMap(({ tag, complete }) => (complete ? tag : [])))(
  'the name of deleted accounts in %s is reserved',
  async (language) => {
    const { tag } = getT().language;
    try {
      await changeLanguage(language);
      expect(isReservedName(getT()('start.common.deleted_user'))).toBe(true);
    } finally {
      await changeLanguage(tag);
    }
  },
);
