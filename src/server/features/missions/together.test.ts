import { beforeEach, expect, it } from 'vitest';
import { createToken } from '#contract/api-tokens.ts';
import { listCheckins } from '#contract/checkins.ts';
import { completeMission, getCompletion } from '#contract/completion.ts';
import { type Dashboard, getDashboard } from '#contract/dashboard.ts';
import { getInsights, type Insights } from '#contract/insights.ts';
import { getMission, type Mission, updateMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { listNotifications } from '#contract/notifications.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
beforeEach(() => t.clock.set(NOON));
const DAY = 86_400_000;

const FIELDS = {
  title: 'Read',
  description: '<p>Any book.</p>',
  goal: 'Two books',
  duration_days: 10,
  start_date: '2026-11-21',
};

/**
 * Ana's mission with Ben and Cy. Cy has most points and Ana fewest, so an order by points reverses the order of
 * joining. Ana's insights include the health of her missions.
 */
async function buildTeam(board: 'stars' | 'together') {
  const ana = await buildUser(t, { name: 'Ana' });
  const [ben, cy] = [await buildUser(t, { name: 'Ben' }), await buildUser(t, { name: 'Cy' })];
  const mission = await buildMission(t, ana, { ...FIELDS, board, reward_description: 'Ramen' });
  for (const person of [ben, cy]) {
    t.clock.advance(1000);
    await buildMembers(t, ana, mission, [person]);
  }
  await checkIn(t, ana, mission);
  for (let day = 0; day < 4; day += 1) {
    if (day > 0) t.clock.advance(DAY);
    if (day % 2 === 0) await checkIn(t, ben, mission, { type: 'text', content: 'Page 22' });
    await checkIn(t, cy, mission, { type: 'text', content: 'Page 44' });
  }
  await t.db.rows(
    `update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = any($1)`,
    [[ana.id, ben.id, cy.id]],
  );
  return { ana, ben, cy, mission };
}

const FIGURES = [
  'points',
  'points_earned',
  'share_since_joining',
  'rank',
  'total_points',
  'completion_percentage',
  'recent_checked',
  'earlier_checked',
  'week',
];

/** Finds every number in a response next to another user's ID or name. */
function figuresOfOthers(value: unknown, viewer: TestUser, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const { user_id, user_name } = value as { user_id?: string; user_name?: string };
  const isOther = (user_id ?? viewer.id) !== viewer.id || (user_name ?? viewer.name) !== viewer.name;
  const found = isOther
    ? entries
        .filter(([key, figure]) => FIGURES.includes(key) && figure !== null && figure !== 0)
        .map(([key]) => `${path}.${key}`)
    : [];
  return found.concat(
    entries.flatMap(([key, inner]) => {
      // A value under a user's ID is about that user.
      const isKeyed = /^[0-9a-f]{8}-/.test(key) && typeof inner === 'object' && inner !== null;
      return figuresOfOthers(isKeyed ? { ...inner, user_id: key } : inner, viewer, `${path}.${key}`);
    }),
  );
}

/** Every response of the product that shows members of the mission. */
async function walk(person: TestUser, mission: string, token = person.token) {
  const inMission = { token, params: { id: mission } };
  const calls = {
    mission: t.call(getMission, inMission),
    feed: t.call(listCheckins, inMission),
    quilt: t.call(getQuilt, inMission),
    completion: t.call(getCompletion, inMission),
    bell: t.call(listNotifications, { token }),
    dashboard: t.call(getDashboard, { token }),
    insights: t.call(getInsights, { token }),
  };
  const answers: Record<string, unknown> = {};
  for (const [name, call] of Object.entries(calls)) {
    const answer = await call;
    expect(answer.statusCode, name).toBe(200);
    answers[name] = answer.json();
  }
  return answers as Record<string, unknown> & { mission: Mission; dashboard: Dashboard };
}

/** The names in the health section of the owner's insights. */
const healthNames = (insights: unknown) =>
  (insights as Insights).full?.owned.flatMap(({ carrying, drifting, away }) =>
    namesOf([...carrying, ...drifting, ...away]),
  ) ?? [];

const namesOf = (members: readonly { name: string }[]) => members.map(({ name }) => name);

it('the board `together` hides points, shares and ranks of others, even when completed', async () => {
  const { ana, ben, cy, mission } = await buildTeam('together');
  const reader = (await t.call(createToken, { token: ben.token, body: { name: 'Watch', scope: 'read' } })).json().token;
  for (const state of ['running', 'completed']) {
    for (const [person, token] of [
      [ana, ana.token],
      [ben, ben.token],
      [ben, reader],
      [cy, cy.token],
    ] as const) {
      const answers = await walk(person, mission, token);
      expect(figuresOfOthers(answers, person), `${person.name}, ${state}`).toEqual([]);
      expect(answers.completion).toMatchObject({ rank: null, member_count: 3 });
      expect(answers.dashboard.mission_stars).toBeNull();
      // A group in the health section would reveal a share.
      expect(healthNames(answers.insights).filter((name) => name !== 'Ana')).toEqual([]);
      expect(namesOf(answers.mission.members)).toEqual(['Ana', 'Ben', 'Cy']);
      expect(namesOf((answers.quilt as { members: { name: string }[] }).members)).toEqual(['Ana', 'Ben', 'Cy']);
      const [card] = state === 'running' ? answers.dashboard.missions : answers.dashboard.completed_missions_history;
      expect(namesOf(card!.members)).toEqual(['Ana', 'Ben', 'Cy']);
    }
    if (state === 'completed') continue;
    t.clock.advance(10 * DAY);
    expect((await t.call(completeMission, { token: ana.token, params: { id: mission } })).statusCode).toBe(204);
  }
});

it("the board `together` shows the viewer's own statistics and awards no stars", async () => {
  const { ana, cy, mission } = await buildTeam('together');
  const { mission: page } = await walk(cy, mission);
  expect(page.members.find(({ user_id }) => user_id === cy.id)).toMatchObject({ points: 60, share_since_joining: 100 });
  t.clock.advance(10 * DAY);
  await t.call(completeMission, { token: ana.token, params: { id: mission } });
  const { completion, dashboard } = await walk(cy, mission);
  const { badges, stats } = completion as { badges: { name: string }[]; stats: object };
  expect(stats).toMatchObject({ total_points: 60 });
  expect(namesOf(badges).filter((name) => name.endsWith('Star'))).toEqual([]);
  expect(dashboard.completed_missions_history[0]!.completion_stats).toEqual({
    [cy.id]: { total_points: 60, completion_percentage: 40 },
  });
});

it('only an edit of the board to `stars` shows points and ranks again', async () => {
  const { ana, ben, mission } = await buildTeam('together');
  const edit = (body: object) =>
    t.call(updateMission, { token: ana.token, params: { id: mission }, body: { ...FIELDS, ...body } });
  expect((await edit({ title: 'Read more' })).json()).toMatchObject({ title: 'Read more', board: 'together' });
  expect((await edit({ board: 'crowns' })).statusCode).toBe(422);
  expect((await edit({ board: 'stars' })).json()).toMatchObject({ board: 'stars', together: null });
  const { mission: page, dashboard, completion } = await walk(ben, mission);
  expect(page.members.map(({ name, points }) => [name, points])).toEqual([
    ['Cy', 60],
    ['Ben', 30],
    ['Ana', 10],
  ]);
  expect(dashboard.mission_stars).toMatchObject({ members: [{ rank: 1, points: 60 }, { rank: 2 }, { rank: 3 }] });
  expect(completion).toMatchObject({ rank: 2 });
});

it('the team total counts the last seven days of all members without an open today', async () => {
  const { ana, ben, mission } = await buildTeam('together');
  const together = async (person: TestUser) => (await walk(person, mission)).mission.together;
  // Four days: Ana checked in on the first, Ben on the first and third, Cy on all. Today is open for Ana and Ben.
  expect(await together(ana)).toEqual({ done: 7, total: 3 + 3 + 4 });
  expect(await together(ben)).toEqual({ done: 7, total: 10 });
  await checkIn(t, ana, mission);
  expect(await together(ana)).toEqual({ done: 8, total: 11 });
  t.clock.advance(20 * DAY);
  // The last seven days of the mission are its fourth to tenth.
  expect(await together(ana)).toEqual({ done: 2, total: 21 });
  const { mission: stars } = await walk(ana, (await buildTeamOf(ana)).mission);
  expect(stars.together).toBeNull();
});

/** A mission for one, with a ranking. */
async function buildTeamOf(owner: TestUser) {
  return { mission: await buildMission(t, owner) };
}
