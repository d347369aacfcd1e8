import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { User } from '#contract/auth.ts';
import type { MissionPreview } from '#contract/missions-join.ts';
import { meQuery } from '#web/data/me.ts';
import { AutoJoinNote, MissionPreviewPage } from './mission-preview-card.tsx';

const PREVIEW: MissionPreview = {
  mission_id: '019aa5b0-0000-7000-8000-000000000001',
  mission_title: 'Run by the river',
  patch: null,
  habit: 'shared',
  goal: 'Run ten kilometres',
  reward_description: null,
  owner_name: 'Jun',
  member_count: 3,
  day: 9,
  days_remaining: 19,
  duration_days: 28,
  schedule: { kind: 'daily' },
  faces: [
    { avatar_url: '/media/avatars/jun/512.webp', colour: 0 },
    { avatar_url: null, colour: 1 },
    { avatar_url: null, colour: 2 },
  ],
};
const render = (fields: Partial<MissionPreview> = {}, message = '') =>
  renderToStaticMarkup(<MissionPreviewPage preview={{ ...PREVIEW, ...fields }} sender="Jun" message={message} />);

const PROMISE = 'One small check-in a day, together, until the patch is sewn. It&#x27;s free.';

it('says below the title what the mission is and that it is free', () => {
  const html = render({}, 'Come along');
  expect(html.indexOf(PROMISE)).toBeGreaterThan(html.indexOf('Run by the river</h1>'));
  expect(html.indexOf(PROMISE)).toBeLessThan(html.indexOf('Come along'));
});

it('promises the mission after joining, and one more step before a first profile', () => {
  const note = (joined: boolean, profile_completed: boolean) => {
    const client = new QueryClient();
    client.setQueryData(meQuery.queryKey, { profile_completed } as User);
    return renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <AutoJoinNote joined={joined} />
      </QueryClientProvider>,
    );
  };
  expect(note(false, false)).toContain('Joining the mission...');
  expect(note(true, false)).toContain('You&#x27;re in. One more step.');
  expect(note(true, true)).toContain('You&#x27;re in. Opening the mission...');
});

it('shows the schedule of a mission, unless it is every day', () => {
  expect(render({ schedule: { kind: 'weekly', times: 3 } })).toContain('3 times a week, for 28 days');
  expect(render({ schedule: { kind: 'weekdays', days: ['mon', 'wed', 'fri'] } })).toContain(
    'Mon, Wed, Fri, for 28 days',
  );
  expect(render()).not.toContain('How often');
});

it("shows the mission's day, goal and members, and a reward only if there is one", () => {
  expect(render()).toContain('Day 9 of 28');
  expect(render()).toContain('Run ten kilometres');
  expect(render()).toContain('Day 9 of 28, 3 members');
  expect(render({ member_count: 1 })).toContain('Day 9 of 28, 1 member<');
  expect(render({ day: 0 })).toContain('28 days, not started yet');
  expect(render()).not.toContain('Reward');
  expect(render({ reward_description: 'Ice cream' })).toContain('Ice cream');
});

it('shows the sender and their message as plain text, and no empty message', () => {
  expect(render()).toContain('Jun invited you');
  expect(render({}, '<b>Come</b> along')).toContain('&lt;b&gt;Come&lt;/b&gt; along');
  expect(render()).not.toContain('whitespace-pre-line');
});

it('draws figures without letters at different places, for any number of members', () => {
  for (let count = 0; count <= 5; count++) {
    const faces = Array.from({ length: count }, (_, colour) => ({ avatar_url: null, colour }));
    const drawn = render({ faces });
    expect(drawn).not.toContain('<text');
    const places = [...drawn.matchAll(/translate\((\d+) 152\)/g)].map(([, x]) => x);
    expect(new Set(places).size).toBe(count + 1);
  }
});

it('says below the goal that members have habits of their own', () => {
  const html = render({ habit: 'own' });
  expect(html.indexOf('Everyone keeps a habit of their own.')).toBeGreaterThan(html.indexOf('Run ten kilometres'));
  expect(render()).not.toContain('Everyone keeps');
});
