import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProblem } from '#platform/i18n/problem.ts';
import { translateFor } from '../../language/translate-for.ts';
import { cleanDescription, descriptionProblem } from './description/commands.ts';

const pieces = fc.constantFrom(
  '<p>',
  '</p>',
  '<br>',
  '<b>',
  '</b>',
  '<i>',
  '<em>',
  '<strong>',
  '<ul>',
  '<li>',
  '</ul>',
  '<ol>',
  '<script>',
  '</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=x>',
  '<a href="javascript:1">',
  '</a>',
  '<style>',
  '<!--',
  '-->',
  '&lt;script&gt;',
  '&amp;',
  '<',
  '>',
  '"',
  "'",
  '<p style="x">',
  '<math><mtext>',
  '<noscript>',
  'word ',
  '\u0000',
  '<iframe srcdoc="&lt;p&gt;">',
  '<![CDATA[',
);

describe('a description', () => {
  it('keeps only the seven allowed tags without attributes, also when cleaned again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 30 }), async (parts) => {
        const once = await cleanDescription(parts.join(''));
        expect(await cleanDescription(once)).toBe(once);
        for (const tag of once.match(/<[^>]*>/g) ?? []) expect(tag).toMatch(/^<\/?(p|br|strong|em|ul|ol|li)( \/)?>$/);
      }),
      { numRuns: 500 },
    );
  });

  it('is cleaned repeatedly if removed tags separated other tags', async () => {
    const once = await cleanDescription('<p><a href="javascript:1"><p>Run');
    expect(once).toBe('<p></p><p>Run</p><p></p>');
    expect(await cleanDescription(once)).toBe(once);
  });

  it('keeps ten of ten thousand nested lists, with the innermost text', async () => {
    const lists = `${'<ul><li>'.repeat(10)}x${'</li></ul>'.repeat(10)}`;
    expect(await cleanDescription(`${'<ul><li>'.repeat(10_000)}x`)).toBe(lists);
  });

  it('must contain text and at most 20,000 characters', () => {
    const sentenceFor = (html: string) => readProblem(descriptionProblem(html) ?? '', translateFor('en'));
    expect(sentenceFor('<p> &nbsp;<br /></p>')).toBe('Please fill in all required fields');
    expect(descriptionProblem('<p>Read.</p>')).toBeNull();
    expect(sentenceFor('x'.repeat(20_001))).toBe('Description can have at most 20000 characters');
  });
});
