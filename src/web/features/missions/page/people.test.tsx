import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { lookOf } from '#domain/looks.ts';
import { DAILY } from '#domain/schedule.ts';
import { Leaderboard } from './leaderboard.tsx';
import { TodayMembers } from './today-members.tsx';

const member = (name: string, fields: Partial<Member> = {}) =>
  ({
    user_id: name,
    name,
    avatar_url: null,
    look: lookOf(name),
    points: 50,
    share_since_joining: 100,
    checkins_count: 5,
    checked_in_today: false,
    due_today: true,
    needed_today: true,
    can_nudge: false,
    nudged_today: false,
    nudged_by: null,
    week: null,
    away_until: null,
    ...fields,
  }) as Member;
const missionOf = (members: Member[], fields: Partial<Mission> = {}) =>
  ({ id: 'm', schedule: DAILY, board: 'stars', quiet_members: null, members, ...fields }) as Mission;
const render = (part: ReactNode) =>
  renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>);

it('The owner can say hello to quiet members who can be nudged, and is told of the others alone.', () => {
  const members = [
    member('Ana'),
    member('Ben', { can_nudge: true }),
    member('Cy'),
    member('Di', { nudged_today: true }),
  ];
  const quiet_members = ['Ben', 'Cy', 'Di'].map((name, at) => ({ user_id: name, name, days: 12 - at }));
  const mission = missionOf(members, { quiet_members });
  const html = render(<TodayMembers mission={mission} meId="Ana" zone="UTC" scene={false} nudges aside={null} />);
  for (const sentence of ['Ben has been quiet for 12 days.', 'Cy has been quiet for 11 days.'])
    expect(html).toContain(sentence);
  expect(html.match(/aria-label="[^"]*: Say hello\?"/g)).toEqual(['aria-label="Ben: Say hello?"']);
  expect(html).toMatch(/Di has been quiet for 10 days\.<\/span><span[^>]*>.*?Nudged/);
});

it('Points stand on the right and the share below the name, also where two have as many points.', () => {
  const mission = missionOf([member('Ana'), member('Ben', { share_since_joining: 71 }), member('Cy', { points: 1 })]);
  const html = render(<Leaderboard mission={mission} meId="Ana" aside={null} />);
  expect(html.match(/5 check-ins, \d+%(?=<)/g)).toEqual(['5 check-ins, 100%', '5 check-ins, 71%', '5 check-ins, 100%']);
  const points = [...html.matchAll(/<strong class="block[^"]*">(\d+)<\/strong> <span[^>]*>(points?)<\/span>/g)];
  expect(points.map(([, count, word]) => `${count} ${word}`)).toEqual(['50 points', '50 points', '1 point']);
});
