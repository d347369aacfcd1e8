import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deleteMission } from '#contract/missions.ts';
import { updateProfile } from '#contract/profile.ts';
import { createPause, getStreak, listPauses, type Pause, removePause } from '#contract/streaks.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { refreshStanding } from '#server/life/public.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
const DAY = 86_400_000;
const at = (days: number) => t.clock.set(new Date(Date.parse(NOON) + days * DAY));
const fetchLedger = async (person: TestUser, mission_id?: string) =>
  (await t.call(getStreak, { token: person.token, query: mission_id ? { mission_id } : {} })).json();
const statesOf = (answer: { days: { day: string; state: string }[] }) =>
  answer.days.map((d) => `${d.day.slice(8)} ${d.state}`);

describe('GET /api/streak', () => {
  it('The ledger of a new user has one day, about which no mission asks.', async () => {
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

  it('Every 7 days earn a rest day, which a missed day uses up.', async () => {
    at(0);
    const person = await buildUser(t);
    const mission = await buildMission(t, person);
    for (let day = 0; day < 7; day++) {
      at(day);
      await checkIn(t, person, mission);
    }
    expect(await fetchLedger(person)).toMatchObject({ streak_days: 7, rest_days: 1, longest_streak: 7 });
    // The eighth day is missed. On the ninth the streak still stands, covered by the rest day.
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

  it('Travelling east excuses the day that was cut short.', async () => {
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

  it('Only members can read the ledger of a mission.', async () => {
    at(0);
    const person = await buildUser(t);
    const other = await buildMission(t, await buildUser(t));
    for (const mission_id of [other, randomUUID(), 'x']) {
      const answer = await t.call(getStreak, { token: person.token, query: { mission_id } });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'mission_not_found']);
    }
  });
});

describe('counters', () => {
  const zones = [
    'UTC',
    'Asia/Tokyo',
    'America/Los_Angeles',
    'Pacific/Kiritimati',
    'Europe/Berlin',
    'Pacific/Pago_Pago',
  ];
  const step = fc.record({
    hours: fc.integer({ min: 1, max: 60 }),
    action: fc.constantFrom('a', 'a', 'a', 'a', 'b', 'b', 'late', 'zone', 'delete', 'pause', 'pause', 'back'),
    zone: fc.constantFrom(...zones),
    // A break begins so many days from today, and takes so many days.
    starts: fc.integer({ min: -1, max: 3 }),
    takes: fc.integer({ min: 1, max: 5 }),
  });

  /** Ends the running break or cancels the next one, if there is any. */
  async function endBreak({ token }: TestUser, today: string) {
    const pauses: Pause[] = (await t.call(listPauses, { token })).json();
    const open = pauses.find(({ to_day }) => to_day >= today);
    if (open) expect((await t.call(removePause, { token, params: { id: open.id } })).statusCode).toBe(204);
  }

  it('The streak counters of random histories equal a rebuild from the rows.', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        t.clock.set(new Date('2026-03-20T12:00:00Z'));
        const person = await buildUser(t);
        const friend = await buildUser(t);
        let a = await buildMission(t, person, { duration_days: 200 });
        // Points of the present mission `a` and those that nothing takes back any more.
        let [earned, earnedInA, createdA] = [0, 0, t.clock.now().getTime()];
        const b = await buildMission(t, friend, { duration_days: 200 });
        await buildMembers(t, friend, b, [person]);
        let own = 'UTC';
        for (const { hours, action, zone, starts, takes } of steps) {
          t.clock.advance(hours * 3_600_000);
          const today = dayOf(t.clock.now(), own);
          const late = { performed_at: new Date(t.clock.now().getTime() - 40 * 3_600_000).toISOString() };
          if (action === 'zone') {
            await t.call(updateProfile, { token: person.token, body: { name: person.name, timezone: zone } });
            own = zone;
          } else if (action === 'pause') {
            const from_day = addDays(today, starts);
            const body = { from_day, to_day: addDays(from_day, takes - 1), reason: 'other' };
            const { statusCode } = await t.call(createPause, { token: person.token, body });
            // Another break may be on these days.
            expect([201, 400]).toContain(statusCode);
          } else if (action === 'back') await endBreak(person, today);
          else if (action === 'delete') {
            expect((await t.call(deleteMission, { token: person.token, params: { id: a } })).statusCode).toBe(204);
            await t.queue.drain();
            // A mission of less than a day takes its points along.
            if (t.clock.now().getTime() - createdA >= DAY) earned += earnedInA;
            [earnedInA, createdA] = [0, t.clock.now().getTime()];
            // Tomorrow in UTC is not past in any zone.
            const start_date = dayOf(new Date(t.clock.now().getTime() + DAY), 'UTC');
            a = await buildMission(t, person, { duration_days: 200, start_date });
          } else {
            const answer = await checkIn(t, person, action === 'b' ? b : a, action === 'late' ? late : {});
            const points = answer.statusCode === 201 ? answer.json().checkin.points_earned : 0;
            if (action === 'b') earned += points;
            else earnedInA += points;
          }
        }
        // The open streak of a mission counts only where its last day is the user's, since no other can be today.
        const read = () =>
          t.db.rows(
            `select u.streak_days, u.streak_last_day, u.longest_streak, u.rest_days, u.open_streak, u.points,
               (select json_agg(json_build_object('m', mission_id, 's', streak_days, 'd', streak_last_day,
                  'l', longest_streak, 'o', case when streak_last_day = u.streak_last_day then open_streak end,
                  'p', points, 'c', checkins_count) order by mission_id) from members where user_id = u.id) as members,
               (select json_agg(day order by day) from rest_days where user_id = u.id) as rest
             from users u where u.id = $1`,
            [person.id],
          );
        const [before] = await read();
        await t.db.transact((tx) => refreshStanding(tx, person.id, t.clock.now()));
        const [rebuilt] = await read();
        expect(before).toEqual(rebuilt);
        expect((before as { points: number }).points).toBe(earned + earnedInA);
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});
