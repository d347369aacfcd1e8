import { describe, expect, it } from 'vitest';
import { completeMission, settleReward } from '#contract/completion.ts';
import { type Dashboard, getDashboard } from '#contract/dashboard.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
const DAY = 86_400_000;

const fetchDashboard = async (user: TestUser): Promise<Dashboard> =>
  (await t.call(getDashboard, { token: user.token })).json();
const complete = async (owner: TestUser, id: string) => {
  const answer = await t.call(completeMission, { token: owner.token, params: { id } });
  expect(answer.statusCode, answer.body).toBe(204);
};

async function buildTeam() {
  t.clock.set(NOON);
  return [await buildUser(t, { name: 'Ana' }), await buildUser(t, { name: 'Bo' })] as const;
}

describe('completed missions on the dashboard', () => {
  it("show the member's own results, and in the history the results of all members", async () => {
    const [ana, bo] = await buildTeam();
    const mission = await buildMission(t, ana, { title: 'Read', duration_days: 3, description: '<p>Any book.</p>' });
    await buildMembers(t, ana, mission, [bo]);
    await checkIn(t, ana, mission, { type: 'text', content: 'x' });
    await checkIn(t, bo, mission);
    t.clock.advance(DAY);
    await checkIn(t, bo, mission);
    t.clock.advance(2 * DAY);
    expect((await fetchDashboard(bo)).completed_missions).toEqual([]);
    await complete(ana, mission);
    const home = await fetchDashboard(bo);
    const card = {
      id: mission,
      title: 'Read',
      patch: null,
      points_earned: 20,
      duration_days: 3,
      completed_at: t.clock.now().toISOString(),
      member_count: 2,
      members: [
        { user_id: bo.id, name: 'Bo', avatar_url: null, look: expect.any(Object) },
        { user_id: ana.id, name: 'Ana', avatar_url: null, look: expect.any(Object) },
      ],
      checkins_count: 2,
      counted_checkins: 2,
      planned_days: 3,
      completion_percentage: 66.67,
      can_start_next: false,
    };
    expect(home).toMatchObject({ missions: [], completed_missions: [card], completed_missions_count: 1 });
    expect(home.completed_missions_history).toEqual([
      {
        ...card,
        description: '<p>Any book.</p>',
        completion_stats: {
          [ana.id]: { total_points: 15, completion_percentage: 33.33 },
          [bo.id]: { total_points: 20, completion_percentage: 66.67 },
        },
      },
    ]);
    expect((await fetchDashboard(ana)).completed_missions[0]).toMatchObject({
      points_earned: 15,
      completion_percentage: 33.33,
      can_start_next: true,
    });
  });

  it('are the newest three, the newest fifty and their total', async () => {
    const [ana, bo] = await buildTeam();
    const mission = await buildMission(t, ana);
    await t.db.rows(
      `with made as (
         insert into missions (id, title, description, goal, duration_days, first_day, timezone, start_date, end_date, owner_id,
           is_active, completed_at, created_at)
         select gen_random_uuid(), 'Old ' || i, description, goal, duration_days, first_day, timezone, start_date, end_date, owner_id,
           false, created_at + i * interval '1 day', created_at from missions, generate_series(1, 55) i where id = $1 returning id
       ) insert into members (mission_id, user_id, joined_at, joined_day) select id, $2, $3, '2026-11-21' from made`,
      [mission, ana.id, t.clock.now()],
    );
    const home = await fetchDashboard(ana);
    expect(home.completed_missions.map((card) => card.title)).toEqual(['Old 55', 'Old 54', 'Old 53']);
    expect(home.completed_missions_history).toHaveLength(50);
    expect(home.completed_missions_history[49]?.title).toBe('Old 6');
    expect(home.completed_missions_count).toBe(55);
    expect((await fetchDashboard(bo)).completed_missions_count).toBe(0);
  });

  it('name the ten leaders and the viewer in a large team', async () => {
    const [ana] = await buildTeam();
    const mission = await buildMission(t, ana, { duration_days: 1 });
    await t.db.rows(
      `with made as (insert into users (id, name, email, password_hash, timezone, created_at)
         select gen_random_uuid(), 'Crowd ' || i, 'crowd' || i || '@example.com', 'x', 'UTC', $2 from generate_series(1, 30) i returning id)
       insert into members (mission_id, user_id, joined_at, joined_day, points) select $1, id, $2, '2026-11-21', 10 from made`,
      [mission, t.clock.now()],
    );
    t.clock.advance(DAY);
    await complete(ana, mission);
    const [card] = (await fetchDashboard(ana)).completed_missions_history;
    expect(card?.member_count).toBe(31);
    expect(card?.members).toHaveLength(11);
    expect(card?.members.at(-1)?.user_id).toBe(ana.id);
    expect(Object.keys(card?.completion_stats ?? {})).toHaveLength(11);
  });
});

describe('open rewards', () => {
  it("stay on every member's dashboard until they are done for all who earned them", async () => {
    const [ana, bo] = await buildTeam();
    const mission = await buildMission(t, ana, { title: 'Read', duration_days: 1, reward_description: 'Ramen' });
    await buildMission(t, ana, { duration_days: 1 });
    await buildMembers(t, ana, mission, [bo, await buildUser(t)]);
    await checkIn(t, ana, mission, { type: 'text', content: 'x' });
    await checkIn(t, bo, mission);
    t.clock.advance(DAY);
    expect((await fetchDashboard(ana)).open_rewards).toEqual([]);
    await complete(ana, mission);
    const face = ({ id, name }: TestUser) => ({
      user_id: id,
      name,
      avatar_url: null,
      look: expect.any(Object),
      done: false,
    });
    const open = { mission_id: mission, title: 'Read', description: 'Ramen' };
    for (const person of [ana, bo])
      expect((await fetchDashboard(person)).open_rewards).toEqual([
        { ...open, open_count: 2, earned_by: [face(ana), face(bo)] },
      ]);
    const settle = (user_id: string) =>
      t.call(settleReward, { token: bo.token, params: { id: mission }, body: { user_id, done: true } });
    await settle(ana.id);
    expect((await fetchDashboard(ana)).open_rewards).toEqual([{ ...open, open_count: 1, earned_by: [face(bo)] }]);
    await settle(bo.id);
    expect((await fetchDashboard(ana)).open_rewards).toEqual([]);
  });
});
