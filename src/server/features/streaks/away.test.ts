import { describe, expect, it } from 'vitest';
import { checkInByKey, createCheckinKey, previewCheckinKey } from '#contract/checkin-keys.ts';
import { completeMission, getCompletion } from '#contract/completion.ts';
import { getDashboard, listMissions } from '#contract/dashboard.ts';
import { getInsights } from '#contract/insights.ts';
import { nudgeMember } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { patchProfile } from '#contract/profile.ts';
import { createPause, getStreak } from '#contract/streaks.ts';
import { daysIn } from '#domain/day-bits.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { upgradeToPremium } from '../../testing/factories/webhooks.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);

/** Early afternoon in California, and 10:00 the next day on Kiritimati. */
const at = (day: number) => t.clock.set(`2026-06-${String(day).padStart(2, '0')}T20:00:00Z`);

/**
 * A person in two missions of ten days, with goals and `together`. They check in every day except the fifth, when they
 * cross the date line or have a break.
 */
async function buildAway(how: 'flight' | 'break') {
  at(1);
  const person = await upgradeToPremium(t, await buildUser(t, { timezone: 'America/Los_Angeles' }));
  const { token } = person;
  const tenDays = { duration_days: 10, level_goal: 3, streak_goal: 10 };
  const stars = await buildMission(t, person, tenDays);
  const together = await buildMission(t, person, { ...tenDays, board: 'together' });
  for (let day = 1; day <= 10; day += 1) {
    at(how === 'flight' && day > 5 ? day - 1 : day);
    if (day === 5) {
      const pause = { from_day: '2026-06-05', to_day: '2026-06-05', reason: 'away' };
      const away =
        how === 'flight'
          ? await t.call(patchProfile, { token, body: { timezone: 'Pacific/Kiritimati' } })
          : await t.call(createPause, { token, body: pause });
      expect(away.statusCode, away.body).toBeLessThan(300);
      continue;
    }
    for (const mission of [stars, together]) {
      const answer = await checkIn(t, person, mission);
      expect([day, answer.json().checkin?.local_day]).toEqual([day, `2026-06-${String(day).padStart(2, '0')}`]);
    }
  }
  const read = async (endpoint: Parameters<typeof t.call>[0], id = stars) =>
    (await t.call(endpoint, { token, params: { id } })).json();
  return { person, stars, together, read };
}

it.each(['flight', 'break'] as const)('a day of a %s counts nowhere and is shown as away in the quilt', async (how) => {
  const { together, read } = await buildAway(how);
  const quilt = await read(getQuilt);
  expect(daysIn(quilt.members[0].away_days, quilt.first_day)).toEqual(['2026-06-05']);
  const mission = await read(getMission);
  const { missions } = await read(getDashboard);
  for (const own of [mission, ...missions]) {
    expect(own.planned_days).toBe(9);
    // Nine of ten days: 225 of the 250 points of level 3, and a streak of 9 instead of 10.
    expect(own.own_goals).toEqual({ level: 2, streak: 9 });
  }
  expect(mission.members[0].share_since_joining).toBe(100);
  // The last seven days are the fourth to the tenth.
  expect((await read(getMission, together)).together).toEqual({ done: 6, total: 6 });
  const { full } = await read(getInsights);
  const health = full.owned.find(({ mission_id }: { mission_id: string }) => mission_id === mission.id);
  const [member] = [...health.carrying, ...health.drifting, ...health.away];
  expect([member.recent_checked, member.recent_open]).toEqual([6, 6]);
});

it('a mission is perfect without a check-in on a travel day, but not on a day of a break', async () => {
  for (const how of ['flight', 'break'] as const) {
    const { person, stars, read } = await buildAway(how);
    at(11);
    expect((await t.call(completeMission, { token: person.token, params: { id: stars } })).statusCode).toBe(204);
    const { stats, badges } = await read(getCompletion);
    expect(stats).toMatchObject({ planned_days: 9, checkins_count: 9, completion_percentage: 100 });
    const names = badges.map(({ name }: { name: string }) => name);
    expect([how, names.includes('Perfect Mission')]).toEqual([how, how === 'flight']);
    expect(names).toContain('Streak Goal');
  }
});

/**
 * A member on Kiritimati checks in on day 1, misses day 2 and checks in on the morning of day 3. Then they fly to Pago
 * Pago, where it is still day 2, without a check-in.
 */
async function buildWest(fields: object = {}) {
  t.clock.set('2026-06-01T00:00:00Z');
  const person = await upgradeToPremium(t, await buildUser(t, { timezone: 'Pacific/Kiritimati' }));
  const { token } = person;
  const mission = await buildMission(t, person, { duration_days: 10, ...fields });
  await checkIn(t, person, mission);
  t.clock.set('2026-06-02T18:00:00Z');
  expect((await checkIn(t, person, mission)).json().checkin.local_day).toBe('2026-06-03');
  await t.call(patchProfile, { token, body: { timezone: 'Pacific/Pago_Pago' } });
  const read = async (endpoint: Parameters<typeof t.call>[0], options: object = {}) =>
    (await t.call(endpoint, { token, params: { id: mission }, ...options })).json();
  return { person, mission, read };
}

describe('a date that occurs a second time after a later check-in', () => {
  it.each([
    ['daily', {}, true],
    ['weekly', { schedule: { kind: 'weekly', times: 6 } }, false],
  ])('is open on every screen and accepts a check-in if the mission is %s', async (_kind, fields, needed_today) => {
    const { person, mission, read } = await buildWest(fields);
    const page = await read(getMission);
    const open = { checked_in_today: false, due_today: true, needed_today };
    expect(page).toMatchObject({ ...open, today: '2026-06-02', last_checkin_day: '2026-06-03' });
    expect(page.can.check_in).toBe(true);
    expect(page.members[0]).toMatchObject({ ...open, checked_in_at: null });
    const dashboard = await read(getDashboard);
    expect(dashboard.checked_in_missions).toEqual([]);
    expect(dashboard.missions[0]).toMatchObject({ due_today: true, last_checkin_day: '2026-06-03' });
    expect((await read(listMissions))[0]).toMatchObject(open);
    for (const query of [{}, { mission_id: mission }]) {
      const { days } = await read(getStreak, { query });
      expect([query, days.at(-1)]).toEqual([query, { day: '2026-06-02', state: 'open' }]);
    }
    expect((await checkIn(t, person, mission)).json().checkin.local_day).toBe('2026-06-02');
  });

  it('is checked if its check-in was made the first time', async () => {
    const { person, mission, read } = await buildWest();
    await t.call(patchProfile, { token: person.token, body: { timezone: 'Pacific/Kiritimati' } });
    t.clock.set('2026-06-03T18:00:00Z');
    await checkIn(t, person, mission);
    await t.call(patchProfile, { token: person.token, body: { timezone: 'Pacific/Pago_Pago' } });
    const page = await read(getMission);
    expect(page).toMatchObject({ today: '2026-06-03', checked_in_today: true, last_checkin_day: '2026-06-04' });
    // The time shown belongs to the last check-in, which is for a later date here.
    expect(page.members[0].checked_in_at).toBeNull();
    expect((await read(getStreak)).days.at(-1).state).toBe('checked');
  });

  it('accepts a nudge and a check-in key like an open day', async () => {
    const { person, mission } = await buildWest();
    const other = await buildUser(t);
    await buildMembers(t, person, mission, [other]);
    const nudge = await t.call(nudgeMember, { token: other.token, params: { id: mission, userId: person.id } });
    expect(nudge.statusCode, nudge.body).toBe(204);
    const created = await t.call(createCheckinKey, {
      token: person.token,
      body: { mission_id: mission, name: 'Door' },
    });
    const key = { params: { key: created.json().url.split('/').at(-1) } };
    expect((await t.call(previewCheckinKey, key)).json()).toMatchObject({ day: '2026-06-02', state: 'open' });
    expect((await t.call(checkInByKey, key)).json()).toMatchObject({ day: '2026-06-02', checked_in: 'now' });
  });
});
