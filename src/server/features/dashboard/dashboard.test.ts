import { describe, expect, it } from 'vitest';
import { login } from '#contract/auth.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { createPause } from '#contract/streaks.ts';
import { buildApiToken } from '../../testing/factories/api-tokens.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const fetchDashboard = async (user: TestUser): Promise<Dashboard> => {
  const answer = await t.call(getDashboard, { token: user.token });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const idsOf = (home: Dashboard) => home.missions.map((mission) => mission.id);

async function buildOwner(timezone = 'UTC') {
  t.clock.set(NOON);
  return buildUser(t, { timezone });
}

const leave = (user: TestUser, mission: string) =>
  t.db.rows('update members set left_at = $3 where mission_id = $1 and user_id = $2', [
    mission,
    user.id,
    t.clock.now(),
  ]);

const complete = (mission: string) =>
  t.db.rows('update missions set is_active = false, completed_at = $2 where id = $1', [mission, t.clock.now()]);

describe('the dashboard', () => {
  it('is empty for a new user', async () => {
    const owner = await buildOwner();
    expect(await fetchDashboard(owner)).toEqual({
      missions: [],
      checked_in_missions: [],
      pending_invitations: [],
      stats: { level: 1, points: 0, streak_days: 0, total_missions: 0 },
      completed_missions: [],
      completed_missions_history: [],
      completed_missions_count: 0,
      open_rewards: [],
      offers: [],
      missions_left: 5,
      today: '2026-11-21',
      pause: null,
      next_pause: null,
      quilt: [],
      imported_days: [],
      mission_stars: null,
      life: { timezone: 'UTC', moved_day: null, away: [], archived: null, memberships: [] },
    });
  });

  it("shows the viewer's own progress and permissions on a mission card", async () => {
    const owner = await buildOwner();
    const friend = await buildUser(t, { name: 'Bo' });
    const mission = await buildMission(t, owner, { level_goal: 4, streak_goal: 8, reward_description: 'Ramen' });
    await buildMembers(t, owner, mission, [friend]);
    await checkIn(t, friend, mission, { type: 'text', content: 'Page 22' });
    t.clock.advance(DAY);
    await checkIn(t, friend, mission);
    const home = await fetchDashboard(friend);
    expect(home.missions).toEqual([
      {
        id: mission,
        amounts: null,
        title: 'Read 20 pages before bed',
        patch: null,
        habit: 'shared',
        own_habit: null,
        description: '<p>Any book that is not work.</p>',
        duration_days: 30,
        first_day: '2026-11-21',
        last_day: '2026-12-20',
        start_date: '2026-11-21T00:00:00.000Z',
        end_date: '2026-12-21T00:00:00.000Z',
        timezone: 'UTC',
        days_remaining: 29,
        state: 'active',
        started: true,
        owner_id: owner.id,
        owner_name: owner.name,
        member_count: 2,
        members: [
          { user_id: friend.id, name: 'Bo', avatar_url: null, look: expect.any(Object) },
          { user_id: owner.id, name: owner.name, avatar_url: null, look: expect.any(Object) },
        ],
        checkins_count: 2,
        counted_checkins: 2,
        points: 25,
        streak_days: 2,
        last_checkin_day: '2026-11-22',
        level: 1,
        level_goal: 4,
        streak_goal: 8,
        reward_description: 'Ramen',
        ask_reminder: true,
        goal_progress: 25,
        needed_today: false,
        needed_yesterday: false,
        own_goals: { level: 4, streak: 8 },
        can: {
          edit: false,
          delete: false,
          complete: false,
          invite: false,
          check_in: false,
          check_in_yesterday: false,
          leave: true,
        },
        schedule: { kind: 'daily' },
        planned_days: 30,
        due_today: false,
        extra_today: false,
        week: null,
      },
    ]);
    expect(home.stats).toEqual({ level: 1, points: 25, streak_days: 2, total_missions: 1 });
    expect((await fetchDashboard(owner)).missions[0]).toMatchObject({
      points: 0,
      streak_days: 0,
      goal_progress: 13,
      can: { edit: true, delete: true, invite: true, check_in: true, leave: false },
    });
  });

  it('includes the life of the viewer in a session, and none for an API token', async () => {
    const owner = await buildOwner();
    const mission = await buildMission(t, owner, { schedule: { kind: 'weekly', times: 3 } });
    await checkIn(t, owner, mission);
    const body = { from_day: '2026-11-23', to_day: '2026-11-24', reason: 'ill' };
    expect((await t.call(createPause, { token: owner.token, body })).statusCode).toBe(201);
    const { life } = await fetchDashboard(owner);
    expect(life).toMatchObject({
      away: [{ from_day: '2026-11-23', to_day: '2026-11-24', kind: 'break' }],
      memberships: [
        { mission_id: mission, times: 3, is_running: true, checked: { bits: expect.stringMatching(/^80/) } },
      ],
    });
    const { token } = await buildApiToken(t, owner, 'read');
    expect((await t.call(getDashboard, { token })).json().life).toBeNull();
  });

  it('shows no progress without a goal, and the progress of a single goal', async () => {
    const owner = await buildOwner();
    const plain = await buildMission(t, owner);
    const levels = await buildMission(t, owner, { level_goal: 2 });
    const streaks = await buildMission(t, owner, { streak_goal: 4 });
    await checkIn(t, owner, streaks);
    const progress = Object.fromEntries((await fetchDashboard(owner)).missions.map((m) => [m.id, m.goal_progress]));
    expect(progress).toEqual({ [plain]: null, [levels]: 50, [streaks]: 25 });
  });

  it('shows at most three members and the total on a mission card', async () => {
    const owner = await buildOwner();
    const friends = await Promise.all(Array.from({ length: 4 }, () => buildUser(t)));
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, friends);
    await checkIn(t, friends[3]!, mission);
    await leave(friends[0]!, mission);
    const [card] = (await fetchDashboard(owner)).missions;
    expect(card?.member_count).toBe(4);
    expect(card?.members).toHaveLength(3);
    expect(card?.members[0]?.user_id).toBe(friends[3]?.id);
    expect(card?.members.some((face) => face.user_id === friends[0]?.id)).toBe(false);
  });

  it("omits missions the user left, completed missions and other people's missions", async () => {
    const owner = await buildOwner();
    const friend = await buildUser(t);
    const [left, over, current] = [
      await buildMission(t, owner),
      await buildMission(t, owner),
      await buildMission(t, owner),
    ];
    for (const mission of [left, over, current]) await buildMembers(t, owner, mission, [friend]);
    await buildMission(t, owner);
    await leave(friend, left);
    await complete(over);
    const home = await fetchDashboard(friend);
    expect(idsOf(home)).toEqual([current]);
    expect(home.stats.total_missions).toBe(1);
    expect(home.missions_left).toBe(4);
  });
});

describe('the order of the missions', () => {
  it('sorts by state (open, ended, done today, not started) and then by end', async () => {
    const owner = await buildOwner();
    const ended = await buildMission(t, owner, { duration_days: 2 });
    t.clock.advance(3 * DAY);
    const later = await buildMission(t, owner, { start_date: '2026-11-27', duration_days: 3 });
    const done = await buildMission(t, owner, { duration_days: 5 });
    const openLong = await buildMission(t, owner, { duration_days: 40 });
    const openShort = await buildMission(t, owner, { duration_days: 20 });
    await checkIn(t, owner, done);
    const home = await fetchDashboard(owner);
    expect(idsOf(home)).toEqual([openShort, openLong, ended, done, later]);
    expect(home.missions.map((m) => [m.state, m.started, m.can.check_in, m.can.complete])).toEqual([
      ['active', true, true, false],
      ['active', true, true, false],
      ['ended', true, false, true],
      ['active', true, false, false],
      ['active', false, false, false],
    ]);
    expect(home.checked_in_missions).toEqual([done]);
    expect(home.missions_left).toBe(1);
  });

  it("moves a checked mission down until the next day on the member's own clock", async () => {
    const owner = await buildOwner('Asia/Tokyo');
    const first = await buildMission(t, owner, { duration_days: 10 });
    const second = await buildMission(t, owner, { duration_days: 20 });
    expect(idsOf(await fetchDashboard(owner))).toEqual([first, second]);
    await checkIn(t, owner, first);
    const noon = await fetchDashboard(owner);
    expect(idsOf(noon)).toEqual([second, first]);
    expect(noon.checked_in_missions).toEqual([first]);
    // Midnight in Tokyo is 15:00 in UTC.
    t.clock.advance(3 * HOUR - 1);
    expect((await fetchDashboard(owner)).checked_in_missions).toEqual([first]);
    t.clock.advance(1);
    const next = await fetchDashboard(owner);
    // Until noon a check-in can still save yesterday.
    expect([next.today, next.checked_in_missions, idsOf(next)]).toEqual(['2026-11-22', [], [second, first]]);
    expect(next.missions.map((card: Dashboard['missions'][number]) => card.needed_yesterday)).toEqual([true, false]);
    t.clock.advance(12 * HOUR);
    expect(idsOf(await fetchDashboard(owner))).toEqual([first, second]);
  });
});

describe('the stats', () => {
  it('count the missions that the free plan still allows, and omit it on a paid plan', async () => {
    const owner = await buildOwner();
    for (const left of [4, 3, 2, 1, 0]) {
      await buildMission(t, owner);
      expect((await fetchDashboard(owner)).missions_left).toBe(left);
    }
    const friend = await buildUser(t);
    const sixth = await buildMission(t, friend);
    await buildMembers(t, friend, sixth, [owner]);
    const home = await fetchDashboard(owner);
    expect([home.stats.total_missions, home.missions_left]).toEqual([6, 0]);
    await t.db.rows("update users set subscription_tier = 'pro' where id = $1", [owner.id]);
    expect((await fetchDashboard(owner)).missions_left).toBeNull();
  });

  it('do not count an ended mission against the limit', async () => {
    const owner = await buildOwner();
    await buildMission(t, owner, { duration_days: 1 });
    expect((await fetchDashboard(owner)).missions_left).toBe(4);
    t.clock.advance(DAY);
    const home = await fetchDashboard(owner);
    expect([home.stats.total_missions, home.missions_left, home.missions[0]?.state]).toEqual([0, 5, 'ended']);
  });

  it('add up points and level, and show the streak until the day after the last check-in', async () => {
    const owner = await buildOwner();
    const [one, two] = [await buildMission(t, owner), await buildMission(t, owner)];
    for (let day = 0; day < 4; day++) {
      await checkIn(t, owner, one, { type: 'text', content: 'x' });
      await checkIn(t, owner, two);
      t.clock.advance(DAY);
    }
    expect((await fetchDashboard(owner)).stats).toEqual({ level: 2, points: 100, streak_days: 4, total_missions: 2 });
    t.clock.advance(DAY);
    const home = await fetchDashboard(owner);
    expect(home.stats).toMatchObject({ points: 100, streak_days: 0 });
    expect(home.missions.map((mission) => mission.streak_days)).toEqual([0, 0]);
  });
});

describe('the quilt', () => {
  it('has the number of check-ins on each day of the last 18 weeks', async () => {
    const owner = await buildOwner();
    const [one, two] = [
      await buildMission(t, owner, { duration_days: 200 }),
      await buildMission(t, owner, { duration_days: 200 }),
    ];
    await checkIn(t, owner, one);
    await checkIn(t, owner, two);
    t.clock.advance(2 * DAY);
    await checkIn(t, owner, one);
    expect((await fetchDashboard(owner)).quilt).toEqual([
      { day: '2026-11-21', count: 2 },
      { day: '2026-11-23', count: 1 },
    ]);
    // The first of 126 days, today included, drops out on the 127th. The session expired long before.
    t.clock.set('2027-03-26T12:00:00Z');
    const token = (await t.call(login, { body: owner })).json().access_token;
    expect((await fetchDashboard({ ...owner, token })).quilt).toHaveLength(2);
    t.clock.advance(DAY);
    expect((await fetchDashboard({ ...owner, token })).quilt).toEqual([{ day: '2026-11-23', count: 1 }]);
  });
});

describe('the leaderboard', () => {
  it('is hidden while no member has points', async () => {
    const owner = await buildOwner();
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, [await buildUser(t)]);
    expect((await fetchDashboard(owner)).mission_stars).toBeNull();
    await checkIn(t, owner, mission);
    expect((await fetchDashboard(owner)).mission_stars).not.toBeNull();
  });

  it('shows the three leaders and the viewer, with the points of the last seven days', async () => {
    const owner = await buildOwner();
    const friends = await Promise.all(['Ana', 'Bo', 'Cy', 'Di'].map((name) => buildUser(t, { name })));
    const [ana, bo, cy, di] = friends as [TestUser, TestUser, TestUser, TestUser];
    const mission = await buildMission(t, owner, { title: 'Run 30' });
    await buildMembers(t, owner, mission, friends);
    const text = { type: 'text', content: 'x' };
    await checkIn(t, ana, mission, text);
    for (const person of [bo, cy, di]) await checkIn(t, person, mission);
    t.clock.advance(2 * DAY);
    await checkIn(t, ana, mission, text);
    await checkIn(t, bo, mission, text);
    await checkIn(t, cy, mission);
    const { mission_stars } = await fetchDashboard(di);
    expect(mission_stars).toMatchObject({ mission_id: mission, title: 'Run 30' });
    expect(mission_stars?.members).toEqual([
      {
        user_id: ana.id,
        name: 'Ana',
        avatar_url: null,
        look: expect.any(Object),
        rank: 1,
        points: 30,
        week: [0, 0, 0, 0, 15, 0, 15],
      },
      {
        user_id: bo.id,
        name: 'Bo',
        avatar_url: null,
        look: expect.any(Object),
        rank: 2,
        points: 25,
        week: [0, 0, 0, 0, 10, 0, 15],
      },
      {
        user_id: cy.id,
        name: 'Cy',
        avatar_url: null,
        look: expect.any(Object),
        rank: 3,
        points: 20,
        week: [0, 0, 0, 0, 10, 0, 10],
      },
      {
        user_id: di.id,
        name: 'Di',
        avatar_url: null,
        look: expect.any(Object),
        rank: 4,
        points: 10,
        week: [0, 0, 0, 0, 10, 0, 0],
      },
    ]);
    const own = (await fetchDashboard(owner)).mission_stars?.members ?? [];
    expect(own.map((star) => [star.name, star.rank])).toEqual([
      ['Ana', 1],
      ['Bo', 2],
      ['Cy', 3],
      [owner.name, 5],
    ]);
    t.clock.advance(6 * DAY);
    expect((await fetchDashboard(di)).mission_stars?.members[0]).toMatchObject({
      points: 30,
      week: [15, 0, 0, 0, 0, 0, 0],
    });
  });

  it('gives equal points the same rank, also below the leaders, and then skips ranks', async () => {
    const owner = await buildOwner();
    const friends = await Promise.all(['Ana', 'Bo', 'Cy', 'Di'].map((name) => buildUser(t, { name })));
    const [ana, bo, cy, di] = friends as [TestUser, TestUser, TestUser, TestUser];
    const mission = await buildMission(t, owner);
    for (const friend of friends) {
      t.clock.advance(1000);
      await buildMembers(t, owner, mission, [friend]);
    }
    await checkIn(t, ana, mission, { type: 'text', content: 'x' });
    for (const person of [bo, cy, di]) await checkIn(t, person, mission);
    const ranksFor = async (user: TestUser) =>
      ((await fetchDashboard(user)).mission_stars?.members ?? []).map(({ name, rank }) => [name, rank]);
    const leaders = [
      ['Ana', 1],
      ['Bo', 2],
      ['Cy', 2],
    ];
    expect(await ranksFor(cy)).toEqual(leaders);
    expect(await ranksFor(di)).toEqual([...leaders, ['Di', 2]]);
    expect(await ranksFor(owner)).toEqual([...leaders, [owner.name, 5]]);
  });

  it('omits former members', async () => {
    const owner = await buildOwner();
    const friend = await buildUser(t);
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, [friend, await buildUser(t)]);
    await checkIn(t, friend, mission);
    await checkIn(t, owner, mission);
    await leave(friend, mission);
    const members = (await fetchDashboard(owner)).mission_stars?.members ?? [];
    expect(members.map((star) => star.user_id)).not.toContain(friend.id);
    expect(members[0]).toMatchObject({ user_id: owner.id, rank: 1 });
  });

  it('belongs to the first listed mission that has points', async () => {
    const owner = await buildOwner();
    const friend = await buildUser(t);
    const [silent, lively] = [
      await buildMission(t, owner, { duration_days: 10 }),
      await buildMission(t, owner, { duration_days: 20 }),
    ];
    for (const mission of [silent, lively]) await buildMembers(t, owner, mission, [friend]);
    await checkIn(t, friend, lively);
    const home = await fetchDashboard(owner);
    expect(idsOf(home)).toEqual([silent, lively]);
    expect(home.mission_stars?.mission_id).toBe(lively);
  });
});
