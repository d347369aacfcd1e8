import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isolate } from '#platform/i18n/isolate.ts';
import { matchLanguage } from '#platform/i18n/match.ts';
import { problem, readProblem } from '#platform/i18n/problem.ts';
import { type Catalogue, type MessageKey, translator } from '#platform/i18n/translate.ts';
import { LANGUAGES } from './generated/languages.ts';
import { ON_SERVER } from './generated/on-server.ts';

const translateFor = (tag: string) => translator(LANGUAGES.find((language) => language.tag === tag)!, ON_SERVER[tag]!);

const TAGS = LANGUAGES.map(({ tag }) => tag);

describe('matchLanguage', () => {
  it.each([
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-MY', 'zh-Hans'],
    ['ZH-HANS', 'zh-Hans'],
    ['zh-TW', 'en'],
    ['ms-MY', 'ms'],
    ['ms-Arab', 'en'],
    ['id', 'en'],
    ['ar-EG', 'ar'],
    ['en-GB', 'en'],
    ['*', 'en'],
    ['not a tag', 'en'],
  ])('answers %s with %s', (wished, found) => {
    expect(matchLanguage([wished], TAGS)).toBe(found);
  });

  it('uses the first available preference', () => {
    expect(matchLanguage(['tlh', 'ar', 'ms'], TAGS)).toBe('ar');
  });

  it('returns a language of the list for any text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...TAGS, 'zh-CN', '*'))),
        (wished) => {
          expect(TAGS).toContain(matchLanguage(wished, TAGS));
        },
      ),
    );
  });
});

describe('isolate', () => {
  it('encloses only a text with a letter of the opposite direction', () => {
    expect(isolate('Aisyah', 'ltr')).toBe('Aisyah');
    expect(isolate('ليلى', 'ltr')).toBe('\u2068ليلى\u2069');
    expect(isolate('Aisyah', 'rtl')).toBe('\u2068Aisyah\u2069');
  });

  it('closes what it opens and leaves the text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('ltr' as const, 'rtl' as const), (text, direction) => {
        expect([text, `\u2068${text}\u2069`]).toContain(isolate(text, direction));
      }),
    );
  });
});

describe('translator', () => {
  const say = (tag: string, message: Catalogue[string], values: object) => {
    const language = LANGUAGES.find((one) => one.tag === tag)!;
    const t = translator(language, { key: message } as unknown as Catalogue);
    return (t as (key: string, values: object) => string)('key', values);
  };

  it('formats numbers for the language, with and without a plural', () => {
    expect(say('en', [['n', 4], ' of ', ['n', 2, { one: [0, ' day'], other: [0, ' days'] }]], { n: 3140 })).toBe(
      '3,140 of 3,140 days',
    );
    expect(say('ar', [['n', 4]], { n: 3140 })).toBe('3,140');
  });

  it('leaves text unchanged and encloses a name of the opposite direction', () => {
    expect(say('en', [['year']], { year: '2026' })).toBe('2026');
    expect(say('ar', ['من ', ['name']], { name: 'Aisyah' })).toBe('من \u2068Aisyah\u2069');
  });

  it('throws for a message that is not loaded instead of leaving a gap on a screen', () => {
    expect(() => say('en', undefined as never, {})).toThrow('The message key is not loaded.');
  });

  it('returns tags as parts in reading order', () => {
    const t = translator(LANGUAGES[0], { key: ['a ', ['link', 'b'], ' c'] } as unknown as Catalogue);
    const parts = t.parts('key' as MessageKey, { link: (inside: unknown[]) => ({ inside }) } as never);
    expect(parts).toEqual(['a ', { inside: ['b'] }, ' c']);
  });
});

describe('catalogues', () => {
  it('have the keys of English in every language', () => {
    for (const tag of TAGS) expect(Object.keys(ON_SERVER[tag]!), tag).toEqual(Object.keys(ON_SERVER.en!));
  });

  it("turn a problem into a sentence with the field's name in the reader's language", () => {
    const packed = problem('problems.too_long', { label: 'problems.labels.title', max: 100 });
    expect(readProblem(packed, translateFor('en'))).toBe('Title can have at most 100 characters');
    expect(readProblem(packed, translateFor('zh-Hans'))).toBe('标题最多 100 个字符');
    expect(readProblem('Invalid input', translateFor('en'))).toBeNull();
  });
});
