import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { me } from '#contract/auth.ts';
import { clearCheckin, listCheckins, takeBackCheckin, updateCheckin } from '#contract/checkins.ts';
import { completeMission } from '#contract/completion.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { getInsights } from '#contract/insights.ts';
import { leaveMission } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { listNotifications, markRead } from '#contract/notifications.ts';
import { reportCheckin } from '#contract/safety.ts';
import { getStreak } from '#contract/streaks.ts';
import { Int } from '#platform/db/columns.ts';
import type { Tx } from '#platform/db/open.ts';
import { allValues, onlyRow, onlyValue } from '#platform/db/rows.ts';
import { NO_LIMITS } from '#platform/http/rate-limits.ts';
import { refreshStanding } from '../../life/public.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { checkInWithPhoto, drawing, watchFiles } from '../../testing/factories/photos.ts';
import { buildComment, buildDiscussion, react, say } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { insertHistory, someHistory } from '../../testing/streak-oracle.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { markCompleted } from '../completion/public.ts';
import { lockAnyMission } from '../missions/access.ts';

const Counted = z.object({ points: Int, member: Int, count: Int });

const t = await testApp({ limits: NO_LIMITS });
const limited = await testApp({ rate_limits: true });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOT_FOUND = { code: 'checkin_not_found', detail: 'Check-in not found' };
beforeEach(() => t.clock.set(NOON));

type Caller = Pick<TestUser, 'token'>;
const takeBack = (person: Caller, id: string, app = t) =>
  app.call(takeBackCheckin, { token: person.token, params: { id } });
const idOf = async (answer: ReturnType<typeof checkIn>): Promise<string> => (await answer).json().checkin.id;
const fetchFeed = async ({ token }: Caller, id: string) =>
  (await t.call(listCheckins, { token, params: { id } })).json();
const fetchBell = async ({ token }: Caller) => (await t.call(listNotifications, { token })).json();
const fetchUser = async ({ token }: Caller) => (await t.call(me, { token })).json();
const countRows = async (table: string, id: string) =>
  (await t.db.rows(`select from ${table} where checkin_id = $1`, [id])).length;

async function buildPair(body: Record<string, unknown> = {}) {
  const [owner, friend] = [await buildUser(t, { name: 'Owner' }), await buildUser(t, { name: 'Friend' })];
  const mission = await buildMission(t, owner, body);
  await buildMembers(t, owner, mission, [friend]);
  return { owner, friend, mission };
}

/** All stored counters of a user and their memberships. */
const readCounters = async ({ id }: Pick<TestUser, 'id'>) =>
  t.db.rows(
    `select u.points, u.streak_days, u.streak_last_day, u.longest_streak, u.rest_days,
       (select json_agg(json_build_array(m.mission_id, m.points, m.checkins_count, m.counted, m.streak_days,
          m.streak_last_day, m.longest_streak, encode(m.rest_days, 'hex')) order by m.mission_id) from members m where m.user_id = u.id) as members
     from users u where u.id = $1`,
    [id],
  );

describe('undoing a check-in', () => {
  it('deletes it with everything that depends on it, and opens its day again', async () => {
    const { ana, bo, owner, mission, checkin } = await buildDiscussion(t);
    await react(t, bo, checkin);
    const root = await buildComment(t, bo, checkin, 'Well done @Ana', { mentions: [ana.id] });
    await buildComment(t, ana, checkin, 'Thanks', { parent_comment_id: root.id });
    expect((await fetchBell(ana)).notifications).toHaveLength(2);
    await t.call(reportCheckin, { token: owner.token, params: { id: checkin }, body: { reason: 'Odd' } });
    const answer = await takeBack(ana, checkin);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);

    expect(await fetchFeed(bo, mission)).toEqual([]);
    for (const table of ['comments', 'reactions', 'notifications', 'checkin_reads'])
      expect(await countRows(table, checkin)).toBe(0);
    for (const person of [ana, bo, owner])
      expect(await fetchBell(person)).toMatchObject({ notifications: [], unread_count: 0 });
    expect(await fetchUser(ana)).toMatchObject({ points: 0, level: 1, streak_days: 0 });
    const page = (await t.call(getMission, { token: ana.token, params: { id: mission } })).json();
    expect(page).toMatchObject({ checked_in_today: false, can: { check_in: true } });
    expect(page.members.find((member: { user_id: string }) => member.user_id === ana.id)).toMatchObject({
      ...{ points: 0, checkins_count: 0, streak_days: 0, checked_in_today: false, checked_in_at: null },
    });
    const reports = await t.db.rows('select content, checkin_id from reports where mission_id = $1', [mission]);
    expect(reports).toEqual([{ content: 'Five km', checkin_id: null }]);

    const again = (await checkIn(t, ana, mission)).json();
    expect(again).toMatchObject({ points: 10, streak_days: 1, mission_streak_days: 1 });
  });

  it('returns rest days that it spent and lowers the longest streak that it reached', async () => {
    const owner = await buildUser(t);
    const missions = [await buildMission(t, owner), await buildMission(t, owner)] as const;
    for (let day = 0; day < 7; day++) {
      for (const mission of missions) await checkIn(t, owner, mission);
      t.clock.advance(DAY);
    }
    t.clock.advance(DAY);
    await t.db.transact((tx) => refreshStanding(tx, owner.id, t.clock.now()));
    const before = await readCounters(owner);
    const { checkin, ...receipt } = (await checkIn(t, owner, missions[0])).json();
    expect(receipt).toMatchObject({ rest_days_used: 1, streak_days: 8 });
    expect((await takeBack(owner, checkin.id)).statusCode).toBe(204);
    expect(await readCounters(owner)).toEqual(before);
    const streak = (await t.call(getStreak, { token: owner.token })).json();
    // The held rest day covers the missed day.
    expect(streak).toMatchObject({ streak_days: 7, longest_streak: 7, rest_days: 0 });
  });

  it('removes its photo from storage', async () => {
    const { owner, mission } = await buildPair();
    const left = await watchFiles(t);
    const photo = await drawing().jpeg().toBuffer();
    const { checkin } = (await checkInWithPhoto(t, owner, mission, photo)).json();
    expect((await takeBack(owner, checkin.id)).statusCode).toBe(204);
    await t.queue.drain();
    expect(await left()).toEqual({ tmp: [], media: 0 });
    expect((await t.app.inject(checkin.photo_url)).statusCode).toBe(404);
  });

  it('blocks only its own `client_id`, for every type of check-in', async () => {
    const { owner, friend, mission } = await buildPair();
    const client_id = randomUUID();
    const id = await idOf(checkIn(t, owner, mission, { client_id }));
    await takeBack(owner, id);
    const photo = await drawing().jpeg().toBuffer();
    const left = await watchFiles(t);
    for (const answer of [
      await checkIn(t, owner, mission, { client_id }),
      await checkIn(t, owner, mission, { client_id, type: 'text', content: 'Again' }),
      await checkInWithPhoto(t, owner, mission, photo, { client_id }),
    ])
      expect([answer.statusCode, answer.json()]).toMatchObject([
        400,
        { code: 'checkin_taken_back', detail: 'This check-in was undone' },
      ]);
    expect(await left()).toEqual({ tmp: [], media: 0 });
    expect(await fetchFeed(friend, mission)).toEqual([]);
    // The ID belongs to one user.
    expect((await checkIn(t, friend, mission, { client_id })).statusCode).toBe(201);
    expect((await checkIn(t, owner, mission, { client_id: randomUUID() })).statusCode).toBe(201);
  });

  it('works until 59:59 after the creation and fails at 60:00', async () => {
    const { owner, mission } = await buildPair();
    const canOf = async () => (await fetchFeed(owner, mission))[0].can.take_back;
    const first = await idOf(checkIn(t, owner, mission));
    t.clock.advance(HOUR - 1000);
    expect(await canOf()).toBe(true);
    expect((await takeBack(owner, first)).statusCode).toBe(204);
    const second = await idOf(checkIn(t, owner, mission));
    t.clock.advance(HOUR);
    expect(await canOf()).toBe(false);
    const late = await takeBack(owner, second);
    expect([late.statusCode, late.json()]).toMatchObject([
      403,
      { code: 'take_back_over', detail: 'Check-ins can be undone within 1 hour' },
    ]);
    expect(await fetchFeed(owner, mission)).toHaveLength(1);
  });

  it('fails in a completed mission, with the error for age first', async () => {
    const { owner, friend, mission } = await buildPair({ duration_days: 1 });
    t.clock.set('2026-11-21T22:59:00Z');
    const old = await idOf(checkIn(t, friend, mission));
    t.clock.set('2026-11-21T23:50:00Z');
    const id = await idOf(checkIn(t, owner, mission));
    t.clock.set('2026-11-22T00:10:00Z');
    expect((await fetchFeed(owner, mission))[0].can).toMatchObject({ edit: true, take_back: true });
    expect((await t.call(completeMission, { token: owner.token, params: { id: mission } })).statusCode).toBe(204);
    expect((await fetchFeed(owner, mission))[0].can).toMatchObject({ edit: true, take_back: false });
    const answer = await takeBack(owner, id);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'mission_completed']);
    expect((await takeBack(friend, old)).json().code).toBe('take_back_over');
  });

  it('allows only the author, hidden or not, and returns 404 to a stranger', async () => {
    const { owner, friend, mission } = await buildPair();
    const stranger = await buildUser(t);
    const id = await idOf(checkIn(t, friend, mission));
    const byOwner = await takeBack(owner, id);
    expect([byOwner.statusCode, byOwner.json()]).toMatchObject([
      403,
      { code: 'not_author', detail: 'Only the author can do this' },
    ]);
    expect((await t.call(takeBackCheckin, { params: { id } })).statusCode).toBe(401);
    for (const unknown of [id, randomUUID(), 'x'])
      expect([
        (await takeBack(stranger, unknown)).statusCode,
        (await takeBack(stranger, unknown)).json(),
      ]).toMatchObject([404, NOT_FOUND]);
    await t.db.rows("update checkins set hidden_at = $2, hidden_reason = 'Odd', hidden_by = 'operator' where id = $1", [
      id,
      t.clock.now(),
    ]);
    expect((await takeBack(friend, id)).statusCode).toBe(204);
    expect((await takeBack(friend, id)).json()).toMatchObject(NOT_FOUND);
    const own = await idOf(checkIn(t, friend, mission));
    await t.call(leaveMission, { token: friend.token, params: { id: mission } });
    expect((await takeBack(friend, own)).json()).toMatchObject(NOT_FOUND);
  });

  it('allows ten calls an hour and refuses the eleventh', async () => {
    const person = await buildUser(limited);
    for (let call = 0; call < 10; call++) expect((await takeBack(person, 'x', limited)).statusCode).toBe(404);
    expect((await takeBack(person, 'x', limited)).json().code).toBe('too_many_requests');
    expect((await takeBack(await buildUser(limited), 'x', limited)).statusCode).toBe(404);
  });
});

describe('undoing in a mission with extra check-ins', () => {
  /** Checks in on the first eight days. The days in `extra` are extra; only the last check-in is from this hour. */
  async function buildWeeks(schedule: string, extra: readonly number[]) {
    t.clock.set(NOON);
    const owner = await buildUser(t);
    const mission = await buildMission(t, owner);
    const ids: string[] = [];
    for (let day = 0; day < 8; day++) {
      t.clock.set(new Date(Date.parse(NOON) + day * DAY));
      ids.push(await idOf(checkIn(t, owner, mission, { type: day % 2 ? 'text' : 'tick' })));
    }
    await t.db.rows(`update missions set ${schedule} where id = $1`, [mission]);
    const extraIds = extra.map((day) => ids[day]);
    await t.db.rows(
      `with extra as (update checkins set is_extra = true where id = any($2) returning points_earned),
       lost as (select coalesce(sum(points_earned), 0)::int as points from extra),
       member as (update members set points = members.points - lost.points from lost where mission_id = $1)
       update users u set points = u.points - lost.points from lost where u.id = $3`,
      [mission, extraIds, owner.id],
    );
    await t.db.rows('update checkins set points_earned = 0 where id = any($1)', [extraIds]);
    /** Undoes the check-in of a day as if it had just been made. */
    const takeBackDay = async (day: number) => {
      await t.db.rows('update checkins set created_at = $2 where id = $1', [ids[day], t.clock.now()]);
      expect((await takeBack(owner, ids[day]!)).statusCode).toBe(204);
    };
    const readExtra = async () => {
      const row = await onlyRow(
        t.db,
        Counted,
        `select u.points, mb.points as member, mb.checkins_count as count
         from members mb join users u on u.id = mb.user_id where mb.mission_id = $1`,
        [mission],
      );
      const days = await allValues(
        t.db,
        Int,
        `select local_day - '2026-11-21'::date as day from checkins where mission_id = $1 and is_extra
         order by id`,
        [mission],
      );
      const sum = await onlyValue(
        t.db,
        Int,
        'select sum(points_earned)::int as points from checkins where mission_id = $1',
        [mission],
      );
      expect([row.points, row.member]).toEqual([sum, sum]);
      return { days, count: row.count, points: row.points };
    };
    return { takeBackDay, readExtra };
  }
  const TWICE_A_WEEK = "schedule_kind = 'weekly', schedule_times = 2";

  it("replaces the check-in with the week's earliest extra one", async () => {
    const { takeBackDay, readExtra } = await buildWeeks(TWICE_A_WEEK, [2, 3, 4, 5, 6]);
    expect(await readExtra()).toEqual({ days: [2, 3, 4, 5, 6], count: 8, points: 10 + 15 + 15 });
    await takeBackDay(1);
    expect(await readExtra()).toEqual({ days: [3, 4, 5, 6], count: 7, points: 10 + 10 + 15 });
    await takeBackDay(0);
    expect(await readExtra()).toEqual({ days: [4, 5, 6], count: 6, points: 15 + 10 + 15 });
  });

  it('changes no other check-in when an extra one is undone', async () => {
    const { takeBackDay, readExtra } = await buildWeeks(TWICE_A_WEEK, [2, 3]);
    const { points } = await readExtra();
    await takeBackDay(3);
    expect(await readExtra()).toEqual({ days: [2], count: 7, points });
  });

  it('leaves extra check-ins of another week or a schedule of weekdays unchanged', async () => {
    const other = await buildWeeks(TWICE_A_WEEK, [2]);
    await other.takeBackDay(7);
    expect(await other.readExtra()).toMatchObject({ days: [2], count: 7 });
    const scheduled = await buildWeeks("schedule_kind = 'weekdays', schedule_days = 1", [2]);
    await scheduled.takeBackDay(1);
    expect(await scheduled.readExtra()).toMatchObject({ days: [2], count: 7 });
  });
});

describe('undoing during other changes', () => {
  const countWaiting = async () =>
    (
      await t.db.rows(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
      )
    ).length;

  /** Starts `act` while the transaction of `work` is open, and returns its response after the commit. */
  async function actDuring<T>(work: (tx: Tx) => Promise<unknown>, act: () => Promise<T>): Promise<T> {
    let answer: Promise<T> | undefined;
    await t.db.transact(async (tx) => {
      await work(tx);
      answer = act();
      await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 15_000, interval: 10 });
    });
    return answer!;
  }

  it('lets one of 20 concurrent requests succeed', async () => {
    const { owner, mission } = await buildPair();
    const id = await idOf(checkIn(t, owner, mission, { type: 'text', content: 'x' }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => takeBack(owner, id)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, ...Array(19).fill(404)]);
    expect(await fetchUser(owner)).toMatchObject({ points: 0, streak_days: 0 });
  });

  it('waits for a completion in progress and is refused', async () => {
    const { owner, mission } = await buildPair();
    const id = await idOf(checkIn(t, owner, mission));
    const answer = await actDuring(
      async (tx) => markCompleted(tx, await lockAnyMission(tx, mission), t.clock.now()),
      () => takeBack(owner, id),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'mission_completed']);
    expect(await fetchUser(owner)).toMatchObject({ points: 10 });
  });

  it('makes requests to the check-in fail as not found', async () => {
    const { owner, friend, mission } = await buildPair();
    const edit = (id: string) =>
      t.call(updateCheckin, { token: owner.token, params: { id }, body: { type: 'text', content: 'Late' } });
    const acts: ((id: string) => ReturnType<typeof t.call>)[] = [
      (id) => say(t, friend, id, { content: 'Well done' }),
      (id) => react(t, friend, id),
      (id) => t.call(reportCheckin, { token: friend.token, params: { id }, body: { reason: 'Odd' } }),
      (id) => t.call(markRead, { token: friend.token, params: { id } }),
    ];
    for (const act of acts) {
      const id = await idOf(checkIn(t, owner, mission));
      const answer = await actDuring(
        (tx) => tx.rows('delete from checkins where id = $1', [id]),
        () => act(id),
      );
      expect(answer.statusCode, answer.body).toBe(404);
      await t.db.rows(
        'update members set streak_last_day = null, points = 0, checkins_count = 0 where mission_id = $1',
        [mission],
      );
    }
    for (let run = 0; run < 5; run++) {
      const { points } = await fetchUser(owner);
      const id = await idOf(checkIn(t, owner, mission));
      const [back, edited] = await Promise.all([takeBack(owner, id), edit(id)]);
      expect(back.statusCode).toBe(204);
      expect([200, 404]).toContain(edited.statusCode);
      expect((await fetchUser(owner)).points).toBe(points);
    }
  });

  it('leaves nothing behind from concurrent comments and reactions', async () => {
    const { owner, friend, mission } = await buildPair();
    for (let run = 0; run < 5; run++) {
      const id = await idOf(checkIn(t, owner, mission));
      const [back, ...others] = await Promise.all([
        takeBack(owner, id),
        ...Array.from({ length: 3 }, () => say(t, friend, id, { content: 'Well done' })),
        react(t, friend, id),
      ]);
      expect(back.statusCode).toBe(204);
      for (const { statusCode, body } of others) expect([200, 201, 404], body).toContain(statusCode);
      expect([await countRows('comments', id), await countRows('notifications', id)]).toEqual([0, 0]);
    }
  });
});

describe('any history', () => {
  it('with an undone check-in equals the history without it', async () => {
    const some = fc.record({ history: someHistory, hoursAgo: fc.integer({ min: 0, max: 47 }), clear: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(some, async ({ history, hoursAgo, clear }) => {
        t.clock.set(new Date(history.now));
        const [owner, friend] = [await buildUser(t, { timezone: history.timezone }), await buildUser(t)];
        await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'pro_monthly' where id = $1", [
          owner.id,
        ]);
        const mission = await buildMission(t, owner, { start_date: history.today });
        await buildMembers(t, owner, mission, [friend]);
        // The mission started earlier, so a check-in for the day before is accepted too.
        await t.db.rows('update missions set first_day = first_day - 5 where id = $1', [mission]);
        await t.db.rows('update members set joined_day = joined_day - 5 where mission_id = $1', [mission]);
        await insertHistory(t.db, owner.id, history);
        const read = async () => {
          const get = async (endpoint: Parameters<typeof t.call>[0], token: string, params = {}) =>
            (await t.call(endpoint, { token, params })).json();
          return {
            counters: await readCounters(owner),
            ledger: await get(getStreak, owner.token),
            dashboard: await get(getDashboard, owner.token),
            insights: await get(getInsights, owner.token),
            mission: await get(getMission, friend.token, { id: mission }),
            quilt: await get(getQuilt, friend.token, { id: mission }),
            bell: await get(listNotifications, friend.token),
          };
        };
        const before = await read();
        const performed_at = new Date(history.now - hoursAgo * HOUR).toISOString();
        const body = { type: 'text', content: 'Five km', ...(hoursAgo > 0 && { performed_at }) };
        const receipt = await checkIn(t, owner, mission, body);
        expect(receipt.statusCode, receipt.body).toBe(201);
        const { id } = receipt.json().checkin;
        if (clear) await t.call(clearCheckin, { token: owner.token, params: { id } });
        expect(await read()).not.toEqual(before);
        expect((await takeBack(owner, id)).statusCode).toBe(204);
        expect(await read()).toEqual(before);
      }),
      { numRuns: 15 },
    );
  }, 60_000);
});
