import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DashboardShellSkeleton } from './load-states.tsx';

it('the dashboard skeleton has no text except the name, because one page serves every language', () => {
  const html = renderToStaticMarkup(<DashboardShellSkeleton />);
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe('emberkin');
  expect(html).not.toMatch(/ (?:aria-label|alt|title)="/);
});
