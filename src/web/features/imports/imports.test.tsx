import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Import } from '#contract/imports.ts';
import { BringDays } from './bring-days.tsx';
import { BroughtResult } from './brought-result.tsx';
import { importsQuery } from './queries.ts';
import { ImportedYear } from './shown-import.tsx';

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, '|')
    .split('|')
    .filter((text) => text !== '');
const IMPORT: Omit<Import, 'days_count'> = {
  id: 'i',
  source: 'loop',
  habit: 'Read',
  unit: null,
  amounts: null,
  created_at: '2026-11-28T00:00:00Z',
  first_day: '2026-11-01',
  last_day: '2026-11-01',
  days: '8',
};

describe('the result of bringing days', () => {
  it('counts habits and days, and names what was left out with its reason', () => {
    const imports = [600, 600, 14].map((days_count) => ({ ...IMPORT, days_count }));
    const left_out = [{ habit: '<b>Coffee</b>', reason: 'at_most' } as const];
    const html = renderToStaticMarkup(<BroughtResult result={{ imports, left_out, days_left_out: 4 }} />);
    expect(textOf(html)).toEqual([
      'Brought 3 habits, 1,214 days.',
      '4 days left out: before 2000, after today, or no date.',
      '&lt;b&gt;Coffee&lt;/b&gt;: a target not to exceed',
    ]);
  });

  it('says so if a file has no days', () => {
    const html = renderToStaticMarkup(<BroughtResult result={{ imports: [], left_out: [], days_left_out: 0 }} />);
    expect(textOf(html)).toEqual(['There are no days in this file.']);
  });
});

describe('the list of imports', () => {
  it('names the source of habits with the same name, also for screen readers', () => {
    const client = new QueryClient();
    const sources = ['loop', 'csv'] as const;
    client.setQueryData(
      importsQuery.queryKey,
      sources.map((source) => ({ ...IMPORT, id: source, source, days_count: 1 })),
    );
    const html = renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <BringDays />
      </QueryClientProvider>,
    );
    expect(textOf(html).filter((text) => text.includes('1 day,'))).toEqual([
      'Loop: 1 day, 1 November 2026 to 1 November 2026',
      'CSV: 1 day, 1 November 2026 to 1 November 2026',
    ]);
    expect([...html.matchAll(/aria-label="([^"]+)"/g)].map(([, label]) => label)).toEqual([
      ...['Show Read (Loop)', 'Remove Read (Loop)'],
      ...['Show Read (CSV)', 'Remove Read (CSV)'],
    ]);
  });
});

describe('a year of an import', () => {
  const days = [
    { day: '2026-01-01', cells: ['1 January 2026', '5.25 km'] },
    { day: '2026-12-31', cells: ['31 December 2026', ''] },
  ] as const;
  const render = (isRtl: boolean, isNewest = true) =>
    renderToStaticMarkup(<ImportedYear year="2026" days={days} isRtl={isRtl} isNewest={isNewest} />);
  const placesOf = (isRtl: boolean) => [...render(isRtl).matchAll(/translate\(([\d ]+)\)/g)];

  it('has a named square with a mark for each day', () => {
    const html = render(false);
    expect(html).toContain('aria-label="2026: 2 days"');
    expect(html).toContain('<title>1 January 2026: 5.25 km</title>');
    expect(html.match(/<circle/g)).toHaveLength(2);
  });

  it('has the same days in a table', () => {
    const cells = [...render(false).matchAll(/<t[hd] [^>]*>([^<]*)</g)].map(([, text]) => text);
    expect(cells).toEqual(['Day', 'Amount', '1 January 2026', '5.25 km', '31 December 2026', '']);
  });

  it('is closed and not drawn if it is not the newest', () => {
    expect(textOf(render(false, false))).toEqual(['2026: 2 days']);
  });

  it('runs from the right in a language that does', () => {
    // 2026 starts and ends on a Thursday.
    expect(placesOf(false).map(([, at]) => at)).toEqual(['0 48', '832 48']);
    expect(placesOf(true).map(([, at]) => at)).toEqual(['848 48', '16 48']);
  });
});
