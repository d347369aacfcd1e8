import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCheckin, listCheckins, takeBackCheckin } from '#contract/checkins.ts';
import { completeMission, getCompletion } from '#contract/completion.ts';
import { leaveMission } from '#contract/members.ts';
import { createPause } from '#contract/streaks.ts';
import { addDays } from '#domain/days.ts';
import { isScheduledOn, type Schedule } from '#domain/schedule.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
/** A Monday. */
const FIRST = '2026-06-01';
const dayAt = (index: number) => addDays(FIRST, index);
const setDay = (index: number) => t.clock.set(`${dayAt(index)}T09:00:00Z`);
beforeEach(() => setDay(0));

const stayIn = ({ id }: TestUser) =>
  t.db.rows('update sessions set last_used_at = $2, created_at = $2 where user_id = $1', [id, t.clock.now()]);

async function buildSolo(body: Record<string, unknown> = {}) {
  const person = await buildUser(t, { timezone: 'UTC' });
  const mission = await buildMission(t, person, { duration_days: 60, ...body });
  /** Checks in at nine on that day and returns the receipt. */
  const post = async (index: number, more: Record<string, unknown> = {}, to = mission) => {
    setDay(index);
    await stayIn(person);
    const answer = await checkIn(t, person, to, more);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json();
  };
  return { person, mission, post };
}

/** Checks in on each day and returns the days that were comebacks. */
async function comebacksOf({ post }: Awaited<ReturnType<typeof buildSolo>>, days: readonly number[]) {
  const found: number[] = [];
  for (const day of days) if ((await post(day)).checkin.is_comeback) found.push(day);
  return found;
}

describe('a comeback', () => {
  it('is a check-in after three missed days in a row, not after two', async () => {
    const solo = await buildSolo();
    expect(await comebacksOf(solo, [0, 3, 7, 8, 12])).toEqual([7, 12]);
    const feed = (await t.call(listCheckins, { token: solo.person.token, params: { id: solo.mission } })).json();
    expect(feed.map((row: { is_comeback: boolean }) => row.is_comeback)).toEqual([true, false, true, false, false]);
  });

  it('ignores days before the first day, before joining and before rejoining', async () => {
    const solo = await buildSolo({ start_date: dayAt(5) });
    expect(await comebacksOf(solo, [5, 6])).toEqual([]);
    const late = await buildUser(t, { timezone: 'UTC' });
    await stayIn(solo.person);
    await buildMembers(t, solo.person, solo.mission, [late]);
    setDay(8);
    expect((await checkIn(t, late, solo.mission)).json().checkin.is_comeback).toBe(false);
    await t.call(leaveMission, { token: late.token, params: { id: solo.mission } });
    setDay(13);
    await buildMembers(t, solo.person, solo.mission, [late]);
    setDay(15);
    expect((await checkIn(t, late, solo.mission)).json().checkin.is_comeback).toBe(false);
    setDay(19);
    expect((await checkIn(t, late, solo.mission)).json().checkin.is_comeback).toBe(true);
  });

  it('skips days of a break and adds up missed days before and after them', async () => {
    const solo = await buildSolo();
    await solo.post(0);
    for (const [from, to] of [
      [2, 5],
      [10, 20],
    ])
      await t.call(createPause, {
        token: solo.person.token,
        body: { from_day: dayAt(from!), to_day: dayAt(to!), reason: 'away' },
      });
    // Days 1, 6 and 7 are missed before the first check-in, and days 9 and 21 before the second.
    expect(await comebacksOf(solo, [8, 22])).toEqual([8]);
  });

  it('skips a missed day that a rest day covers', async () => {
    const solo = await buildSolo();
    expect(await comebacksOf(solo, [0, 1, 2, 3, 4, 5, 6])).toEqual([]);
    const other = await buildMission(t, solo.person, { duration_days: 60, start_date: dayAt(6) });
    // The rest day covers day 8. Days 7 and 9 were checked in elsewhere, so only they are missed here.
    await solo.post(7, {}, other);
    await solo.post(9, {}, other);
    expect((await solo.post(10)).checkin.is_comeback).toBe(false);
  });

  it.each<Schedule>([
    { kind: 'daily' },
    { kind: 'weekdays', days: ['mon', 'wed', 'fri'] },
    { kind: 'weekdays', days: ['tue'] },
  ])('matches a plain search of earlier days, for random days of the schedule %j', async (schedule) => {
    const someDays = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 3, maxLength: 9 });
    for (const days of fc.sample(someDays, 4)) {
      const solo = await buildSolo({ schedule });
      const checked = days.sort((a, b) => a - b);
      const plain = checked.filter((day, at) => {
        const before = at === 0 ? -1 : checked[at - 1]!;
        const between = Array.from({ length: day - before - 1 }, (_, index) => before + 1 + index);
        return between.filter((one) => isScheduledOn(schedule, dayAt(one))).length >= 3;
      });
      expect(await comebacksOf(solo, checked), days.join()).toEqual(plain);
      setDay(0);
    }
  });

  it('counts only days that a weekly schedule could no longer spare', async () => {
    // At three times a week, the last two days of the first week and the fifth of the second are missed.
    const schedule = { kind: 'weekly', times: 3 };
    expect(await comebacksOf(await buildSolo({ schedule }), [0, 11])).toEqual([]);
    setDay(0);
    expect(await comebacksOf(await buildSolo({ schedule }), [0, 12])).toEqual([12]);
  });

  it('judges an offline check-in of two days ago by the days before it', async () => {
    const { person, mission, post } = await buildSolo();
    await post(0);
    setDay(8);
    const performed_at = `${dayAt(6)}T10:00:00Z`;
    const late = await t.call(createCheckin, {
      token: person.token,
      body: { mission_id: mission, type: 'tick', performed_at },
    });
    expect(late.json().checkin).toMatchObject({ local_day: dayAt(6), is_comeback: true });
    expect((await post(8)).checkin.is_comeback).toBe(false);
    // The day between them is filled later.
    expect((await post(8, { day: 'yesterday' })).checkin).toMatchObject({ local_day: dayAt(7), is_comeback: false });
  });

  it('moves to a check-in for yesterday and back when that is undone', async () => {
    const { person, mission, post } = await buildSolo();
    await post(0);
    const found = async () => {
      const feed = (await t.call(listCheckins, { token: person.token, params: { id: mission } })).json();
      return feed
        .filter((row: { is_comeback: boolean }) => row.is_comeback)
        .map((row: { local_day: string }) => row.local_day);
    };
    expect((await post(6)).checkin.is_comeback).toBe(true);
    const { checkin, milestone } = await post(6, { day: 'yesterday' });
    expect(checkin).toMatchObject({ local_day: dayAt(5), is_comeback: true });
    expect(milestone).toEqual({ kind: 'comeback' });
    expect(await found()).toEqual([dayAt(5)]);
    await t.call(takeBackCheckin, { token: person.token, params: { id: checkin.id } });
    expect(await found()).toEqual([dayAt(6)]);
  });
});

describe('the milestone of a receipt', () => {
  it('marks the first check-in only in the first mission and prefers a comeback to a streak', async () => {
    const { person, post } = await buildSolo();
    const other = await buildMission(t, person);
    expect((await post(0)).milestone).toEqual({ kind: 'first' });
    expect((await post(0, {}, other)).milestone).toBeNull();
    expect((await post(5)).milestone).toEqual({ kind: 'comeback' });
    expect((await post(6)).milestone).toBeNull();
  });

  it("marks the seventh day of the user's streak once, not again in a second mission that day", async () => {
    const { person, post } = await buildSolo();
    const other = await buildMission(t, person, { start_date: dayAt(6) });
    for (let day = 0; day < 6; day += 1) await post(day);
    expect((await post(6)).milestone).toEqual({ kind: 'streak', days: 7 });
    expect((await post(6, {}, other)).milestone).toBeNull();
    expect((await post(7)).milestone).toBeNull();
  });

  it('marks a check-in for yesterday that joins two runs to seven days', async () => {
    const { post } = await buildSolo();
    for (let day = 0; day < 5; day += 1) await post(day);
    expect((await post(6)).milestone).toBeNull();
    expect((await post(6, { day: 'yesterday' })).milestone).toEqual({ kind: 'streak', days: 7 });
  });

  it('celebrates nothing again for a repeated client_id', async () => {
    const { post } = await buildSolo();
    const client_id = crypto.randomUUID();
    expect((await post(0, { client_id })).milestone).toEqual({ kind: 'first' });
    expect((await post(0, { client_id })).milestone).toBeNull();
  });

  it('marks one of five concurrent check-ins of a new user as the first', async () => {
    const person = await buildUser(t, { timezone: 'UTC' });
    const missions: string[] = [];
    for (let at = 0; at < 5; at += 1) missions.push(await buildMission(t, person));
    const answers = await Promise.all(missions.map((mission) => checkIn(t, person, mission)));
    const kinds = answers.map((answer) => answer.json().milestone);
    expect(kinds.filter((milestone) => milestone !== null)).toEqual([{ kind: 'first' }]);
  });
});

describe('the badge Comeback', () => {
  it('goes to a member who came back and also checked in on the next two days', async () => {
    const { person, mission, post } = await buildSolo({ duration_days: 12 });
    const other = await buildUser(t, { timezone: 'UTC' });
    await buildMembers(t, person, mission, [other]);
    for (const day of [0, 5, 6, 7]) await post(day);
    setDay(0);
    for (const day of [0, 5, 7, 8]) {
      setDay(day);
      await checkIn(t, other, mission);
    }
    t.clock.advance(14 * DAY_MS);
    for (const one of [person, other]) await stayIn(one);
    await t.call(completeMission, { token: person.token, params: { id: mission } });
    const badgesOf = async ({ token }: TestUser) =>
      (await t.call(getCompletion, { token, params: { id: mission } })).json().badges;
    const badge = { icon: '🌱', name: 'Comeback', description: 'Came back and stayed' };
    expect(await badgesOf(person)).toContainEqual(badge);
    expect(await badgesOf(other)).not.toContainEqual(badge);
  });
});
