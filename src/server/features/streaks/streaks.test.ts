import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { updateProfile } from '#contract/profile.ts';
import { getStreak } from '#contract/streaks.ts';
import { buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
const DAY = 86_400_000;
const at = (days: number) => t.clock.set(new Date(Date.parse(NOON) + days * DAY));
const fetchLedger = async (person: TestUser, mission_id?: string) =>
  (await t.call(getStreak, { token: person.token, query: mission_id ? { mission_id } : {} })).json();
const statesOf = (answer: { days: { day: string; state: string }[] }) =>
  answer.days.map((d) => `${d.day.slice(8)} ${d.state}`);

describe('GET /api/streak', () => {
  it('returns one day for a new user, which no mission requires', async () => {
    at(0);
    const person = await buildUser(t, { timezone: 'Europe/Berlin' });
    expect(await fetchLedger(person)).toEqual({
      streak_days: 0,
      longest_streak: 0,
      rest_days: 0,
      timezone: 'Europe/Berlin',
      days: [{ day: '2026-11-21', state: 'free' }],
      pauses: [],
    });
  });

  it('shows the rest day earned after 7 days, and the missed day that spends it', async () => {
    at(0);
    const person = await buildUser(t);
    const mission = await buildMission(t, person);
    for (let day = 0; day < 7; day++) {
      at(day);
      await checkIn(t, person, mission);
    }
    expect(await fetchLedger(person)).toMatchObject({ streak_days: 7, rest_days: 1, longest_streak: 7 });
    // The eighth day is missed. On the ninth the rest day still covers the streak.
    at(8);
    const before = await fetchLedger(person);
    expect(before).toMatchObject({ streak_days: 7, rest_days: 0 });
    expect(statesOf(before).slice(-2)).toEqual(['28 rest', '29 open']);
    expect((await checkIn(t, person, mission)).json()).toMatchObject({
      streak_days: 8,
      mission_streak_days: 8,
      rest_days_used: 1,
    });
    const after = await fetchLedger(person, mission);
    expect(after).toMatchObject({ streak_days: 8, rest_days: 0 });
    expect(statesOf(after).slice(-3)).toEqual(['27 checked', '28 rest', '29 checked']);
    at(10);
    expect(await fetchLedger(person)).toMatchObject({ streak_days: 0, longest_streak: 8 });
    expect(statesOf(await fetchLedger(person)).slice(-2)).toEqual(['30 missed', '01 open']);
  });

  it('excuses the day that travel to the east cut short', async () => {
    t.clock.set(new Date('2026-11-21T12:00:00Z'));
    const person = await buildUser(t, { timezone: 'America/New_York' });
    const mission = await buildMission(t, person);
    await checkIn(t, person, mission);
    // 22 November in New York is 23 November in Tokyo at this instant.
    t.clock.set(new Date('2026-11-22T16:00:00Z'));
    await t.call(updateProfile, { token: person.token, body: { name: person.name, timezone: 'Asia/Tokyo' } });
    expect((await checkIn(t, person, mission)).json()).toMatchObject({ streak_days: 2, mission_streak_days: 2 });
    expect(statesOf(await fetchLedger(person))).toEqual(['21 checked', '22 excused', '23 checked']);
  });

  it('returns the ledger of a mission only to members', async () => {
    at(0);
    const person = await buildUser(t);
    const other = await buildMission(t, await buildUser(t));
    for (const mission_id of [other, randomUUID(), 'x']) {
      const answer = await t.call(getStreak, { token: person.token, query: { mission_id } });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'mission_not_found']);
    }
  });
});
