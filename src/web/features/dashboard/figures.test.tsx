import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import { renderLinked } from '#web/testing/render-linked.tsx';
import { Figures } from './figures.tsx';

const render = (points: number, missions: object[]) =>
  renderLinked(
    <QueryClientProvider client={new QueryClient()}>
      <Figures
        dashboard={
          { stats: { level: 1, points, total_missions: missions.length }, missions, missions_left: 5 } as Dashboard
        }
      />
    </QueryClientProvider>,
  );

it('shows no level, points or missions before the first mission', () => {
  expect(render(0, [])).toBe('');
});

it('shows them with the first mission and after the last one', () => {
  expect(render(0, [{}])).toContain('Level');
  expect(render(120, [])).toContain('120');
});
