import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import type { CompletedMission, Dashboard } from '#contract/dashboard.ts';
import { getT } from '#platform/web/lib/language.ts';
import { TEMPLATES } from '#web/features/missions/editor/templates.ts';
import { renderLinked } from '#web/testing/render-linked.tsx';
import { CompletedBand } from './completed-band.tsx';
import { NoMissions } from './no-missions.tsx';

const DONE = { id: 'm', title: 'Read', counted_checkins: 9, planned_days: 10 };

function readLinks(drawn: ReactNode) {
  const html = renderLinked(drawn);
  const links = [...html.matchAll(/<a[^>]* href="([^"]*)"[^>]*>(.*?)<\/a>/g)];
  return {
    html,
    links: links.map(([, href, words]) => [
      words?.replaceAll(/<svg.*<\/svg>|<[^>]*>/g, ''),
      href?.replaceAll('&amp;', '&'),
    ]),
  };
}

function render(points: number, completed: readonly Partial<CompletedMission>[]) {
  const dashboard = { stats: { points }, completed_missions: completed } as unknown as Dashboard;
  return readLinks(<NoMissions dashboard={dashboard} />);
}
const band = (fields: Partial<CompletedMission>) =>
  readLinks(<CompletedBand mission={{ ...DONE, ...fields } as CompletedMission} name="Ana Lind" />);
const templates = TEMPLATES.slice(0, 3).map(({ id }) => [
  getT()(`app.templates.${id}.title`),
  `/create-mission?idea=${id}`,
]);

it('a new user can create the first mission', () => {
  const { html, links } = render(0, []);
  expect(html).toContain('No missions yet');
  expect(html).toContain('until the patch is sewn');
  expect(html.indexOf('until the patch is sewn')).toBeLessThan(html.indexOf('Or start from an idea'));
  expect(links).toEqual([['First Mission', '/create-mission'], ...templates]);
});

it('the band after a completed mission offers a next round if the user can start it', () => {
  const { html, links } = band({ can_start_next: true, member_count: 12 });
  expect(html).toContain('Read is sewn, Ana Lind');
  expect(html).toContain('9 of 10 stitches, with 11 others.');
  expect(links).toEqual([
    ['', '/mission/m/completion'],
    ['Next round with the same 11', '/create-mission?previous=m'],
    ['Run this mission again', '/create-mission?from=m'],
  ]);
  expect(band({ can_start_next: false, member_count: 2 }).links.slice(1)).toEqual([
    ['Create Mission', '/create-mission'],
    ['Run this mission again', '/create-mission?from=m'],
  ]);
  expect(render(90, [DONE]).links).toEqual(templates);
  expect(render(90, [DONE]).html).not.toContain('until the patch is sewn');
});

it('the band and its next round say how many members there were', () => {
  const of = (member_count: number) => band({ member_count, can_start_next: true });
  expect([1, 2, 3].map((count) => of(count).links[1]?.[0])).toEqual([
    'Start the next round',
    'Next round with the same friend',
    'Next round with the same 2',
  ]);
  expect(of(1).html).toContain('9 of 10 stitches.');
  expect(of(2).html).toContain('9 of 10 stitches, with one other.');
});

it('a user with points but no mission left is not shown as new', () => {
  const { html, links } = render(30, []);
  expect(html).not.toContain('No missions yet');
  expect(links).toEqual([['Create Mission', '/create-mission'], ...templates]);
});
