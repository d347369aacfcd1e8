import { describe, expect, it } from 'vitest';
import { splitLinks } from './linked-text.tsx';

const hrefs = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

describe('links in a check-in', () => {
  it('are found between words, without the punctuation around them', () => {
    expect(hrefs('See https://example.org/a?b=1#c, or (http://example.org). Done!')).toEqual([
      'https://example.org/a?b=1#c',
      'http://example.org',
    ]);
    expect(hrefs('https://en.example.org/wiki/Read_(process)')).toEqual(['https://en.example.org/wiki/Read_(process)']);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.org', 'https://', 'www.example.org'])(
    '%s never becomes a link',
    (text) => {
      expect(hrefs(text)).toEqual([]);
    },
  );

  it('split a text without changing it', () => {
    const text = '<b>https://example.org</b>\nnext "https://example.org/x" …';
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
