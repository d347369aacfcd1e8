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
  ])('%s is answered in %s.', (wished, found) => {
    expect(matchLanguage([wished], TAGS)).toBe(found);
  });

  it('The first wish that there is counts.', () => {
    expect(matchLanguage(['tlh', 'ar', 'ms'], TAGS)).toBe('ar');
  });

  it('Any text is answered by a language of the list.', () => {
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
  it('Only a text with a letter of the other direction is enclosed.', () => {
    expect(isolate('Aisyah', 'ltr')).toBe('Aisyah');
    expect(isolate('ليلى', 'ltr')).toBe('\u2068ليلى\u2069');
    expect(isolate('Aisyah', 'rtl')).toBe('\u2068Aisyah\u2069');
  });

  it('What is enclosed is closed again, and the text itself stays.', () => {
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

  it('Numbers are written as the language writes them, in a plural and alone.', () => {
    expect(say('en', [['n', 4], ' of ', ['n', 2, { one: [0, ' day'], other: [0, ' days'] }]], { n: 3140 })).toBe(
      '3,140 of 3,140 days',
    );
    expect(say('ar', [['n', 4]], { n: 3140 })).toBe('3,140');
  });

  it('What is no number stays as it is, with a name of the other direction enclosed.', () => {
    expect(say('en', [['year']], { year: '2026' })).toBe('2026');
    expect(say('ar', ['من ', ['name']], { name: 'Aisyah' })).toBe('من \u2068Aisyah\u2069');
  });

  it('A message that is not loaded is an error, not a gap on a screen.', () => {
    expect(() => say('en', undefined as never, {})).toThrow('The message key is not loaded.');
  });

  it('Tags come as parts in the order in which they are read.', () => {
    const t = translator(LANGUAGES[0], { key: ['a ', ['link', 'b'], ' c'] } as unknown as Catalogue);
    const parts = t.parts('key' as MessageKey, { link: (inside: unknown[]) => ({ inside }) } as never);
    expect(parts).toEqual(['a ', { inside: ['b'] }, ' c']);
  });
});

describe('catalogues', () => {
  it('Every language has the keys of English.', () => {
    for (const tag of TAGS) expect(Object.keys(ON_SERVER[tag]!), tag).toEqual(Object.keys(ON_SERVER.en!));
  });

  it('A problem becomes a sentence with the name of its field in the language of the reader.', () => {
    const packed = problem('problems.too_long', { label: 'problems.labels.title', max: 100 });
    expect(readProblem(packed, translateFor('en'))).toBe('Title can have at most 100 characters');
    expect(readProblem(packed, translateFor('zh-Hans'))).toBe('标题最多 100 个字符');
    expect(readProblem('Invalid input', translateFor('en'))).toBeNull();
  });
});
