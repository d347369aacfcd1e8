import { beforeEach, describe, expect, it } from 'vitest';
import { listCheckins } from '#contract/checkins.ts';
import { completeMission, getCompletion } from '#contract/completion.ts';
import { getDashboard, listMissions } from '#contract/dashboard.ts';
import { leaveMission } from '#contract/members.ts';
import { createMission, getMission, type Mission, patchMission, updateMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { buildCounting, count, GLASSES } from '../../testing/factories/amounts.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
const DAY = 86_400_000;
beforeEach(() => t.clock.set(NOON));

const FIELDS = {
  title: 'Walk',
  description: '<p>Anywhere.</p>',
  goal: 'Get there',
  duration_days: 2,
  start_date: '2026-11-21',
};
const ROAD = { unit: 'km', road: { length: 10, name: 'Penang' } };

const fetchMission = async ({ token }: TestUser, id: string): Promise<Mission> =>
  (await t.call(getMission, { token, params: { id } })).json();
const patch = ({ token }: TestUser, id: string, amounts: unknown) =>
  t.call(patchMission, { token, params: { id }, body: { amounts } });

describe('what a mission counts', () => {
  it('is nothing unless its owner chooses it, and an edit without it keeps it', async () => {
    const ana = await buildUser(t);
    const plain = await buildMission(t, ana);
    expect(await fetchMission(ana, plain)).toMatchObject({ amounts: null, members: [{ amount_today: null }] });
    const mission = await buildCounting(t, ana, GLASSES, FIELDS);
    await t.call(updateMission, { token: ana.token, params: { id: mission }, body: FIELDS });
    expect((await fetchMission(ana, mission)).amounts).toMatchObject(GLASSES);
    await patch(ana, mission, { unit: '  km ', road: { length: 1000, name: '' } });
    expect((await fetchMission(ana, mission)).amounts).toEqual({
      ...{ unit: 'km', target: null, counts_at: 'any', today: 0, yesterday: null },
      road: { length: 1000, name: null, done: 0 },
    });
  });

  it('names the wrong fields', async () => {
    const ana = await buildUser(t);
    const mission = await buildCounting(t, ana);
    const answer = await patch(ana, mission, { unit: 'km', counts_at: 'target' });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      [{ path: 'amounts.target', message: 'Please say how much a day takes' }],
    ]);
    for (const [amounts, path] of [
      [{ unit: '' }, 'amounts.unit'],
      [{ unit: 'a'.repeat(21) }, 'amounts.unit'],
      [{ unit: 'km', target: 0 }, 'amounts.target'],
      [{ unit: 'km', counts_at: 'never' }, 'amounts.counts_at'],
      [{ unit: 'km', road: { length: 0.5 } }, 'amounts.road.length'],
    ] as const)
      expect((await patch(ana, mission, amounts)).json().errors).toMatchObject([{ path }]);
  });

  it('is nothing if all members have their own habits', async () => {
    const ana = await buildUser(t);
    const own = await buildMission(t, ana, { habit: 'own' });
    const counting = await buildCounting(t, ana);
    const params = { id: counting };
    const wrong = [
      await patch(ana, own, GLASSES),
      await t.call(patchMission, { token: ana.token, params, body: { habit: 'own' } }),
    ];
    for (const answer of wrong) expect(answer.json().errors).toMatchObject([{ path: 'amounts' }]);
  });

  it('fixes the unit with the first amount, also while the amounts are hidden', async () => {
    const ana = await buildUser(t);
    const mission = await buildCounting(t, ana);
    expect((await patch(ana, mission, { unit: 'cups' })).statusCode).toBe(200);
    await count(t, ana, mission, { add: 5 });
    expect((await patch(ana, mission, { unit: 'litres' })).json().code).toBe('unit_fixed');
    expect((await patch(ana, mission, { unit: 'cups', target: 4 })).json().amounts).toMatchObject({ target: 4 });
    expect((await patch(ana, mission, null)).json()).toMatchObject({ amounts: null });
    const feed = await t.call(listCheckins, { token: ana.token, params: { id: mission } });
    expect(feed.json()).toMatchObject([{ amount: null }]);
    expect((await patch(ana, mission, { unit: 'litres' })).json().code).toBe('unit_fixed');
    expect((await patch(ana, mission, { unit: 'cups' })).json().amounts).toMatchObject({ unit: 'cups', today: 5 });
  });

  it('goes along into the next round', async () => {
    const ana = await buildUser(t);
    const mission = await buildCounting(t, ana, ROAD, FIELDS);
    await count(t, ana, mission, { add: 5 });
    t.clock.advance(2 * DAY);
    await t.call(completeMission, { token: ana.token, params: { id: mission } });
    const body = { ...FIELDS, start_date: '2026-11-23', previous_id: mission };
    const { id } = (await t.call(createMission, { token: ana.token, body })).json();
    expect((await fetchMission(ana, id)).amounts).toMatchObject({
      unit: 'km',
      road: { length: 10, done: 0 },
      today: 0,
    });
  });
});

describe('amounts in responses', () => {
  it('include every member on the board with a ranking', async () => {
    const [ana, ben] = [await buildUser(t), await buildUser(t)];
    const mission = await buildCounting(t, ana, ROAD, FIELDS);
    await buildMembers(t, ana, mission, [ben]);
    await count(t, ana, mission, { add: 2.5 });
    await count(t, ben, mission, { add: 4 });
    const { amounts, members } = await fetchMission(ana, mission);
    expect(amounts).toMatchObject({ road: { length: 10, name: 'Penang', done: 6.5 }, today: 2.5 });
    const today = Object.fromEntries(members.map(({ user_id, amount_today }) => [user_id, amount_today]));
    expect(today).toEqual({ [ana.id]: 2.5, [ben.id]: 4 });
    const dashboard = (await t.call(getDashboard, { token: ana.token })).json();
    const { road: _, ...own } = amounts!;
    expect(dashboard.missions).toMatchObject([{ amounts: own }]);
    const list = await t.call(listMissions, { token: ana.token });
    expect(list.statusCode, list.body).toBe(200);
    expect(list.json()).toMatchObject([{ amounts: own }]);
    t.clock.advance(DAY);
    const quilt = (await t.call(getQuilt, { token: ana.token, params: { id: mission } })).json();
    const rows = quilt.members.map(({ user_id, amounts: own }: { user_id: string; amounts: unknown }) => [
      user_id,
      own,
    ]);
    expect(Object.fromEntries(rows)).toEqual({ [ana.id]: [2.5, null], [ben.id]: null });
  });

  it('never contain the amount of another member on the board `together`', async () => {
    const [ana, ben] = [await buildUser(t), await buildUser(t)];
    const mission = await buildCounting(t, ana, ROAD, { ...FIELDS, board: 'together' });
    await buildMembers(t, ana, mission, [ben]);
    await count(t, ana, mission, { add: 1 });
    await count(t, ben, mission, { add: 7.77 });
    const params = { id: mission };
    const { token } = ana;
    const answers = await Promise.all([
      t.call(getMission, { token, params }),
      t.call(listCheckins, { token, params }),
      t.call(getQuilt, { token, params }),
      t.call(getDashboard, { token }),
      t.call(listMissions, { token }),
      t.call(getCompletion, { token, params }),
    ]);
    for (const answer of answers) expect(answer.body).not.toContain('7.77');
    expect(answers[0]!.json().amounts.road.done).toBe(8.77);
    expect(new Set(answers[1]!.json().map(({ amount }: { amount: unknown }) => amount))).toEqual(new Set([null, 1]));
  });

  it('change no points, streaks or ranks', async () => {
    const [ana, ben] = [await buildUser(t), await buildUser(t)];
    const figuresOf = async (mission: string) =>
      (await fetchMission(ana, mission)).members.map(
        ({ points, streak_days, share_since_joining, checkins_count }) => ({
          ...{ points, streak_days, share_since_joining, checkins_count },
        }),
      );
    const [plain, counting] = [await buildMission(t, ana, FIELDS), await buildCounting(t, ana, ROAD, FIELDS)];
    for (const mission of [plain, counting]) await buildMembers(t, ana, mission, [ben]);
    await checkIn(t, ana, plain);
    await count(t, ana, counting, { add: 900 });
    expect(await figuresOf(counting)).toEqual(await figuresOf(plain));
  });
});

describe('the road', () => {
  it('counts former members, and becomes a badge for all who had a part in it', async () => {
    const [ana, ben, cy] = [await buildUser(t), await buildUser(t), await buildUser(t)];
    const mission = await buildCounting(t, ana, ROAD, FIELDS);
    await buildMembers(t, ana, mission, [ben, cy]);
    const params = { id: mission };
    await count(t, ana, mission, { add: 3 });
    await count(t, ben, mission, { add: 7 });
    await checkIn(t, cy, mission);
    await t.call(leaveMission, { token: ben.token, params });
    t.clock.advance(2 * DAY);
    await t.call(completeMission, { token: ana.token, params });
    const badges = async ({ token }: TestUser) => (await t.call(getCompletion, { token, params })).json().badges;
    expect(await badges(ana)).toContainEqual({
      ...{ icon: '🛤️', name: 'The Road', description: 'Reached Penang together' },
    });
    expect((await badges(cy)).map(({ name }: { name: string }) => name)).not.toContain('The Road');
  });
});
