import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { login } from '#contract/auth.ts';
import { ERRORS } from '#contract/errors.ts';
import { LANGUAGES } from '#messages/generated/languages.ts';
import type { ErrorCode } from '#platform/contract/errors.ts';
import { translateFor } from '#server/language/translate-for.ts';
import { testApp } from '#server/testing/test-app.ts';
import { Failure } from './errors.ts';
import { languageOfHeader } from './language.ts';

const t = await testApp();

const refused = async (header: string | undefined) => {
  const answer = await t.app.inject({
    url: '/api/dashboard',
    headers: header === undefined ? {} : { 'accept-language': header },
  });
  return { language: answer.headers['content-language'], ...answer.json<{ code: string; detail: string }>() };
};

describe('languageOfHeader', () => {
  it.each([
    ['ms, en;q=0.5', 'ms'],
    ['en;q=0.5, ar;q=0.9', 'ar'],
    ['ms;q=0, zh-CN', 'zh-Hans'],
    ['*', 'en'],
    ['ms;q=high, ar;q=0.1', 'ar'],
    [';;;,,,=', 'en'],
    [`ms${' '.repeat(500)}`, 'en'],
  ])('maps %s to %s', (header, tag) => {
    expect(languageOfHeader(header)).toBe(tag);
  });

  it('returns an available language for any header', () => {
    const tags: string[] = LANGUAGES.map(({ tag }) => tag);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (header) => tags.includes(languageOfHeader(header))),
    );
  });
});

describe('errors', () => {
  it('are in English without a preference', async () => {
    expect(await refused(undefined)).toMatchObject({ language: 'en', code: 'not_signed_in', detail: 'Please sign in' });
  });

  it.each([
    ['ms-MY', 'ms', 'Sila log masuk'],
    ['zh', 'zh-Hans', '请先登录'],
    ['ar', 'ar', 'يرجى تسجيل الدخول'],
  ])('are in the language for %s, with the same code', async (header, language, detail) => {
    expect(await refused(header)).toMatchObject({ language, code: 'not_signed_in', detail });
  });

  it('have a sentence for each code in every language', () => {
    for (const { tag } of LANGUAGES) {
      const details = (Object.keys(ERRORS) as ErrorCode[]).map(
        (code) => new Failure(code).body(translateFor(tag)).detail,
      );
      for (const detail of details) expect(detail, tag).toMatch(/\S{2}/);
      if (tag !== 'en') expect(details).not.toContain(new Failure('not_signed_in').message);
    }
  });

  it('translate wrong fields without changing their order and paths', async () => {
    const ask = async (language: string) =>
      (
        await t.call(login, { body: { email: 'nobody', password: '' }, headers: { 'accept-language': language } })
      ).json();
    const [english, arabic] = [await ask('en'), await ask('ar')];
    expect(arabic).toMatchObject({
      code: 'invalid_input',
      detail: 'يرجى إدخال بريد إلكتروني صالح',
      errors: [
        { path: 'email', message: 'يرجى إدخال بريد إلكتروني صالح' },
        { path: 'password', message: 'يرجى إدخال كلمة مرورك' },
      ],
    });
    expect(english.errors.map(({ path }: { path: string }) => path)).toEqual(['email', 'password']);
  });
});
