import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMission, getMission } from '#contract/missions.ts';
import { generateInvitationCode, joinMission, previewJoin } from '#contract/missions-join.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { buildInvitationCode, buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
const DAY = 86_400_000;

const input = {
  title: 'Read 20 pages before bed',
  description: '<p>Any book.</p>',
  goal: 'Two books',
  duration_days: 30,
  start_date: '2026-11-21',
};

describe('creating a mission', () => {
  it('makes its owner the first member, with days in the owner’s zone', async () => {
    t.clock.set(new Date(NOON));
    const owner = await buildUser(t, { timezone: 'Asia/Kuala_Lumpur' });
    const body = { ...input, level_goal: 3, streak_goal: 24, reward_description: '  Ramen night  ' };
    const answer = await t.call(createMission, { token: owner.token, body });
    expect(answer.statusCode).toBe(201);
    const page = (await t.call(getMission, { token: owner.token, params: { id: answer.json().id } })).json();
    expect(page).toMatchObject({
      title: input.title,
      start_date: '2026-11-20T16:00:00.000Z',
      end_date: '2026-12-20T16:00:00.000Z',
      first_day: '2026-11-21',
      last_day: '2026-12-20',
      owner_id: owner.id,
      owner_name: owner.name,
      level_goal: 3,
      streak_goal: 24,
      reward_description: 'Ramen night',
      invitation_code: null,
      is_active: true,
      state: 'active',
      days_remaining: 30,
      today: '2026-11-21',
      checked_in_today: false,
      can: { edit: true, delete: true, complete: false, invite: true, check_in: true, leave: false },
    });
    expect(page.members).toHaveLength(1);
    expect(page.members[0]).toMatchObject({
      user_id: owner.id,
      email: owner.email,
      is_owner: true,
      checked_in_today: false,
      share_since_joining: 0,
    });
  });

  it('keeps the days across a clock change, and accepts an instant as the start', async () => {
    t.clock.set(new Date('2026-10-20T09:00:00Z'));
    const owner = await buildUser(t, { timezone: 'Europe/Berlin' });
    const id = await buildMission(t, owner, { start_date: '2026-10-23T22:30:00.000Z', duration_days: 3 });
    const page = (await t.call(getMission, { token: owner.token, params: { id } })).json();
    // 24, 25 (25 hours long) and 26 October.
    expect(page).toMatchObject({
      first_day: '2026-10-24',
      start_date: '2026-10-23T22:00:00.000Z',
      end_date: '2026-10-26T23:00:00.000Z',
      last_day: '2026-10-26',
    });
  });

  it.each([
    [{ title: '   ' }, 'title', 'Please fill in all required fields'],
    [{ goal: '' }, 'goal', 'Please fill in all required fields'],
    [{ description: '<p>  </p><script>x</script>' }, 'description', 'Please fill in all required fields'],
    [{ description: null }, 'description', 'Please fill in all required fields'],
    [{ title: 'x'.repeat(101) }, 'title', 'Title can have at most 100 characters'],
    [{ goal: 'x'.repeat(201) }, 'goal', 'Success goal can have at most 200 characters'],
    [{ reward_description: 'x'.repeat(201) }, 'reward_description', 'Reward can have at most 200 characters'],
    [{ duration_days: 0 }, 'duration_days', 'Duration must be between 1 and 365 days'],
    [{ duration_days: 366 }, 'duration_days', 'Duration must be between 1 and 365 days'],
    [{ duration_days: 2.5 }, 'duration_days', 'Duration must be between 1 and 365 days'],
    [{ duration_days: '30' }, 'duration_days', 'Duration must be between 1 and 365 days'],
    [{ level_goal: 51 }, 'level_goal', 'Target level must be between 1 and 50'],
    [{ streak_goal: 0 }, 'streak_goal', 'Target streak must be between 1 and 365'],
    [{ start_date: '2026-02-30' }, 'start_date', 'Please choose a start date'],
    [{ start_date: 'soon' }, 'start_date', 'Please choose a start date'],
  ])('refuses %j', async (wrong, path, message) => {
    t.clock.set(new Date(NOON));
    const owner = await buildUser(t);
    const answer = await t.call(createMission, { token: owner.token, body: { ...input, ...wrong } });
    expect([answer.statusCode, answer.json().errors?.[0], answer.json().detail]).toEqual([
      422,
      { path, message },
      message,
    ]);
  });

  it('refuses a start before today in the owner’s own zone', async () => {
    t.clock.set(new Date('2026-11-21T23:00:00Z'));
    const owner = await buildUser(t, { timezone: 'Asia/Tokyo' });
    const answer = await t.call(createMission, { token: owner.token, body: input });
    expect([answer.statusCode, answer.json().code, answer.json().detail]).toEqual([
      422,
      'start_in_past',
      'Start date cannot be before today',
    ]);
    expect(
      (await t.call(createMission, { token: owner.token, body: { ...input, start_date: '2026-11-22' } })).statusCode,
    ).toBe(201);
  });

  it('stores clean HTML and ignores fields that only the server may set', async () => {
    t.clock.set(new Date(NOON));
    const owner = await buildUser(t);
    const description =
      '<p onclick="x()">Hi <b>you</b><img src=x onerror=alert(1)></p><a href="javascript:x">link</a><ul><li>one</li></ul><iframe src=x>inside</iframe>';
    const id = await buildMission(t, owner, {
      description,
      owner_id: randomUUID(),
      invitation_code: 'AAAAAAAAAA',
      is_active: false,
    });
    const page = (await t.call(getMission, { token: owner.token, params: { id } })).json();
    expect(page).toMatchObject({
      description: '<p>Hi <strong>you</strong></p>link<ul><li>one</li></ul>',
      owner_id: owner.id,
      invitation_code: null,
      is_active: true,
    });
  });

  it('succeeds for one of 20 concurrent requests on Free with four active missions', async () => {
    t.clock.set(new Date(NOON));
    const owner = await buildUser(t);
    for (let i = 0; i < 4; i++) await buildMission(t, owner, { duration_days: 7 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => t.call(createMission, { token: owner.token, body: input })),
    );
    expect(answers.filter((a) => a.statusCode === 201)).toHaveLength(1);
    const refused = answers.filter((a) => a.statusCode === 403);
    expect(refused).toHaveLength(19);
    expect(refused[0]!.json()).toMatchObject({
      code: 'plan_limit',
      detail: 'Free plan allows maximum 5 active missions. Upgrade to PRO for unlimited missions.',
    });
    t.clock.advance(8 * DAY);
    expect(
      (await t.call(createMission, { token: owner.token, body: { ...input, start_date: '2026-11-29' } })).statusCode,
    ).toBe(201);
  });

  it('is unlimited on a paid plan, and joining is never limited by a plan', async () => {
    t.clock.set(new Date(NOON));
    const owner = await buildUser(t);
    const friend = await buildUser(t);
    for (let i = 0; i < 5; i++) await buildMission(t, friend);
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, [friend]);
    expect((await t.call(getMission, { token: friend.token, params: { id: mission } })).statusCode).toBe(200);
    await t.db.rows("update users set subscription_tier = 'pro' where id = $1", [friend.id]);
    expect((await t.call(createMission, { token: friend.token, body: input })).statusCode).toBe(201);
  });
});

describe('visibility', () => {
  it('returns former members and strangers the same 404 as for an unknown mission', async () => {
    t.clock.set(new Date(NOON));
    const owner = await buildUser(t);
    const friend = await buildUser(t);
    const stranger = await buildUser(t);
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, [friend]);
    await t.db.rows('update members set left_at = $2 where user_id = $1', [friend.id, t.clock.now()]);
    const unknown = await t.call(getMission, { token: stranger.token, params: { id: randomUUID() } });
    for (const e of [getMission, getQuilt, generateInvitationCode])
      for (const person of [friend, stranger]) {
        const answer = await t.call(e, { token: person.token, params: { id: mission } });
        expect([answer.statusCode, answer.body]).toEqual([404, unknown.body]);
      }
    expect((await t.call(getMission, { token: owner.token, params: { id: "1' or '1'='1" } })).body).toBe(unknown.body);
    expect(unknown.json()).toMatchObject({ code: 'mission_not_found', detail: 'Mission not found' });
  });

  it('shows a member only their own address, and the owner all addresses', async () => {
    t.clock.set(new Date(NOON));
    const [owner, ana, ben] = [await buildUser(t), await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, [ana, ben]);
    const emailsSeenBy = async (token: string) => {
      const page = (await t.call(getMission, { token, params: { id: mission } })).json();
      return page.members
        .map((m: { email: string | null }) => m.email)
        .filter(Boolean)
        .sort();
    };
    expect(await emailsSeenBy(ana.token)).toEqual([ana.email]);
    expect(await emailsSeenBy(owner.token)).toEqual([owner.email, ana.email, ben.email].sort());
    const seen = (await t.call(getMission, { token: ana.token, params: { id: mission } })).json();
    expect(seen.invitation_code).toBeNull();
    expect(seen.can).toEqual({
      edit: false,
      delete: false,
      complete: false,
      invite: false,
      check_in: true,
      check_in_yesterday: false,
      leave: true,
    });
  });

  it('ranks members by points, with their share of days since joining', async () => {
    t.clock.set(new Date(NOON));
    const owner = await buildUser(t);
    const late = await buildUser(t);
    const mission = await buildMission(t, owner);
    for (const day of [0, 1, 3]) {
      t.clock.set(new Date(Date.parse(NOON) + day * DAY));
      await checkIn(t, owner, mission);
    }
    await buildMembers(t, owner, mission, [late]);
    await checkIn(t, late, mission);
    const { members } = (await t.call(getMission, { token: late.token, params: { id: mission } })).json();
    expect(
      members.map((m: Record<string, unknown>) => [
        m.user_id,
        m.points,
        m.checkins_count,
        m.share_since_joining,
        m.streak_days,
      ]),
    ).toEqual([
      [owner.id, 30, 3, 75, 1],
      [late.id, 10, 1, 100, 1],
    ]);
    const quilt = (await t.call(getQuilt, { token: late.token, params: { id: mission } })).json();
    expect(quilt.members[0]).toMatchObject({
      user_id: owner.id,
      // The first, second and fourth day.
      days: 'd',
      rest_days: '',
      today: 3,
      joined: 0,
    });
  });
});

describe('invitation codes', () => {
  it('can be previewed, ignore case and admit a person once', async () => {
    t.clock.set(new Date(NOON));
    const owner = await buildUser(t);
    const friend = await buildUser(t);
    const mission = await buildMission(t, owner, { title: 'Run' });
    const code = await buildInvitationCode(t, owner, mission);
    expect(code).toMatch(/^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{10}$/);
    const preview = await t.call(previewJoin, { params: { code: code.toLowerCase() } });
    expect(preview.json()).toMatchObject({ mission_id: mission, mission_title: 'Run', member_count: 1, day: 1 });
    const joins = await Promise.all(
      Array.from({ length: 20 }, () =>
        t.call(joinMission, { token: friend.token, params: { code: code.toLowerCase() } }),
      ),
    );
    expect(joins.filter((a) => a.statusCode === 200)).toHaveLength(1);
    expect(joins.find((a) => a.statusCode === 400)!.json()).toMatchObject({
      code: 'already_member',
      detail: 'You are already a member of this mission',
      mission_id: mission,
    });
    expect((await t.call(getMission, { token: friend.token, params: { id: mission } })).json().members).toHaveLength(2);
  });

  it('stop working after a new code and after the end of the mission', async () => {
    t.clock.set(new Date(NOON));
    const owner = await buildUser(t);
    const friend = await buildUser(t);
    const mission = await buildMission(t, owner, { duration_days: 7 });
    const old = await buildInvitationCode(t, owner, mission);
    const code = await buildInvitationCode(t, owner, mission);
    const join = (c: string) => t.call(joinMission, { token: friend.token, params: { code: c } });
    const unknown = { code: 'join_code_unknown', detail: 'Invalid invitation link or mission no longer active' };
    for (const wrong of [old, 'short', '0OIL000000', `${code}A`, '%00', "'; drop table users; --"]) {
      expect([(await join(wrong)).statusCode, (await join(wrong)).json()]).toMatchObject([404, unknown]);
      expect((await t.call(previewJoin, { params: { code: wrong } })).json()).toMatchObject(unknown);
    }
    t.clock.advance(8 * DAY);
    expect((await join(code)).json()).toMatchObject(unknown);
  });

  it('cannot be generated by a plain member', async () => {
    t.clock.set(new Date(NOON));
    const owner = await buildUser(t);
    const friend = await buildUser(t);
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, [friend]);
    const answer = await t.call(generateInvitationCode, { token: friend.token, params: { id: mission } });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_owner']);
  });

  it('admit one of 20 concurrent users at 499 members', async () => {
    t.clock.set(new Date(NOON));
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner);
    const code = await buildInvitationCode(t, owner, mission);
    await t.db.rows(
      `with made as (insert into users (id, name, email, password_hash, timezone, created_at)
         select gen_random_uuid(), 'Crowd', 'crowd' || i || '@example.com', 'x', 'UTC', $2 from generate_series(1, 498) i returning id)
       insert into members (mission_id, user_id, joined_at, joined_day) select $1, id, $2, '2026-11-21' from made`,
      [mission, t.clock.now()],
    );
    const people = [];
    for (let i = 0; i < 20; i++) people.push(await buildUser(t));
    const answers = await Promise.all(people.map((p) => t.call(joinMission, { token: p.token, params: { code } })));
    expect(answers.filter((a) => a.statusCode === 200)).toHaveLength(1);
    expect(answers.filter((a) => a.json().code === 'mission_full')).toHaveLength(19);
  });
});
