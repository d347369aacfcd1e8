import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { login } from '#contract/auth.ts';
import { nudgeMember } from '#contract/members.ts';
import { listNotifications, markAllRead, markRead } from '#contract/notifications.ts';
import { Int } from '#platform/db/columns.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { purgeNotifications } from './expiry/jobs.ts';

const t = await testApp();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Row {
  id: string;
  is_read: boolean;
  content: string;
  user_name: string;
}

const fetchBell = async (user: TestUser): Promise<{ notifications: Row[]; unread_count: number }> =>
  (await t.call(listNotifications, { token: user.token })).json();
const read = (user: TestUser, id: string) => t.call(markRead, { token: user.token, params: { id } });

const nudge = (from: TestUser, to: TestUser, mission: string) =>
  t.call(nudgeMember, { token: from.token, params: { id: mission, userId: to.id } });

async function buildTrio() {
  t.clock.set(NOON);
  const [owner, ana, bo] = [
    await buildUser(t),
    await buildUser(t, { name: 'Ana' }),
    await buildUser(t, { name: 'Bo' }),
  ];
  const mission = await buildMission(t, owner, { title: 'Run 30' });
  await buildMembers(t, owner, mission, [ana, bo]);
  return { owner, ana, bo, mission };
}

describe('the bell', () => {
  it('is empty for a new user', async () => {
    expect(await fetchBell(await buildUser(t))).toEqual({ notifications: [], unread_count: 0, badge_count: 0 });
  });

  it('notifies every other member of a check-in, with everything that it shows', async () => {
    const { owner, ana, bo, mission } = await buildTrio();
    const receipt = (await checkIn(t, ana, mission, { type: 'text', content: 'Five km' })).json();
    for (const member of [owner, bo])
      expect(await fetchBell(member)).toEqual({
        notifications: [
          {
            id: expect.any(String),
            is_read: false,
            type: 'checkin',
            checkin_id: receipt.checkin.id,
            comment_id: null,
            mission_id: mission,
            mission_title: 'Run 30',
            user_name: 'Ana',
            user_avatar_url: null,
            user_look: expect.any(Object),
            checkin_type: 'text',
            own_habit: null,
            is_own_checkin: false,
            reaction_type: null,
            reaction_emoji: null,
            content: 'Five km',
            checkin_content: 'Five km',
            points_earned: 15,
            created_at: NOON,
          },
        ],
        unread_count: 1,
        badge_count: 0,
      });
    expect(await fetchBell(ana)).toEqual({ notifications: [], unread_count: 0, badge_count: 0 });
  });

  it('lists the newest notification first', async () => {
    const { owner, ana, bo, mission } = await buildTrio();
    await checkIn(t, ana, mission);
    t.clock.advance(MINUTE);
    await checkIn(t, bo, mission);
    expect((await fetchBell(owner)).notifications.map((row) => row.user_name)).toEqual(['Bo', 'Ana']);
  });

  it('lists the newest 50 notifications and counts all unread ones', async () => {
    const { owner, ana } = await buildTrio();
    const long = await buildMission(t, owner, { duration_days: 60 });
    await buildMembers(t, owner, long, [ana]);
    for (let day = 0; day < 55; day++) {
      await checkIn(t, ana, long, { type: 'text', content: `Day ${day}` });
      t.clock.advance(DAY);
    }
    // The owner's first session has expired.
    const token = (await t.call(login, { body: owner })).json().access_token;
    const { notifications, unread_count } = await fetchBell({ ...owner, token });
    expect(notifications).toHaveLength(50);
    expect([notifications[0]?.content, notifications[49]?.content]).toEqual(['Day 54', 'Day 5']);
    expect(unread_count).toBe(55);
  });

  it('shows one notification after 20 concurrent check-ins for one day', async () => {
    const { owner, ana, mission } = await buildTrio();
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkIn(t, ana, mission)));
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
    expect((await fetchBell(owner)).unread_count).toBe(1);
  });

  it('drops the notifications of a mission the user left, and adds no more', async () => {
    const { owner, ana, bo, mission } = await buildTrio();
    await checkIn(t, ana, mission);
    expect((await fetchBell(bo)).unread_count).toBe(1);
    await t.db.rows('update members set left_at = $3 where mission_id = $1 and user_id = $2', [
      mission,
      bo.id,
      t.clock.now(),
    ]);
    expect(await fetchBell(bo)).toEqual({ notifications: [], unread_count: 0, badge_count: 0 });
    t.clock.advance(DAY);
    await checkIn(t, ana, mission);
    expect(await fetchBell(bo)).toEqual({ notifications: [], unread_count: 0, badge_count: 0 });
    expect((await fetchBell(owner)).unread_count).toBe(2);
  });
});

describe('deleting old notifications', () => {
  const purge = () => purgeNotifications.handle({}, jobContext());
  const jobContext = () => ({
    ...t.deps,
    job_id: 'x',
    attempt: 1,
    known_jobs: [],
    signal: new AbortController().signal,
  });
  const countRows = (user: TestUser) =>
    onlyValue(t.db, Int, 'select count(*) from notifications where user_id = $1', [user.id]);

  it('happens 30 days after reading, and after 90 days if unread', async () => {
    const { owner, ana, bo, mission } = await buildTrio();
    for (const person of [owner, bo]) await nudge(ana, person, mission);
    await t.call(markAllRead, { token: owner.token });
    const both = async () => [await countRows(owner), await countRows(bo)];
    const start = Date.parse(NOON);
    for (const [days, expected] of [
      [29.9, [1, 1]],
      [30.1, [0, 1]],
      [89.9, [0, 1]],
      [90.1, [0, 0]],
    ] as const) {
      t.clock.set(new Date(start + days * DAY));
      await purge();
      expect(await both(), `after ${days} days`).toEqual(expected);
    }
  });

  it('happens 30 days after a late read, in more than one batch', async () => {
    const { owner, ana, mission } = await buildTrio();
    await nudge(ana, owner, mission);
    const start = Date.parse(NOON);
    await t.db.rows('update notifications set read_at = $2 where user_id = $1', [owner.id, new Date(start + 20 * DAY)]);
    await t.db.rows(
      `insert into notifications (id, user_id, type, mission_id, actor_id, created_at, read_at)
       select uuid7($3), $1, 'nudge', $2, $4, $3, $3 from generate_series(1, 5001)`,
      [owner.id, mission, new Date(NOON), ana.id],
    );
    t.clock.set(new Date(start + 45 * DAY));
    await purge();
    expect(await countRows(owner)).toBe(1);
    t.clock.set(new Date(start + 50.1 * DAY));
    await purge();
    expect(await countRows(owner)).toBe(0);
  });
});

describe('reading', () => {
  it('marks only that notification', async () => {
    const { owner, ana, bo, mission } = await buildTrio();
    await checkIn(t, ana, mission);
    t.clock.advance(MINUTE);
    await checkIn(t, bo, mission);
    const [newest, older] = (await fetchBell(owner)).notifications;
    const answer = await read(owner, older!.id);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const after = await fetchBell(owner);
    expect(after.unread_count).toBe(1);
    expect(after.notifications.map((row) => [row.id, row.is_read])).toEqual([
      [newest!.id, false],
      [older!.id, true],
    ]);
    // Bo has not read any.
    expect((await fetchBell(bo)).unread_count).toBe(1);
  });

  it('keeps the first time when repeated', async () => {
    const { owner, ana, mission } = await buildTrio();
    await nudge(ana, owner, mission);
    const id = (await fetchBell(owner)).notifications[0]!.id;
    await read(owner, id);
    t.clock.advance(MINUTE);
    expect((await read(owner, id)).statusCode).toBe(204);
    const readAt = await t.db.rows('select read_at from notifications where id = $1', [id]);
    expect(readAt).toEqual([{ read_at: NOON }]);
  });

  it("marks only the user's own notifications when it marks all", async () => {
    const { owner, ana, bo, mission } = await buildTrio();
    await checkIn(t, ana, mission);
    await checkIn(t, bo, mission);
    const answer = await t.call(markAllRead, { token: owner.token });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const { notifications, unread_count } = await fetchBell(owner);
    expect([notifications.length, unread_count]).toEqual([2, 0]);
    expect(notifications.every((row) => row.is_read)).toBe(true);
    expect((await fetchBell(ana)).unread_count).toBe(1);
    expect((await t.call(markAllRead, { token: owner.token })).statusCode).toBe(204);
  });

  it("returns the 404 of an unknown ID for another user's notification", async () => {
    const { owner, ana, bo, mission } = await buildTrio();
    await nudge(ana, owner, mission);
    const theirs = (await fetchBell(owner)).notifications[0]!.id;
    const stranger = await buildUser(t);
    const answer = await read(bo, theirs);
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'not_found', detail: 'Not found' }]);
    for (const id of [theirs, randomUUID(), 'x', theirs.toUpperCase(), "1' or 1=1"])
      expect((await read(stranger, id)).body).toBe(answer.body);
    expect((await fetchBell(owner)).unread_count).toBe(1);
  });
});
