import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { me } from '#contract/auth.ts';
import { takeBackCheckin } from '#contract/checkins.ts';
import { leaveMission } from '#contract/members.ts';
import { joinMission } from '#contract/missions-join.ts';
import { createPause } from '#contract/streaks.ts';
import { dayNumber } from '#domain/days.ts';
import { clockAt, hasDay } from '#domain/life.ts';
import { standing } from '#domain/standing.ts';
import { buildInvitationCode, buildMission, checkIn } from '../testing/factories/missions.ts';
import { buildUser } from '../testing/factories/users.ts';
import { requireSavedStandings } from '../testing/saved-standings.ts';
import { watchStatements } from '../testing/statements.ts';
import { testApp } from '../testing/test-app.ts';
import {
  endOldStandings,
  findUnsavedStandings,
  readLife,
  readMembers,
  readPairs,
  refreshStanding,
  settleStandings,
} from './public.ts';

const t = await testApp();
requireSavedStandings(t);

/** Creates a user who checked in on the first three days of a mission and then missed two. */
async function buildLife() {
  t.clock.set(new Date('2026-03-02T09:00:00Z'));
  const user = await buildUser(t, { timezone: 'UTC' });
  const mission = await buildMission(t, user, { start_date: '2026-03-02', duration_days: 30 });
  for (const day of ['02', '03', '04']) {
    t.clock.set(new Date(`2026-03-${day}T09:00:00Z`));
    expect((await checkIn(t, user, mission)).statusCode).toBe(201);
  }
  return { user, mission };
}

const jobContext = () => ({
  ...t.deps,
  ...{ job_id: 'x', attempt: 1, known_jobs: [], signal: new AbortController().signal },
});
const refresh = (userId: string) => t.db.transact((tx) => refreshStanding(tx, userId, t.clock.now()));
const readSaved = async (userId: string) =>
  (
    await t.db.rows(
      z.looseObject({}),
      `select u.streak_days, u.longest_streak, u.streak_last_day, mb.checkins_count, mb.counted, mb.planned,
         mb.checked_days_from, encode(mb.checked_days, 'hex') as days, e.at
       from users u join members mb on mb.user_id = u.id left join standing_ends e on e.user_id = u.id where u.id = $1`,
      [userId],
    )
  )[0];

it('reads the life of a user', async () => {
  const { user, mission } = await buildLife();
  const pause = { from_day: '2026-03-10', to_day: '2026-03-12', reason: 'ill' } as const;
  expect((await t.call(createPause, { token: user.token, body: pause })).statusCode).toBe(201);
  const life = await readLife(t.db, user.id);
  expect(life).toMatchObject({ zone: 'UTC', moved: null });
  expect(life.away).toEqual([{ from: dayNumber('2026-03-10'), to: dayNumber('2026-03-12'), kind: 'break' }]);
  const [one] = life.memberships;
  expect(one).toMatchObject({ id: mission, times: null, running: true, last: dayNumber('2026-03-31') });
  expect([1, 2, 3, 4, 5].map((day) => hasDay(one!.days, dayNumber(`2026-03-0${day}`)))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

it('reads the same life from check-in rows when the stored days are invalid', async () => {
  const { user } = await buildLife();
  const asked = clockAt(t.clock.now(), 'UTC');
  const before = standing(await readLife(t.db, user.id), asked);
  await t.db.rows('update members set checked_days = null where user_id = $1', [user.id]);
  expect(standing(await readLife(t.db, user.id), asked)).toEqual(before);
  await refresh(user.id);
});

it('reads a member with only that mission', async () => {
  const { user, mission } = await buildLife();
  const friend = await buildUser(t);
  const code = await buildInvitationCode(t, user, mission);
  expect((await t.call(joinMission, { token: friend.token, params: { code } })).statusCode).toBe(200);
  const members = await readMembers(t.db, mission, t.clock.now());
  expect(members.map((one) => one.user_id).sort()).toEqual([user.id, friend.id].sort());
  const [pair] = await readPairs(t.db, [{ user_id: user.id, mission_id: mission }], t.clock.now());
  expect(pair).toEqual(members.find((one) => one.user_id === user.id));
  expect(pair!.life.memberships).toHaveLength(1);
});

it('saves a standing, and again after time has changed it', async () => {
  const { user } = await buildLife();
  await refresh(user.id);
  const days = `e0${'00'.repeat(45)}`;
  const saved = {
    streak_days: 3,
    longest_streak: 3,
    streak_last_day: '2026-03-04',
    checkins_count: 3,
    counted: 3,
    days,
  };
  expect(await readSaved(user.id)).toMatchObject({ ...saved, planned: 30, at: '2026-03-06T12:00:00.000Z' });
  t.clock.set(new Date('2026-03-06T11:59:00Z'));
  await settleStandings.handle({}, jobContext());
  expect(await readSaved(user.id)).toMatchObject({ streak_days: 3 });
  t.clock.set(new Date('2026-03-06T12:00:00Z'));
  await settleStandings.handle({}, jobContext());
  expect(await readSaved(user.id)).toMatchObject({ ...saved, streak_days: 0, at: '2026-03-13T12:00:00.000Z' });
});

it('uses one statement for the saved streak, and reads the life if time might have changed it', async () => {
  const { user } = await buildLife();
  const asked = watchStatements(t.db);
  try {
    const fetchStreak = async () => {
      asked.clear();
      const { streak_days } = (await t.call(me, { token: user.token })).json();
      return [streak_days, asked.texts().length];
    };
    t.clock.set(new Date('2026-03-04T09:30:00Z'));
    expect(await fetchStreak()).toEqual([3, 1]);
    t.clock.set(new Date('2026-03-06T12:00:00Z'));
    expect((await fetchStreak())[0]).toBe(0);
    expect(await readSaved(user.id)).toMatchObject({ streak_days: 3 });
  } finally {
    asked.stop();
  }
});

it('ignores a check-in undone after its member left and rejoined', async () => {
  const { user, mission } = await buildLife();
  const friend = await buildUser(t, { timezone: 'UTC' });
  const code = await buildInvitationCode(t, user, mission);
  const join = () => t.call(joinMission, { token: friend.token, params: { code } });
  expect((await join()).statusCode).toBe(200);
  t.clock.set(new Date('2026-03-05T09:00:00Z'));
  const receipt = await checkIn(t, friend, mission, { day: 'yesterday' });
  expect(receipt.json()).toMatchObject({ streak_days: 1 });
  const params = { id: mission };
  expect((await t.call(leaveMission, { token: friend.token, params })).statusCode).toBe(204);
  expect((await join()).statusCode).toBe(200);
  const { id } = receipt.json().checkin;
  expect((await t.call(takeBackCheckin, { token: friend.token, params: { id } })).statusCode).toBe(204);
  expect(standing(await readLife(t.db, friend.id), clockAt(t.clock.now(), 'UTC'))).toMatchObject({
    streak: 0,
    longest: 0,
  });
  expect(await readSaved(friend.id)).toMatchObject({ streak_days: 0, longest_streak: 0 });
});

it('finds users whose saved mission numbers differ from their days', async () => {
  const { user } = await buildLife();
  const isFound = async () => (await findUnsavedStandings(t.db, t.clock.now())).emails.includes(user.email);
  expect(await isFound()).toBe(false);
  for (const column of ['counted', 'planned', 'checkins_count', 'longest_streak']) {
    await t.db.rows(`update members set ${column} = ${column} + 1 where user_id = $1`, [user.id]);
    expect([column, await isFound()]).toEqual([column, true]);
    await t.db.rows(`update members set ${column} = ${column} - 1 where user_id = $1`, [user.id]);
  }
  expect(await isFound()).toBe(false);
  await t.db.rows('update users set streak_last_day = streak_last_day - 1 where id = $1', [user.id]);
  expect(await isFound()).toBe(true);
  // Jobs that are about to save the user, or do now.
  for (const [name, state] of [
    ['rebuild-streaks', 'waiting'],
    ['save-standing', 'running'],
  ]) {
    await t.db.rows(
      `insert into jobs (name, state, data, run_at) values ($1, $2, jsonb_build_object('user_id', $3::text), now() + interval '1 hour')`,
      [name, state, user.id],
    );
    expect([name, await isFound()]).toEqual([name, false]);
    await t.db.rows("delete from jobs where data->>'user_id' = $1", [user.id]);
  }
  await t.db.rows('update users set streak_last_day = streak_last_day + 1 where id = $1', [user.id]);
});

it('saves the rest days of the last check-in, which release 1.0.0 spends at the next one', async () => {
  t.clock.set(new Date('2026-03-02T09:00:00Z'));
  const user = await buildUser(t, { timezone: 'UTC' });
  const mission = await buildMission(t, user, { start_date: '2026-03-02', duration_days: 30 });
  for (let day = 2; day <= 8; day += 1) {
    t.clock.set(new Date(`2026-03-0${day}T09:00:00Z`));
    expect((await checkIn(t, user, mission)).statusCode).toBe(201);
  }
  t.clock.set(new Date('2026-03-10T12:00:00Z'));
  await settleStandings.handle({}, jobContext());
  const found = standing(await readLife(t.db, user.id), clockAt(t.clock.now(), 'UTC'));
  expect(found).toMatchObject({ streak: 7, rest_days: 0 });
  const saved = await t.db.rows('select streak_days, rest_days from users where id = $1', [user.id]);
  expect(saved).toEqual([{ streak_days: 7, rest_days: 1 }]);
});

async function settle(userId: string) {
  await endOldStandings.handle({}, jobContext());
  await settleStandings.handle({}, jobContext());
  return readSaved(userId);
}

it('settles a user whose check-ins release 1.0.0 has all recorded', async () => {
  const { user } = await buildLife();
  await t.db.rows('delete from standing_ends where user_id = $1', [user.id]);
  await t.db.rows('update members set counted = 0, planned = 0 where user_id = $1', [user.id]);
  t.clock.set(new Date('2026-03-06T12:00:00Z'));
  const at = '2026-03-13T12:00:00.000Z';
  expect(await settle(user.id)).toMatchObject({ streak_days: 0, counted: 3, planned: 30, at });
});

it('settles a user whose next check-in release 1.0.0 has recorded', async () => {
  const { user, mission } = await buildLife();
  const before = await settle(user.id);
  await t.db.rows(
    `insert into checkins (id, mission_id, user_id, type, content, points_earned, local_day, timezone, performed_at, created_at)
     select gen_random_uuid(), $1, $2, 'tick', '', 10, '2026-03-05', 'UTC', $3, $3`,
    [mission, user.id, t.clock.now()],
  );
  await t.db.rows(
    `update members mb set checkins_count = mb.checkins_count + 1, streak_last_day = '2026-03-05',
       checked_days = set_bit(mb.checked_days, ((date '2026-03-05' - m.first_day) / 8 * 8 + 7
         - (date '2026-03-05' - m.first_day) % 8), 1)
     from missions m where m.id = mb.mission_id and mb.user_id = $1`,
    [user.id],
  );
  expect(await settle(user.id)).toEqual({
    ...before,
    ...{ streak_days: 4, longest_streak: 4, streak_last_day: '2026-03-05', checkins_count: 4, counted: 4 },
    ...{ days: `f0${'00'.repeat(45)}`, at: '2026-03-07T12:00:00.000Z' },
  });
});

it('settles a user once after release 1.0.0 undid a check-in', async () => {
  const { user } = await buildLife();
  await t.db.rows(`delete from checkins where user_id = $1 and local_day = '2026-03-02'`, [user.id]);
  await t.db.rows('update members set checkins_count = 2, checked_days = null where user_id = $1', [user.id]);
  const saved = await settle(user.id);
  expect(saved).toMatchObject({ streak_days: 2, checkins_count: 2, counted: 2, days: `60${'00'.repeat(45)}` });
  await endOldStandings.handle({}, jobContext());
  expect(await readSaved(user.id)).toEqual(saved);
});

it('reads the check-ins when release 1.0.0 stored days from a later first day', async () => {
  const { user } = await buildLife();
  const asked = clockAt(t.clock.now(), 'UTC');
  await t.db.rows(`update missions set first_day = '2026-03-03', duration_days = 29 where owner_id = $1`, [user.id]);
  const exact = standing(await readLife(t.db, user.id), asked);
  expect(exact).toMatchObject({ streak: 3 });
  // Its bits omit the day before the first checked day.
  await t.db.rows(
    `update members set checked_days_from = '2026-03-03', checked_days = decode('c0' || repeat('00', 45), 'hex')
     where user_id = $1`,
    [user.id],
  );
  expect(standing(await readLife(t.db, user.id), asked)).toEqual(exact);
  await refresh(user.id);
  expect(await readSaved(user.id)).toMatchObject({ checked_days_from: '2026-03-02', days: `e0${'00'.repeat(45)}` });
});

it('clears what release 1.0.0 would show for an open yesterday', async () => {
  const { user, mission } = await buildLife();
  await t.db.rows('update users set open_streak = 9 where id = $1', [user.id]);
  await t.db.rows('update members set open_streak = 9 where user_id = $1', [user.id]);
  t.clock.set(new Date('2026-03-05T09:00:00Z'));
  expect((await checkIn(t, user, mission)).statusCode).toBe(201);
  const saved = await t.db.rows(
    `select u.open_streak as own, mb.open_streak as member from users u join members mb on mb.user_id = u.id where u.id = $1`,
    [user.id],
  );
  expect(saved).toEqual([{ own: null, member: null }]);
});
