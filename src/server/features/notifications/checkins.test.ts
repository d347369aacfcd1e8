import { beforeEach, describe, expect, it } from 'vitest';
import { hideCheckin, showCheckin } from '#contract/checkins.ts';
import { leaveMission, nudgeMember } from '#contract/members.ts';
import { deleteMission } from '#contract/missions.ts';
import { joinMission } from '#contract/missions-join.ts';
import { listNotifications, markAllRead, markRead } from '#contract/notifications.ts';
import { blockUser } from '#contract/safety.ts';
import { Bool } from '#platform/db/columns.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { buildInvitationCode, buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { purgeNotifications } from './expiry/jobs.ts';

const t = await testApp();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.parse(NOON);
beforeEach(() => t.clock.set(NOON));

interface Row {
  id: string;
  type: string;
  is_read: boolean;
  content: string;
  checkin_id: string;
}

/** A session lasts 30 days without use, and these tests run longer. */
const stayIn = (person: TestUser) =>
  t.db.rows('update sessions set last_used_at = $2, created_at = $2 where user_id = $1', [person.id, t.clock.now()]);

async function fetchBell(person: TestUser): Promise<{ notifications: Row[]; unread_count: number }> {
  await stayIn(person);
  return (await t.call(listNotifications, { token: person.token })).json();
}
/** The bell's list, oldest first: the text of each check-in, with an x if it is read, and the unread count. */
async function summary(person: TestUser) {
  const { notifications, unread_count } = await fetchBell(person);
  return [notifications.map((row) => `${row.content}${row.is_read ? ' x' : ''}`).reverse(), unread_count];
}
const read = (person: TestUser, id: string) => t.call(markRead, { token: person.token, params: { id } });
const readAll = (person: TestUser) => t.call(markAllRead, { token: person.token });
const countMarks = async (person: TestUser) =>
  (await t.db.rows('select from checkin_reads where user_id = $1', [person.id])).length;

async function buildTeam() {
  const [owner, ana, bo] = [await buildUser(t), await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner, { duration_days: 200 });
  await buildMembers(t, owner, mission, [ana, bo]);
  /** Checks in a minute later, so every check-in has its own instant; returns the ID. */
  const post = async (person: TestUser, content: string, to = mission): Promise<string> => {
    t.clock.advance(MINUTE);
    await stayIn(person);
    const answer = await checkIn(t, person, to, { type: 'text', content });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().checkin.id;
  };
  return { owner, ana, bo, mission, post };
}
const daysLater = (days: number) => t.clock.set(new Date(START + days * DAY));

describe('check-ins in the bell', () => {
  it('use the ID of the check-in as the ID of the notification', async () => {
    const { owner, ana, post } = await buildTeam();
    const id = await post(ana, 'a');
    expect((await fetchBell(owner)).notifications).toMatchObject([{ id, checkin_id: id, type: 'checkin' }]);
  });

  it('of all missions form one list by time with other notifications, at most 50', async () => {
    const { owner, ana, bo, mission, post } = await buildTeam();
    const second = await buildMission(t, bo, { duration_days: 200 });
    await buildMembers(t, bo, second, [ana, owner]);
    for (let day = 0; day < 30; day++) {
      await post(ana, `${day} first`);
      await post(ana, `${day} second`, second);
      t.clock.advance(MINUTE);
      await stayIn(ana);
      // Ana nudges the owner, who has not checked in.
      await t.call(nudgeMember, { token: ana.token, params: { id: mission, userId: owner.id } });
      t.clock.advance(DAY);
    }
    const { notifications, unread_count } = await fetchBell(owner);
    expect(notifications).toHaveLength(50);
    expect(unread_count).toBe(90);
    expect(notifications.slice(0, 4).map((row) => row.content || row.type)).toEqual([
      'nudge',
      '29 second',
      '29 first',
      'nudge',
    ]);
    expect(notifications.map((row) => row.id)).toEqual(
      notifications
        .map((row) => row.id)
        .sort()
        .reverse(),
    );
  });

  it('count as unread up to 100, in one mission and in five together', async () => {
    const { owner, ana, mission } = await buildTeam();
    const others: string[] = [];
    for (let at = 0; at < 4; at++) {
      others.push(await buildMission(t, owner));
      await buildMembers(t, owner, others[at]!, [ana]);
    }
    const post = (to: string, from: number, until: number) =>
      t.db.rows(
        `insert into checkins (id, mission_id, user_id, type, points_earned, local_day, timezone, performed_at, created_at)
         select uuid7($3), $1, $2, 'tick', 10, date '2020-01-01' + number, 'UTC', $3, $3 from generate_series($4::int, $5::int) number`,
        [to, ana.id, t.clock.now(), from, until],
      );
    await post(mission, 1, 15);
    for (const other of others) await post(other, 1, 20);
    expect((await fetchBell(owner)).unread_count).toBe(95);
    for (const other of others) await post(other, 21, 30);
    expect(await fetchBell(owner)).toMatchObject({ unread_count: 100, badge_count: 0 });
    await post(mission, 16, 200);
    expect((await fetchBell(owner)).unread_count).toBe(100);
    await readAll(owner);
    expect((await fetchBell(owner)).unread_count).toBe(0);
  });

  it('start when a member joins or rejoins', async () => {
    const { owner, ana, bo, mission, post } = await buildTeam();
    const cleo = await buildUser(t);
    await post(ana, 'before joining');
    const code = await buildInvitationCode(t, owner, mission);
    const join = (person: TestUser) => t.call(joinMission, { token: person.token, params: { code } });
    t.clock.advance(MINUTE);
    await join(cleo);
    await post(bo, 'first');
    expect(await summary(cleo)).toEqual([['first'], 1]);
    await t.call(leaveMission, { token: cleo.token, params: { id: mission } });
    expect(await summary(cleo)).toEqual([[], 0]);
    t.clock.advance(DAY);
    const away = await post(ana, 'while away');
    t.clock.advance(MINUTE);
    expect((await join(cleo)).statusCode).toBe(200);
    expect(await summary(cleo)).toEqual([[], 0]);
    expect((await read(cleo, away)).statusCode).toBe(404);
    await post(bo, 'back again');
    expect(await summary(cleo)).toEqual([['back again'], 1]);
    // The day of joining stays the first one.
    const has_returned = await onlyValue(
      t.db,
      Bool,
      'select joined_at < returned_at as has_returned from members where mission_id = $1 and user_id = $2',
      [mission, cleo.id],
    );
    expect(has_returned).toBe(true);
  });

  it('disappear for everyone except the owner when hidden, and return when shown', async () => {
    const { owner, ana, bo, post } = await buildTeam();
    const id = await post(ana, 'a');
    await t.call(hideCheckin, { token: owner.token, params: { id }, body: { reason: 'Not here' } });
    expect([await summary(owner), await summary(bo)]).toEqual([
      [['a'], 1],
      [[], 0],
    ]);
    expect((await read(bo, id)).statusCode).toBe(404);
    await t.call(showCheckin, { token: owner.token, params: { id } });
    expect(await summary(bo)).toEqual([['a'], 1]);
  });

  it('of people the user blocked are not listed, counted or readable', async () => {
    const { owner, ana, bo, post } = await buildTeam();
    const id = await post(ana, 'a');
    await post(bo, 'b');
    await t.call(blockUser, { token: owner.token, params: { id: ana.id } });
    expect(await summary(owner)).toEqual([['b'], 1]);
    expect((await read(owner, id)).statusCode).toBe(404);
  });

  it('are deleted with the mission, along with their read marks', async () => {
    const { owner, ana, mission, post } = await buildTeam();
    await readAll(ana);
    await read(ana, await post(owner, 'a'));
    expect(await countMarks(ana)).toBe(1);
    await t.call(deleteMission, { token: owner.token, params: { id: mission } });
    expect([await summary(ana), await countMarks(ana)]).toEqual([[[], 0], 0]);
  });
});

describe('reading check-ins in the bell', () => {
  it('leaves the others unread, and marking all deletes the single marks', async () => {
    const { owner, ana, bo, post } = await buildTeam();
    const first = await post(ana, 'a');
    await post(bo, 'b');
    expect((await read(owner, first)).statusCode).toBe(204);
    expect((await read(owner, first)).statusCode).toBe(204);
    expect([await summary(owner), await countMarks(owner)]).toEqual([[['a x', 'b'], 1], 1]);
    expect((await readAll(owner)).statusCode).toBe(204);
    expect([await summary(owner), await countMarks(owner)]).toEqual([[['a x', 'b x'], 0], 0]);
    // A check-in that its time marks as read needs no mark.
    expect((await read(owner, first)).statusCode).toBe(204);
    expect(await countMarks(owner)).toBe(0);
    t.clock.advance(DAY);
    await post(ana, 'c');
    expect(await summary(owner)).toEqual([['a x', 'b x', 'c'], 1]);
    expect((await summary(bo))[1]).toBe(2);
  });

  it('never moves back the instant up to which all are read', async () => {
    const { owner, ana, post } = await buildTeam();
    await post(ana, 'a');
    await readAll(owner);
    t.clock.advance(-DAY);
    await readAll(owner);
    expect(await summary(owner)).toEqual([['a x'], 0]);
  });

  it('leaves a check-in read after 20 concurrent marks of it and of all', async () => {
    const { owner, ana, post } = await buildTeam();
    const id = await post(ana, 'a');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => (turn % 2 ? read(owner, id) : readAll(owner))),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 20 }, () => 204));
    expect(await summary(owner)).toEqual([['a x'], 0]);
  });

  it("returns the same 404 for the user's own check-in, another mission and an unknown ID", async () => {
    const { owner, ana, post } = await buildTeam();
    const stranger = await buildUser(t);
    const id = await post(ana, 'a');
    expect((await read(ana, id)).json()).toMatchObject({ code: 'not_found', detail: 'Not found' });
    expect((await read(stranger, id)).body).toBe((await read(ana, id)).body);
    expect((await t.call(markRead, { params: { id } })).statusCode).toBe(401);
    expect(await summary(owner)).toEqual([['a'], 1]);
  });
});

describe('how long check-ins stay in the bell', () => {
  it('is 30 days after they were made if read, and 90 if unread', async () => {
    const { owner, ana, bo, post } = await buildTeam();
    await post(ana, 'before');
    await readAll(owner);
    const [marked, unread] = [await post(bo, 'marked'), await post(owner, 'own')];
    t.clock.advance(DAY);
    const open = await post(ana, 'open');
    await read(owner, marked);
    for (const [days, expected] of [
      [29.9, [['before x', 'marked x', 'open'], 1]],
      [30.1, [['open'], 1]],
      [90.9, [['open'], 1]],
      [91.1, [[], 0]],
    ] as const) {
      daysLater(days);
      expect(await summary(owner), `after ${days} days`).toEqual(expected);
    }
    for (const id of [marked, unread, open]) expect((await read(owner, id)).statusCode).toBe(404);
  });

  it('ends immediately when a check-in is read after 30 days', async () => {
    const { owner, ana, post } = await buildTeam();
    const id = await post(ana, 'a');
    await post(ana, 'alone', await buildMission(t, ana));
    daysLater(40);
    expect(await summary(owner)).toEqual([['a'], 1]);
    await stayIn(owner);
    expect((await read(owner, id)).statusCode).toBe(204);
    expect(await summary(owner)).toEqual([[], 0]);
  });

  it('is 90 days for their read marks', async () => {
    const { owner, ana, post } = await buildTeam();
    await readAll(owner);
    await read(owner, await post(ana, 'a'));
    for (const [days, expected] of [
      [89.9, 1],
      [90.1, 0],
    ] as const) {
      daysLater(days);
      await purge();
      expect(await countMarks(owner), `after ${days} days`).toBe(expected);
    }
  });
});

const purge = () =>
  purgeNotifications.handle(
    {},
    { ...t.deps, job_id: 'x', attempt: 1, known_jobs: [], signal: new AbortController().signal },
  );
