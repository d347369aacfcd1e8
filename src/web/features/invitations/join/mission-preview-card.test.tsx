import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { MissionPreview } from '#contract/missions-join.ts';
import { MissionPreviewPage } from './mission-preview-card.tsx';

const PREVIEW: MissionPreview = {
  mission_id: '019aa5b0-0000-7000-8000-000000000001',
  mission_title: 'Run by the river',
  patch: null,
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

it('The preview of a mission says how often it asks, unless that is every day.', () => {
  expect(render({ schedule: { kind: 'weekly', times: 3 } })).toContain('3 times a week, for 28 days');
  expect(render({ schedule: { kind: 'weekdays', days: ['mon', 'wed', 'fri'] } })).toContain(
    'Mon, Wed, Fri, for 28 days',
  );
  expect(render()).not.toContain('How often');
});

it('The preview says which day it is, what it is for and who is there, and shows a reward only where there is one.', () => {
  expect(render()).toContain('Day 9 of 28');
  expect(render()).toContain('Run ten kilometres');
  expect(render()).toContain('Day 9 of 28, 3 members');
  expect(render({ member_count: 1 })).toContain('Day 9 of 28, 1 member<');
  expect(render({ day: 0 })).toContain('28 days, not started yet');
  expect(render()).not.toContain('Reward');
  expect(render({ reward_description: 'Ice cream' })).toContain('Ice cream');
});

it('The preview says who asks, and what they wrote as plain text; without words it has no place for them.', () => {
  expect(render()).toContain('Jun invited you');
  expect(render({}, '<b>Come</b> along')).toContain('&lt;b&gt;Come&lt;/b&gt; along');
  expect(render()).not.toContain('whitespace-pre-line');
});

it('The figures of a preview have no letters, and no two sit in the same place, for any number of them.', () => {
  for (let count = 0; count <= 5; count++) {
    const faces = Array.from({ length: count }, (_, colour) => ({ avatar_url: null, colour }));
    const drawn = render({ faces });
    expect(drawn).not.toContain('<text');
    const places = [...drawn.matchAll(/translate\((\d+) 152\)/g)].map(([, x]) => x);
    expect(new Set(places).size).toBe(count + 1);
  }
});
