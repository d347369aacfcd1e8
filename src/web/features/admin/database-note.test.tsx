import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { AdminStats } from '#contract/admin.ts';
import { DatabaseNote } from './database-note.tsx';

const render = (database: AdminStats['database']) => renderToStaticMarkup(<DatabaseNote database={database} />);

it("shows the database's version", () => {
  const html = render({ version: '18.6', newer_minor: null });
  expect(html).toContain('PostgreSQL 18.6</span>');
  expect(html).not.toContain('svg');
});

it('shows which newer minor release has security fixes', () => {
  const html = render({ version: '18.4', newer_minor: '18.6' });
  expect(html).toContain('PostgreSQL 18.4: 18.6 has security fixes.');
  expect(html).toContain('svg');
});
