import { describe, expect, it } from 'vitest';
import { API } from '#contract/api.ts';
import { DOCS_PATHS, docsFile, ONLY_IF } from '#contract/api-docs.ts';
import { renderDocs } from '#web/prerender.tsx';

const pages = renderDocs();
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found!);
const idsOf = (html: string) => all(html, /\sid="([^"]+)"/g);

describe.each(DOCS_PATHS.map((path) => [path, docsFile(path)] as const))('%s', (path, file) => {
  const { html } = pages[file]!;

  it('The page has no id twice, and its links to places lead somewhere.', () => {
    const ids = idsOf(html);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const place of all(html, /href="#([^"]+)"/g)) expect(ids).toContain(place);
    for (const target of all(html, /href="(\/docs[^"#]*)"/g)) expect(DOCS_PATHS).toContain(target);
  });

  it('The headings begin with one of the first level and leave out none.', () => {
    const levels = all(html, /<h([1-6])[\s>]/g).map(Number);
    expect(levels.filter((level) => level === 1)).toEqual([1]);
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0), `heading ${at}`).toBeLessThan(2);
  });

  it('The policy of the server allows all of it, and no place is left that only a script fills.', () => {
    expect(html).not.toMatch(/\sstyle=|<script|\son\w+=/);
    expect(html).not.toMatch(/undefined|\[object Object\]/);
  });

  it('What depends on the server can be cut out: the condition comes first, and its element has none of its kind inside.', () => {
    expect(html.split(ONLY_IF).length).toBe(html.split(new RegExp(`<\\w+ ${ONLY_IF}=`)).length);
    for (const [element = '', tag = ''] of html.matchAll(new RegExp(`<(\\w+) ${ONLY_IF}="\\w+"[\\s\\S]*?</\\1>`, 'g')))
      expect(element.split(`<${tag}`).length, element).toBe(2);
  });

  it('The page is marked as the current one among the four.', () => {
    expect(all(html, /href="([^"]+)" aria-current="page"/g)).toEqual([path]);
  });
});

describe('the reference', () => {
  const { html } = pages[docsFile('/docs/api/reference')]!;

  it('Every call of users and programs is on the page, and none of the operator.', () => {
    const ids = new Set(idsOf(html));
    for (const [name, { access, path }] of Object.entries(API))
      expect([name, ids.has(name)]).toEqual([name, access !== 'admin' && !path.startsWith('/api/admin/')]);
  });
});
