import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { adminDeleteMission } from '#contract/admin.ts';
import { me } from '#contract/auth.ts';
import { listCheckins } from '#contract/checkins.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { leaveMission } from '#contract/members.ts';
import { deleteMission, getMission, updateMission } from '#contract/missions.ts';
import { listNotifications } from '#contract/notifications.ts';
import { updateProfile } from '#contract/profile.ts';
import { getStreak } from '#contract/streaks.ts';
import { buildAdminSession } from '../../testing/factories/admin.ts';
import { buildInvitationCode, buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
const DAY = 86_400_000;

const input = {
  title: 'Run before breakfast',
  description: '<p>Any <b>distance</b>.</p>',
  goal: 'Ten runs',
  duration_days: 20,
  start_date: '2026-11-21',
  level_goal: 2,
  streak_goal: null,
  reward_description: ' Waffles ',
};
const edit = (person: TestUser, id: string, body: Record<string, unknown> = {}) =>
  t.call(updateMission, { token: person.token, params: { id }, body: { ...input, ...body } });
const remove = (person: TestUser, id: string) => t.call(deleteMission, { token: person.token, params: { id } });
const fetchMission = async (person: TestUser, id: string) =>
  (await t.call(getMission, { token: person.token, params: { id } })).json();

async function buildTeam(body: Record<string, unknown> = {}) {
  t.clock.set(NOON);
  const [owner, friend] = [await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner, body);
  await buildMembers(t, owner, mission, [friend]);
  return { owner, friend, mission };
}

describe('editing a mission', () => {
  it("changes the mission's fields and returns the whole mission", async () => {
    const { owner, friend, mission } = await buildTeam();
    await checkIn(t, owner, mission);
    t.clock.advance(3 * DAY);
    const answer = await edit(owner, mission);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual(await fetchMission(owner, mission));
    expect(await fetchMission(friend, mission)).toMatchObject({
      id: mission,
      title: 'Run before breakfast',
      description: '<p>Any <strong>distance</strong>.</p>',
      goal: 'Ten runs',
      duration_days: 20,
      first_day: '2026-11-21',
      last_day: '2026-12-10',
      end_date: '2026-12-11T00:00:00.000Z',
      level_goal: 2,
      streak_goal: null,
      reward_description: 'Waffles',
      owner_id: owner.id,
      state: 'active',
    });
  });

  it('is allowed for the owner and co-hosts, not for plain members', async () => {
    const { owner, friend, mission } = await buildTeam();
    const refused = await edit(friend, mission);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: 'not_owner', detail: 'Only the owner and the co-hosts of this mission can do this' },
    ]);
    await t.db.rows('update members set is_cohost = true where mission_id = $1 and user_id = $2', [mission, friend.id]);
    expect((await edit(friend, mission)).statusCode).toBe(200);
    expect(await fetchMission(friend, mission)).toMatchObject({
      is_cohost: true,
      owner_id: owner.id,
      can: { edit: true, invite: true, delete: false, complete: false, leave: true },
    });
  });

  it('returns a stranger the same 404 as for an unknown mission, also for a deletion', async () => {
    const { mission } = await buildTeam();
    const stranger = await buildUser(t);
    const unknown = await edit(stranger, randomUUID());
    expect(unknown.json()).toMatchObject({ code: 'mission_not_found', detail: 'Mission not found' });
    for (const id of [mission, 'x'])
      for (const answer of [await edit(stranger, id), await remove(stranger, id)])
        expect([answer.statusCode, answer.body]).toEqual([404, unknown.body]);
  });

  it.each([
    [{ title: ' ' }, 'title', 'Please fill in all required fields'],
    [{ description: '<p></p>' }, 'description', 'Please fill in all required fields'],
    [{ duration_days: 366 }, 'duration_days', 'Duration must be between 1 and 365 days'],
    [{ level_goal: 0 }, 'level_goal', 'Target level must be between 1 and 50'],
    [{ start_date: '2026-11-22' }, 'start_date', 'Start date cannot be before today'],
    [{ start_date: undefined }, 'start_date', 'start_date is required'],
  ])('refuses %j and changes nothing', async (wrong, path, message) => {
    const { owner, mission } = await buildTeam();
    t.clock.advance(2 * DAY);
    const before = await fetchMission(owner, mission);
    const answer = await edit(owner, mission, wrong);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path, message }]]);
    expect(await fetchMission(owner, mission)).toEqual(before);
  });

  it('ignores fields that only the server may set', async () => {
    const { owner, friend, mission } = await buildTeam();
    const forged = {
      owner_id: friend.id,
      is_active: false,
      completed_at: NOON,
      id: randomUUID(),
      timezone: 'Asia/Tokyo',
    };
    expect((await edit(owner, mission, forged)).json()).toMatchObject({
      id: mission,
      owner_id: owner.id,
      is_active: true,
      completed_at: null,
      timezone: 'UTC',
    });
  });

  it('moves a mission to today or later in its own zone', async () => {
    t.clock.set('2026-10-20T09:00:00Z');
    const owner = await buildUser(t, { timezone: 'Europe/Berlin' });
    const mission = await buildMission(t, owner);
    await t.call(updateProfile, { token: owner.token, body: { name: owner.name, timezone: 'Asia/Tokyo' } });
    const answer = await edit(owner, mission, { start_date: '2026-10-23T22:30:00.000Z', duration_days: 3 });
    // 24, 25 (25 hours long) and 26 October in Berlin, although the owner has moved to another zone.
    expect(answer.json()).toMatchObject({
      timezone: 'Europe/Berlin',
      first_day: '2026-10-24',
      start_date: '2026-10-23T22:00:00.000Z',
      end_date: '2026-10-26T23:00:00.000Z',
    });
    expect((await edit(owner, mission, { start_date: '2026-10-19' })).json().code).toBe('start_in_past');
    expect((await edit(owner, mission, { start_date: '2026-10-20' })).statusCode).toBe(200);
  });

  it('can end a mission before checked days, and the check-ins stay', async () => {
    const { owner, mission } = await buildTeam();
    for (let day = 0; day < 4; day++) {
      await checkIn(t, owner, mission);
      t.clock.advance(DAY);
    }
    expect((await edit(owner, mission, { duration_days: 2 })).json()).toMatchObject({
      state: 'ended',
      days_remaining: 0,
    });
    expect((await t.call(listCheckins, { token: owner.token, params: { id: mission } })).json()).toHaveLength(4);
    expect((await checkIn(t, owner, mission)).json().code).toBe('mission_ended');
  });

  it('fails for a completed mission', async () => {
    const { owner, mission } = await buildTeam();
    await t.db.rows('update missions set is_active = false, completed_at = $2 where id = $1', [mission, NOON]);
    const answer = await edit(owner, mission);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'mission_completed', detail: 'This mission is already completed' },
    ]);
    expect((await fetchMission(owner, mission)).can).toMatchObject({ edit: false, delete: true });
  });
});

describe('reviving an ended mission', () => {
  const afterTheEnd = () => t.clock.set(new Date(Date.parse(NOON) + 10 * DAY));

  it('counts as creating: with one slot left, one of five concurrent edits succeeds', async () => {
    t.clock.set(NOON);
    const owner = await buildUser(t);
    const ended: string[] = [];
    for (let i = 0; i < 5; i++) ended.push(await buildMission(t, owner, { duration_days: 5 }));
    afterTheEnd();
    for (let i = 0; i < 4; i++) await buildMission(t, owner);
    const answers = await Promise.all(ended.map((id) => edit(owner, id)));
    expect(answers.filter((a) => a.statusCode === 200)).toHaveLength(1);
    const refused = answers.filter((a) => a.statusCode === 403);
    expect(refused).toHaveLength(4);
    expect(refused[0]!.json()).toMatchObject({
      code: 'plan_limit',
      detail: 'Free plan allows maximum 5 active missions. Upgrade to PRO for unlimited missions.',
    });
    expect((await t.call(getDashboard, { token: owner.token })).json().missions_left).toBe(0);
  });

  it('needs no slot if the mission stays ended, is running, or the plan is paid', async () => {
    t.clock.set(NOON);
    const owner = await buildUser(t);
    const ended = await buildMission(t, owner, { duration_days: 5 });
    afterTheEnd();
    const running = await buildMission(t, owner);
    for (let i = 0; i < 4; i++) await buildMission(t, owner);
    expect((await edit(owner, ended, { duration_days: 7 })).json()).toMatchObject({ state: 'ended' });
    expect((await edit(owner, running, { start_date: '2026-12-01' })).statusCode).toBe(200);
    expect((await edit(owner, ended)).json().code).toBe('plan_limit');
    await t.db.rows("update users set subscription_tier = 'pro' where id = $1", [owner.id]);
    expect((await edit(owner, ended)).json()).toMatchObject({ state: 'active', first_day: '2026-11-21' });
    expect((await checkIn(t, owner, ended)).statusCode).toBe(201);
  });

  it('counts against the owner’s plan, even if a co-host edits', async () => {
    const { owner, friend, mission } = await buildTeam({ duration_days: 5 });
    await t.db.rows('update members set is_cohost = true where user_id = $1', [friend.id]);
    afterTheEnd();
    for (let i = 0; i < 5; i++) await buildMission(t, friend);
    expect((await edit(friend, mission)).statusCode).toBe(200);
    await edit(friend, mission, { duration_days: 5 });
    for (let i = 0; i < 5; i++) await buildMission(t, owner);
    expect((await edit(friend, mission)).json().code).toBe('plan_limit');
  });
});

describe('deleting a mission', () => {
  it('deletes its check-ins and notifications but not points and streaks', async () => {
    const { owner, friend, mission } = await buildTeam();
    const other = await buildMission(t, friend);
    for (let day = 0; day < 3; day++) {
      await checkIn(t, friend, mission, { type: 'text', content: 'Done' });
      await checkIn(t, owner, mission);
      if (day === 0) await checkIn(t, friend, other);
      t.clock.advance(DAY);
    }
    const readState = async () => {
      const ledger = (await t.call(getStreak, { token: friend.token })).json();
      const home = (await t.call(getDashboard, { token: friend.token })).json();
      return { ledger, quilt: home.quilt, stats: { ...home.stats, total_missions: 0 } };
    };
    const before = await readState();
    expect(before).toMatchObject({ ledger: { streak_days: 3 }, stats: { points: 55 } });
    expect(before.quilt[0]).toEqual({ day: '2026-11-21', count: 2 });

    const answer = await remove(owner, mission);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    for (const person of [owner, friend])
      expect((await t.call(getMission, { token: person.token, params: { id: mission } })).statusCode).toBe(404);
    expect((await remove(owner, mission)).statusCode).toBe(404);
    expect((await t.call(listNotifications, { token: friend.token })).json()).toEqual({
      notifications: [],
      unread_count: 0,
      badge_count: 0,
    });
    expect(await t.db.rows('select from checkins where mission_id = $1', [mission])).toEqual([]);
    expect(await readState()).toEqual(before);
    // The streak continues from the archived days.
    expect((await checkIn(t, friend, other)).json()).toMatchObject({ streak_days: 4, points: 65 });
    // The standing, which every zone change saves again, counts them too.
    await t.call(updateProfile, { token: friend.token, body: { name: friend.name, timezone: 'Europe/Berlin' } });
    expect((await t.call(me, { token: friend.token })).json()).toMatchObject({ streak_days: 4, points: 65 });
  });

  it('fails for a co-host', async () => {
    const { friend, mission } = await buildTeam();
    await t.db.rows('update members set is_cohost = true where user_id = $1', [friend.id]);
    const answer = await remove(friend, mission);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      403,
      { code: 'not_owner', detail: 'Only the owner of this mission can do this' },
    ]);
  });

  it('lets one of ten concurrent requests succeed, next to check-ins and edits', async () => {
    const { owner, friend, mission } = await buildTeam();
    await buildInvitationCode(t, owner, mission);
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => remove(owner, mission)),
      ...Array.from({ length: 5 }, () => checkIn(t, friend, mission)),
      ...Array.from({ length: 5 }, () => edit(owner, mission)),
    ]);
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.slice(0, 10).filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => ![200, 201, 204, 400, 404].includes(status))).toEqual([]);
    const checkedIn = statuses.includes(201);
    // In either order, such a young mission takes its points with it.
    expect((await t.call(me, { token: friend.token })).json()).toMatchObject({
      points: 0,
      streak_days: checkedIn ? 1 : 0,
    });
  });

  const fetchMe = async (person: TestUser) => (await t.call(me, { token: person.token })).json();

  it('earns nothing when repeated twelve times with check-ins, and the streak stays', async () => {
    t.clock.set(NOON);
    const person = await buildUser(t);
    for (let i = 0; i < 12; i++) {
      const mission = await buildMission(t, person);
      const { points } = (await checkIn(t, person, mission, { type: 'text', content: 'Done' })).json();
      expect(points).toBe(i < 10 ? 15 : 0);
      expect((await remove(person, mission)).statusCode).toBe(204);
    }
    expect(await fetchMe(person)).toMatchObject({ points: 0, level: 1, streak_days: 1 });
  });

  it('leaves the points of a mission that is 24 hours old or older', async () => {
    for (const [hours, points] of [
      [23, 0],
      [24, 10],
      [25, 10],
    ] as const) {
      t.clock.set(NOON);
      const person = await buildUser(t);
      const mission = await buildMission(t, person);
      await checkIn(t, person, mission);
      t.clock.advance(hours * 3_600_000);
      expect((await remove(person, mission)).statusCode).toBe(204);
      expect(await fetchMe(person)).toMatchObject({ points });
    }
  });

  it('takes only the points of a young mission, from all members, former ones too', async () => {
    const { owner, friend, mission } = await buildTeam();
    const left = await buildUser(t);
    await buildMembers(t, owner, mission, [left]);
    const other = await buildMission(t, friend);
    await checkIn(t, friend, other);
    for (const person of [owner, friend, left]) await checkIn(t, person, mission, { type: 'text', content: 'Done' });
    expect((await t.call(leaveMission, { token: left.token, params: { id: mission } })).statusCode).toBe(204);
    const token = await buildAdminSession(t);
    expect((await t.call(adminDeleteMission, { token, params: { id: mission } })).statusCode).toBe(204);
    const all = await Promise.all([owner, friend, left].map(fetchMe));
    expect(all.map(({ points, streak_days }) => [points, streak_days])).toEqual([
      [0, 1],
      [10, 1],
      [0, 1],
    ]);
  });
});
