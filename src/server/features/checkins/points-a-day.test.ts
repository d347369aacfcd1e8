import { expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import { listCheckins, takeBackCheckin, updateCheckin } from '#contract/checkins.ts';
import { deleteMission } from '#contract/missions.ts';
import { buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { testApp } from '../../testing/test-app.ts';

const t = await testApp({ config: { plans: false } });
requireSavedStandings(t);

async function buildMissions(person: TestUser, count: number): Promise<string[]> {
  const missions: string[] = [];
  for (let at = 0; at < count; at++) missions.push(await buildMission(t, person));
  return missions;
}

/** Returns the user's points after comparing them with the sum of the rows. */
async function pointsOf(person: TestUser): Promise<number> {
  const [sums] = await t.db.rows(
    `select (select coalesce(sum(points_earned), 0)::int from checkins where user_id = $1) as rows,
       (select coalesce(sum(points), 0)::int from members where user_id = $1) as members`,
    [person.id],
  );
  const { points } = (await t.call(me, { token: person.token })).json();
  expect(sums).toEqual({ rows: points, members: points });
  return points;
}

it('earns nothing from the eleventh check-in of a day on, and starts again the next day', async () => {
  const ana = await buildUser(t);
  const missions = await buildMissions(ana, 12);
  const receipts = [];
  for (const mission of missions) receipts.push((await checkIn(t, ana, mission)).json());
  expect(receipts.map(({ checkin }) => checkin.points_earned)).toEqual([...Array(10).fill(10), 0, 0]);
  expect(receipts.slice(-2)).toMatchObject(
    Array(2).fill({ points: 100, level_up: false, checkin: { is_extra: false }, mission_streak_days: 1 }),
  );
  const feed = (await t.call(listCheckins, { token: ana.token, params: { id: missions[11]! } })).json();
  expect(feed).toMatchObject([{ points_earned: 0, is_extra: false }]);
  expect(await pointsOf(ana)).toBe(100);
  t.clock.advance(86_400_000);
  expect((await checkIn(t, ana, missions[11]!)).json().checkin.points_earned).toBe(10);
  // A check-in for yesterday counts toward the ten of that day, which has only one so far.
  t.clock.set('2026-11-23T09:00:00Z');
  const late = await checkIn(t, ana, missions[0]!, { day: 'yesterday' });
  expect(late.json().checkin).toMatchObject({ local_day: '2026-11-22', points_earned: 10 });
  expect(await pointsOf(ana)).toBe(120);
});

it('keeps zero points through edits, and an undone check-in makes room for a new one', async () => {
  const ana = await buildUser(t);
  const missions = await buildMissions(ana, 12);
  const ids: string[] = [];
  for (const mission of missions.slice(0, 11)) ids.push((await checkIn(t, ana, mission)).json().checkin.id);
  const edit = { token: ana.token, params: { id: ids[10]! }, body: { type: 'text', content: 'Page 20' } };
  expect((await t.call(updateCheckin, edit)).json()).toMatchObject({ type: 'text', points_earned: 0 });
  expect(await pointsOf(ana)).toBe(100);
  expect((await t.call(takeBackCheckin, { token: ana.token, params: { id: ids[0]! } })).statusCode).toBe(204);
  expect(await pointsOf(ana)).toBe(90);
  expect((await t.call(updateCheckin, { ...edit, body: { type: 'tick' } })).json().points_earned).toBe(0);
  expect((await checkIn(t, ana, missions[0]!, { type: 'text', content: '' })).json().checkin.points_earned).toBe(15);
  expect((await checkIn(t, ana, missions[11]!)).json().checkin.points_earned).toBe(0);
  expect((await t.call(takeBackCheckin, { token: ana.token, params: { id: ids[10]! } })).statusCode).toBe(204);
  expect(await pointsOf(ana)).toBe(105);
});

it('gives points to ten of 30 concurrent check-ins', async () => {
  const ana = await buildUser(t);
  const missions = await buildMissions(ana, 30);
  const answers = await Promise.all(missions.map((mission) => checkIn(t, ana, mission)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(201));
  expect(answers.filter((answer) => answer.json().checkin.points_earned === 10)).toHaveLength(10);
  expect(await pointsOf(ana)).toBe(100);
});

it('makes no room for more points that day when missions with points are deleted', async () => {
  const ana = await buildUser(t);
  const missions = await buildMissions(ana, 11);
  t.clock.advance(25 * 3_600_000);
  for (const mission of missions.slice(0, 10)) await checkIn(t, ana, mission);
  for (const id of missions.slice(0, 10)) await t.call(deleteMission, { token: ana.token, params: { id } });
  expect((await checkIn(t, ana, missions[10]!)).json()).toMatchObject({ points: 100, checkin: { points_earned: 0 } });
});

it.each([0, 10])(
  'gives a promoted extra check-in no points if ten of its day have some, %i deleted since',
  async (deleted) => {
    t.clock.set('2026-11-21T12:00:00Z');
    const ana = await buildUser(t);
    const weekly = await buildMission(t, ana, { schedule: { kind: 'weekly', times: 1 } });
    const missions = await buildMissions(ana, 10);
    t.clock.advance(86_400_000);
    const first = (await checkIn(t, ana, weekly)).json().checkin.id;
    t.clock.set('2026-11-22T23:59:00Z');
    for (const mission of missions.slice(0, 9)) await checkIn(t, ana, mission);
    t.clock.set('2026-11-23T00:01:00Z');
    for (const mission of missions) await checkIn(t, ana, mission);
    expect((await checkIn(t, ana, weekly)).json().checkin).toMatchObject({ is_extra: true, points_earned: 0 });
    await t.db.rows('update checkins set created_at = $2 where id = $1', [first, t.clock.now()]);
    for (const id of missions.slice(0, deleted)) await t.call(deleteMission, { token: ana.token, params: { id } });
    expect((await t.call(takeBackCheckin, { token: ana.token, params: { id: first } })).statusCode).toBe(204);
    const [extra] = (await t.call(listCheckins, { token: ana.token, params: { id: weekly } })).json();
    expect(extra).toMatchObject({ is_extra: false, points_earned: 0 });
    expect((await t.call(me, { token: ana.token })).json().points).toBe(190);
  },
);
