import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { lookOf } from '#domain/looks.ts';
import { DAILY } from '#domain/schedule.ts';
import { QuietMember } from '#web/features/members/public.ts';
import { Leaderboard } from './leaderboard.tsx';

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

it('the owner can greet only the quiet members who can be nudged', () => {
  const members = [
    member('Ana'),
    member('Ben', { can_nudge: true }),
    member('Cy'),
    member('Di', { nudged_today: true }),
  ];
  const html = ['Ben', 'Cy', 'Di']
    .map((name, at) =>
      render(<QuietMember quiet={{ user_id: name, name, days: 12 - at }} missionId="m" members={members} />),
    )
    .join('');
  for (const sentence of ['Ben has been quiet for 12 days.', 'Cy has been quiet for 11 days.'])
    expect(html).toContain(sentence);
  expect(html.match(/aria-label="Say hello to [^"]*"/g)).toEqual(['aria-label="Say hello to Ben"']);
  expect(html).toMatch(/Di has been quiet for 10 days\.<\/span><span[^>]*>.*?Nudged/);
});

it('the leaderboard shows the share below the name and points on the right, also for ties', () => {
  const mission = missionOf([member('Ana'), member('Ben', { share_since_joining: 71 }), member('Cy', { points: 1 })]);
  const html = render(<Leaderboard mission={mission} meId="Ana" />);
  expect(html.match(/5 check-ins, \d+%(?=<)/g)).toEqual(['5 check-ins, 100%', '5 check-ins, 71%', '5 check-ins, 100%']);
  const points = [...html.matchAll(/<strong class="block[^"]*">(\d+)<\/strong> <span[^>]*>(points?)<\/span>/g)];
  expect(points.map(([, count, word]) => `${count} ${word}`)).toEqual(['50 points', '50 points', '1 point']);
});

it('equal points share a rank, and the next rank comes after all of them', () => {
  const mission = missionOf([member('Ana'), member('Ben'), member('Cy', { points: 40 }), member('Di', { points: 40 })]);
  const html = render(<Leaderboard mission={mission} meId="Ana" />);
  expect([...html.matchAll(/>(\d)(?:st|nd|rd|th)?<\/text>/g)].map(([, rank]) => rank)).toEqual(['1', '1', '3', '3']);
});

it('the together panel shows the total only when no member is still needed', () => {
  const words = (needed_today: boolean, done = 4) => {
    const members = [member('Ana', { checked_in_today: true }), member('Ben', { needed_today })];
    const mission = missionOf(members, { board: 'together', together: { done, total: 4 } });
    const html = render(<Leaderboard mission={mission} meId="Ana" />);
    const label = /aria-label="([^"]*this week)"/.exec(html)?.[1];
    return [html.match(/<p class="-mt-3[^>]*>(.*?)<\/p>/)?.[1]?.replaceAll(/<[^>]*>/g, ''), label];
  };
  expect(words(true)).toEqual(['4 stitches so far this week', '4 stitches so far this week']);
  expect(words(true, 1)).toEqual(['1 stitch so far this week', '1 stitch so far this week']);
  expect(words(false)).toEqual(['4 of 4 stitches this week', '4 of 4 stitches this week']);
});
