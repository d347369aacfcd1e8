import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutLinks } from './links.ts';

describe('withoutLinks', () => {
  it.each([
    ['Click https://evil.example/win now', 'Click [link] now'],
    ['HTTP://EVIL.EXAMPLE', '[link]'],
    ['see www.evil.example.', 'see [link]'],
    ['evil.example/path?x=1#y and more', '[link] and more'],
    ['evil.example:8080/', '[link]'],
    ['name@evil.example/x', 'name@[link]'],
    ['http:evil.example', '[link]'],
    ['ftp://a b://c', '[link] [link]'],
    ['<a href="https://evil.example">win</a>', '<a href="[link]">win</a>'],
    ['пример.рф/путь', '[link]'],
    ['evil。example/x', '[link]'],
    ['evil\u200E.example/x', '[link]'],
    ['10.0.0.1/login', '[link]'],
    ['xhttps://evil.example', '[link]'],
    ['\u066Ewww.evil.example', '\u066E[link]'],
  ])('turns %j into %j', (text, shown) => {
    expect(withoutLinks(text)).toBe(shown);
  });

  it.each([
    'One lamp, any book. And then?',
    'Mon/Wed/Fri, 1.5 km/day, 24.12./25.12., e.g. a/b, i.e./etc.',
    'The site evil.example without a path',
    'https and www are only words',
    'Awww. So nice :) 12:30/13:00 and/or 3.5km/h',
    'Ich komme. Du auch?\nשלום (hi)',
  ])('leaves %j unchanged because it contains no link', (text) => {
    expect(withoutLinks(text)).toBe(text);
  });

  it('leaves nothing that reads as a link, and changes nothing the second time', () => {
    const part = fc.oneof(
      fc.constantFrom(
        'http',
        'https',
        '://',
        ':',
        '/',
        '.',
        'www',
        'evil',
        'example',
        '[link]',
        '"',
        "'",
        '<',
        ' ',
        '8',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const shown = withoutLinks(parts.join(''));
        expect(shown).not.toMatch(/[a-z]:\/\/|https?:|(?<![a-z0-9])www\.|[a-z0-9]\.[a-z]+\//iu);
        expect(withoutLinks(shown)).toBe(shown);
      }),
    );
  });
});
