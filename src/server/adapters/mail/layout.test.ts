import { expect, it } from 'vitest';
import { translateFor } from '../../language/translate-for.ts';
import { NO_LEGAL } from '../../testing/no-legal.ts';
import { layout } from './layout.ts';

const parts = {
  title: 'A title',
  preheader: 'A line',
  body: ['Hi,'],
  action: { label: 'Open', url: 'https://emberkin.example' },
  footer: ['Why this mail came.'],
};

it('A mail ends with the legal links of the server, after the small print.', () => {
  const legal = { imprint_url: 'https://emberkin.example/i?a=1&b=2', privacy_url: 'https://emberkin.example/p' };
  const { html, text } = layout(translateFor('en'), { ...parts, legal });
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

it('Without legal links a mail ends with its small print.', () => {
  const { html, text } = layout(translateFor('en'), { ...parts, legal: NO_LEGAL });
  expect(text.endsWith('Why this mail came.\n')).toBe(true);
  expect(html).not.toMatch(/Imprint|Privacy/);
});
