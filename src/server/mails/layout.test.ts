import { expect, it } from 'vitest';
import { translateFor } from '../language/translate-for.ts';
import { NO_LEGAL } from '../testing/no-legal.ts';
import { layout } from './layout.ts';

const parts = {
  title: 'A title',
  preheader: 'A line',
  body: ['Hi,'],
  action: { label: 'Open', url: 'https://emberkin.example' },
  footer: ['Why this mail came.'],
};

it('an email ends with the legal links of the server, after the small print', () => {
  const legal = { imprint_url: 'https://emberkin.example/i?a=1&b=2', privacy_url: 'https://emberkin.example/p' };
  const { html, text } = layout(translateFor('en'), parts, legal);
  expect(text.trimEnd().split('\n').slice(-3)).toEqual([
    'Why this mail came.',
    'Imprint: https://emberkin.example/i?a=1&b=2',
    'Privacy: https://emberkin.example/p',
  ]);
  expect(html).toMatch(
    /Why this mail came\.<br><a [^>]*href="https:\/\/emberkin\.example\/i\?a=1&amp;b=2"[^>]*>Imprint</,
  );
  expect(html).toMatch(/href="https:\/\/emberkin\.example\/p"[^>]*>Privacy</);
});

it('without legal links, an email ends with its small print', () => {
  const { html, text } = layout(translateFor('en'), parts, NO_LEGAL);
  expect(text.endsWith('Why this mail came.\n')).toBe(true);
  expect(html).not.toMatch(/Imprint|Privacy/);
});

it('a right-to-left email is mirrored and uses fitting fonts, except for URLs', () => {
  const quoted = { ...parts, body: [{ quote: 'Come along\nنعم', by: 'Ana' }] };
  const { html, text, language } = layout(translateFor('ar'), quoted, NO_LEGAL);
  expect(language).toBe('ar');
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('<div role="main" dir="rtl" ');
  expect(html).toContain('border-radius:14px 4px 14px 14px');
  expect(html).toContain("'Segoe UI',Tahoma,Arial");
  expect(html).not.toMatch(/Figtree|Gabarito/);
  expect(html).toContain('<a class="plain" dir="ltr" href="https://emberkin.example"');
  expect(html).toContain('\u2068Come along\u2069<br>نعم');
  expect(text).toContain('> \u2068Come along\u2069\n> نعم');
  // A direction mark at the end of a URL would become part of the link.
  expect(text).toMatch(/: https:\/\/emberkin\.example$/m);
});

it('a left-to-right email has its own corners and sets the direction only once', () => {
  for (const tag of ['en', 'ms', 'zh-Hans']) {
    const { html } = layout(translateFor(tag), { ...parts, body: [{ quote: 'نعم', by: 'Ana' }] }, NO_LEGAL);
    expect(html).toContain('border-radius:4px 14px 14px 14px');
    expect(html.match(/ dir="/g)).toHaveLength(1);
    expect(html).toContain('\u2068نعم\u2069');
  }
});
