import { expect, it } from 'vitest';
import type { CompletedMission, Dashboard } from '#contract/dashboard.ts';
import { TEMPLATES } from '#web/features/missions/editor/templates.ts';
import { renderLinked } from '#web/testing/render-linked.tsx';
import { NoMissions } from './no-missions.tsx';

const DONE = { id: 'm', title: 'Read', counted_checkins: 9, planned_days: 10 };

/** The words of the card, and the links with where they lead. */
function render(points: number, completed: readonly Partial<CompletedMission>[]) {
  const dashboard = { stats: { points }, completed_missions: completed } as unknown as Dashboard;
  const html = renderLinked(<NoMissions dashboard={dashboard} />);
  const links = [...html.matchAll(/<a[^>]* href="([^"]*)"[^>]*>(.*?)<\/a>/g)];
  return {
    html,
    links: links.map(([, href, words]) => [
      words?.replaceAll(/<svg.*<\/svg>|<[^>]*>/g, ''),
      href?.replaceAll('&amp;', '&'),
    ]),
  };
}
const templates = TEMPLATES.slice(0, 3).map(({ name, title }) => [title, `/create-mission?idea=${name.toLowerCase()}`]);

it('Whoever never had a mission is led to the first one.', () => {
  const { html, links } = render(0, []);
  expect(html).toContain('No missions yet');
  expect(links).toEqual([['First Mission', '/create-mission'], ...templates]);
});

it('After a completed mission its patch leads on, to the next round where one may start it.', () => {
  const { html, links } = render(90, [{ ...DONE, member_count: 12, can_start_next: true }]);
  expect(html).not.toContain('No missions yet');
  expect(html).toContain('9 of 10 days stitched');
  expect(links).toEqual([
    ['Next round with the same 11', '/create-mission?previous=m'],
    ['Run this mission again', '/create-mission?from=m'],
    ...templates,
  ]);
  expect(render(0, [{ ...DONE, member_count: 12, can_start_next: false }]).links).toEqual([
    ['Create Mission', '/create-mission'],
    ['Run this mission again', '/create-mission?from=m'],
    ...templates,
  ]);
});

it('The next round says how many come along.', () => {
  const nextOf = (member_count: number) => render(90, [{ ...DONE, member_count, can_start_next: true }]).links[0]?.[0];
  expect([1, 2, 3].map(nextOf)).toEqual([
    'Start the next round',
    'Next round with the same friend',
    'Next round with the same 2',
  ]);
});

it('Whoever has left all missions with points is not told that there were none.', () => {
  const { html, links } = render(30, []);
  expect(html).not.toContain('No missions yet');
  expect(links).toEqual([['Create Mission', '/create-mission'], ...templates]);
});
