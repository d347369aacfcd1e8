import { expect, it } from 'vitest';
import { completeMission, getCompletion } from '#contract/completion.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { getInsights } from '#contract/insights.ts';
import { getMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { patchProfile } from '#contract/profile.ts';
import { createPause } from '#contract/streaks.ts';
import { daysIn } from '#domain/day-bits.ts';
import { buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { upgradeToPremium } from '../../testing/factories/webhooks.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp();

/** Early in the afternoon in California, and the next day at 10:00 on Kiritimati. */
const at = (day: number) => t.clock.set(`2026-06-${String(day).padStart(2, '0')}T20:00:00Z`);

/**
 * Somebody in two missions of ten days, with goals and `together`, who checks in on each day but the fifth, on which they
 * fly over the date line or have a break.
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

it.each(['flight', 'break'] as const)('A day of a %s is away in the quilt and asked for in no number.', async (how) => {
  const { together, read } = await buildAway(how);
  const quilt = await read(getQuilt);
  expect(daysIn(quilt.members[0].away_days, quilt.first_day)).toEqual(['2026-06-05']);
  const mission = await read(getMission);
  const { missions } = await read(getDashboard);
  for (const own of [mission, ...missions]) {
    expect(own.planned_days).toBe(9);
    // Nine of ten days: 225 of the 250 points of level 3, and a streak of 9 in place of 10.
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

it('Without a check-in on a day that travel excused the mission is perfect, and without one on a day of a break it is not.', async () => {
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
