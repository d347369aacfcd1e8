import { describe, expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import { takeBackCheckin } from '#contract/checkins.ts';
import { completeMission } from '#contract/completion.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { leaveMission, removeMember } from '#contract/members.ts';
import { deleteMission, getMission } from '#contract/missions.ts';
import { patchProfile } from '#contract/profile.ts';
import { createPause, getStreak } from '#contract/streaks.ts';
import { NO_LIMITS } from '#platform/http/rate-limits.ts';
import { refreshStanding } from '#server/life/public.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp({ limits: NO_LIMITS });
requireSavedStandings(t);

const LAST_SECOND = '2026-11-25T11:59:59.000Z';
const NOON = '2026-11-25T12:00:00.000Z';

/** A member who checked in on 21, 22 and 23 November but not on the 24th. It is the morning of the 25th. */
async function buildForgetful(duration_days = 30) {
  t.clock.set('2026-11-21T09:00:00.000Z');
  const [owner, person] = [await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner, { duration_days });
  await buildMembers(t, owner, mission, [person]);
  for (const day of ['21', '22', '23']) {
    t.clock.set(`2026-11-${day}T09:00:00.000Z`);
    expect((await checkIn(t, person, mission)).statusCode).toBe(201);
  }
  t.clock.set('2026-11-25T08:00:00.000Z');
  const { token } = person;
  const ledgerOf = async (query = {}) => (await t.call(getStreak, { token, query })).json();
  /** The streak in every response that has one, yesterday's state in both ledgers, and the share. */
  const look = async () => {
    const [home, user] = [(await t.call(getDashboard, { token })).json(), (await t.call(me, { token })).json()];
    const answer = (await t.call(getMission, { token, params: { id: mission } })).json();
    const member = answer.members.find((one: { user_id: string }) => one.user_id === person.id);
    const [own, inMission] = [await ledgerOf(), await ledgerOf({ mission_id: mission })];
    const streaks = [user, home.stats, own, home.missions[0], member, inMission].map(({ streak_days }) => streak_days);
    expect(new Set(streaks).size, streaks.join()).toBe(1);
    expect(home.missions[0].needed_yesterday).toBe(answer.needed_yesterday);
    const states = [own, inMission].map(({ days }) => days.at(-2).state);
    expect(states[0]).toBe(states[1]);
    return {
      streak: streaks[0],
      yesterday: states[0],
      share: member.share_since_joining,
      needed_yesterday: answer.needed_yesterday,
    };
  };
  return { owner, person, mission, look };
}

/** The saved standing, and the one computed from the life. */
async function readCounters(userId: string) {
  const read = () =>
    t.db.rows(
      `select u.streak_days, u.streak_last_day, u.longest_streak, u.rest_days, (
         select json_agg(json_build_array(m.streak_days, m.streak_last_day, encode(m.rest_days, 'hex'))) from members m
         where m.user_id = u.id) as members from users u where u.id = $1`,
      [userId],
    );
  const stored = await read();
  await t.db.transact((tx) => refreshStanding(tx, userId, t.clock.now()));
  return [stored, await read()];
}

describe('yesterday until noon', () => {
  it('is open until the second before noon and missed from noon on', async () => {
    const { look } = await buildForgetful();
    t.clock.set(LAST_SECOND);
    expect(await look()).toEqual({ streak: 3, yesterday: 'open', share: 100, needed_yesterday: true });
    t.clock.set(NOON);
    expect(await look()).toEqual({ streak: 0, yesterday: 'missed', share: 75, needed_yesterday: false });
  });

  it('is open just as long if today is checked first', async () => {
    const { person, mission, look } = await buildForgetful();
    const receipt = (await checkIn(t, person, mission)).json();
    expect([receipt.streak_days, receipt.mission_streak_days]).toEqual([4, 4]);
    t.clock.set(LAST_SECOND);
    expect(await look()).toEqual({ streak: 4, yesterday: 'open', share: 100, needed_yesterday: true });
    t.clock.set(NOON);
    expect(await look()).toEqual({ streak: 1, yesterday: 'missed', share: 80, needed_yesterday: false });
  });

  it('accepts one of ten concurrent check-ins each for yesterday and today', async () => {
    const { person, mission, look } = await buildForgetful();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => checkIn(t, person, mission, at % 2 === 0 ? { day: 'yesterday' } : {})),
    );
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    expect(codes).toEqual([201, 201, ...Array.from({ length: 18 }, () => 400)]);
    expect(await look()).toEqual({ streak: 5, yesterday: 'checked', share: 100, needed_yesterday: false });
    const [stored, rebuilt] = await readCounters(person.id);
    expect(stored).toEqual(rebuilt);
  });

  it('gives the same result in either order with today', async () => {
    for (const order of [
      [{}, { day: 'yesterday' }],
      [{ day: 'yesterday' }, {}],
    ]) {
      const { person, mission, look } = await buildForgetful();
      for (const body of order) expect((await checkIn(t, person, mission, body)).statusCode).toBe(201);
      expect(await look()).toEqual({ streak: 5, yesterday: 'checked', share: 100, needed_yesterday: false });
      const [stored, rebuilt] = await readCounters(person.id);
      expect(stored).toEqual(rebuilt);
    }
  });

  it('counts rest days of earlier days in every mission, even one checked second that morning', async () => {
    t.clock.set('2026-11-16T09:00:00.000Z');
    const person = await buildUser(t);
    const missions = [await buildMission(t, person), await buildMission(t, person)];
    const checkInAll = async () => {
      for (const mission of missions) expect((await checkIn(t, person, mission)).statusCode).toBe(201);
    };
    for (const day of ['16', '17', '18', '19', '20', '21', '22']) {
      t.clock.set(`2026-11-${day}T09:00:00.000Z`);
      await checkInAll();
    }
    // While the 24th is open, the missed 23rd costs the earned rest day.
    t.clock.set('2026-11-25T08:00:00.000Z');
    await checkInAll();
    const { missions: cards } = (await t.call(getDashboard, { token: person.token })).json();
    expect(cards.map((card: { streak_days: number }) => card.streak_days)).toEqual([8, 8]);
    const [stored, rebuilt] = await readCounters(person.id);
    expect(stored).toEqual(rebuilt);
  });

  it('is missed immediately after a zone change', async () => {
    const { person, look } = await buildForgetful();
    await t.call(patchProfile, { token: person.token, body: { timezone: 'Europe/Lisbon' } });
    expect(await look()).toEqual({ streak: 0, yesterday: 'missed', share: 75, needed_yesterday: false });
  });

  it('is excused by a break of that day, whether or not today is checked', async () => {
    for (const isChecked of [false, true]) {
      const { person, mission, look } = await buildForgetful();
      if (isChecked) await checkIn(t, person, mission);
      const body = { from_day: '2026-11-24', to_day: '2026-11-24', reason: 'ill' };
      expect((await t.call(createPause, { token: person.token, body })).statusCode).toBe(201);
      const streak = isChecked ? 4 : 3;
      expect(await look()).toEqual({ streak, yesterday: 'excused', share: 100, needed_yesterday: false });
      t.clock.set(NOON);
      expect(await look()).toEqual({ streak, yesterday: 'excused', share: 100, needed_yesterday: false });
    }
  });

  it("stays open when today's or yesterday's check-in is undone", async () => {
    const { person, mission, look } = await buildForgetful();
    const take = async (body: Record<string, unknown>) => {
      const { checkin } = (await checkIn(t, person, mission, body)).json();
      return () => t.call(takeBackCheckin, { token: person.token, params: { id: checkin.id } });
    };
    const before = await look();
    const takeBackToday = await take({});
    await takeBackToday();
    expect(await look()).toEqual(before);
    await take({});
    const withToday = await look();
    const takeBackYesterday = await take({ day: 'yesterday' });
    await takeBackYesterday();
    expect(await look()).toEqual(withToday);
  });

  it('is not open for a member who leaves the only mission that missed it', async () => {
    const { person, mission } = await buildForgetful();
    const streak = async () => (await t.call(getStreak, { token: person.token })).json().streak_days;
    expect(await streak()).toBe(3);
    await t.call(leaveMission, { token: person.token, params: { id: mission } });
    expect(await streak()).toBe(0);
  });

  it.each<[string, (was: Awaited<ReturnType<typeof buildForgetful>>) => Promise<{ statusCode: number }>]>([
    ['leaves', ({ person, mission }) => t.call(leaveMission, { token: person.token, params: { id: mission } })],
    [
      'is removed from',
      ({ owner, person, mission }) =>
        t.call(removeMember, { token: owner.token, params: { id: mission, userId: person.id } }),
    ],
    [
      'sees completed',
      ({ owner, mission }) => t.call(completeMission, { token: owner.token, params: { id: mission } }),
    ],
    ['sees deleted', ({ owner, mission }) => t.call(deleteMission, { token: owner.token, params: { id: mission } })],
  ])('is not open after a user %s the only mission that missed it, with today checked', async (_, end) => {
    // The mission's last day was the 24th, so it can be completed.
    const was = await buildForgetful(4);
    const { person } = was;
    const other = await buildMission(t, person, { duration_days: 30 });
    expect((await checkIn(t, person, other)).statusCode).toBe(201);
    const ledger = async () => {
      const { streak_days, days } = (await t.call(getStreak, { token: person.token })).json();
      return { streak_days, yesterday: days.at(-2).state };
    };
    expect(await ledger()).toEqual({ streak_days: 4, yesterday: 'open' });
    expect((await end(was)).statusCode).toBeLessThan(300);
    await t.queue.drain();
    expect(await ledger()).toEqual({ streak_days: 1, yesterday: 'missed' });
    const [stored, rebuilt] = await readCounters(person.id);
    expect(stored).toEqual(rebuilt);
  });
});
