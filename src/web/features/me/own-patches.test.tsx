import { expect, it } from 'vitest';
import type { Dashboard, HistoryMission } from '#contract/dashboard.ts';
import { renderLinked } from '#web/testing/render-linked.tsx';
import { OwnPatches } from './own-patches.tsx';

const mission = (id: string) => ({ id, title: `Mission ${id}`, patch: null, counted_checkins: 2, planned_days: 9 });
const render = (running: string[], completed: string[]) =>
  renderLinked(
    <OwnPatches
      missions={running.map(mission) as Dashboard['missions']}
      completed={completed.map(mission) as HistoryMission[]}
      total={completed.length}
    />,
  );
const linksOf = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);

it('shows running missions pale and first, each linked to its own page', () => {
  const html = render(['a', 'b'], ['c', 'd', 'e']);
  expect(linksOf(html)).toEqual([
    '/mission/a',
    '/mission/b',
    ...['c', 'd', 'e'].map((id) => `/mission/${id}/completion`),
  ]);
  expect(html.match(/opacity="\.45"/g)).toHaveLength(2);
});

it('shows nothing without a mission, and no count before the first completed one', () => {
  expect(render([], [])).toBe('');
  expect(render(['a'], [])).not.toContain('tabular');
});
