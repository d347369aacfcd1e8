import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createToken } from '#contract/api-tokens.ts';
import { listCheckins, takeBackCheckin } from '#contract/checkins.ts';
import { completeMission } from '#contract/completion.ts';
import { getMission } from '#contract/missions.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { buildCounting, count } from '../../testing/factories/amounts.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
const DAY = 86_400_000;
beforeEach(() => t.clock.set(NOON));

const fetchAmounts = async ({ token }: TestUser, id: string) =>
  (await t.call(getMission, { token, params: { id } })).json().amounts;
const listFeed = async ({ token }: TestUser, id: string) =>
  (await t.call(listCheckins, { token, params: { id } })).json();
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];

async function buildCounter(amounts?: object, body?: object) {
  const ana = await buildUser(t, { name: 'Ana' });
  const mission = await buildCounting(t, ana, amounts, body);
  const add = async (body: object) => {
    // Changes at one instant have no order.
    t.clock.advance(1);
    return (await count(t, ana, mission, { ...body })).json();
  };
  return { ana, mission, add };
}

describe('the amount of a day', () => {
  it('is counted up to the target, which checks in', async () => {
    const { ana, mission, add } = await buildCounter();
    expect(await add({ add: 5 })).toEqual({
      ...{ mission_id: mission, day: '2026-11-21', amount: 5, target: 8, checked_in: 'not_yet', receipt: null },
    });
    expect(await listFeed(ana, mission)).toEqual([]);
    const reached = await add({ add: 3 });
    expect(reached).toMatchObject({ amount: 8, checked_in: 'now', receipt: { checkin: { type: 'tick', amount: 8 } } });
    expect(await add({ add: 1 })).toMatchObject({ amount: 9, checked_in: 'before', receipt: null });
    expect(await listFeed(ana, mission)).toMatchObject([{ type: 'tick', amount: 9 }]);
    expect(await fetchAmounts(ana, mission)).toEqual({
      ...{ unit: 'glasses', target: 8, counts_at: 'target', road: null, today: 9, yesterday: null },
    });
  });

  it('checks in with its first amount by default, and not with 0', async () => {
    const { ana, mission, add } = await buildCounter({ unit: 'pages' });
    expect(await add({ amount: 0 })).toMatchObject({ amount: 0, checked_in: 'not_yet' });
    expect(await add({ amount: 12.5 })).toMatchObject({ amount: 12.5, checked_in: 'now', target: null });
    expect(await listFeed(ana, mission)).toMatchObject([{ amount: 12.5 }]);
  });

  it('stays when the check-in is undone, and the next raise checks in again', async () => {
    const { ana, mission, add } = await buildCounter();
    const { receipt } = await add({ amount: 8 });
    await t.call(takeBackCheckin, { token: ana.token, params: { id: receipt.checkin.id } });
    expect(await add({ amount: 8 })).toMatchObject({ amount: 8, checked_in: 'not_yet' });
    expect(await add({ amount: 7 })).toMatchObject({ amount: 7, checked_in: 'not_yet' });
    expect(await add({ add: 1 })).toMatchObject({ amount: 8, checked_in: 'now' });
    expect(await add({ amount: 0 })).toMatchObject({ amount: 0, checked_in: 'before' });
    expect(await listFeed(ana, mission)).toHaveLength(1);
  });

  it('takes no check-in from someone who ticks', async () => {
    const { ana, mission, add } = await buildCounter();
    expect((await checkIn(t, ana, mission)).json().checkin).toMatchObject({ amount: 0 });
    expect(await add({ add: 2 })).toMatchObject({ amount: 2, checked_in: 'before' });
  });

  it('counts for yesterday until noon, and for the time on the device', async () => {
    t.clock.advance(-DAY);
    const { ana, mission, add } = await buildCounter();
    t.clock.set(NOON);
    t.clock.advance(DAY - HOUR_MS);
    expect(await add({ add: 3, day: 'yesterday' })).toMatchObject({ day: '2026-11-21', amount: 3 });
    expect(await fetchAmounts(ana, mission)).toMatchObject({ today: 0, yesterday: 3 });
    const performed_at = new Date(t.clock.now().getTime() - 24 * HOUR_MS).toISOString();
    const sent_at = t.clock.now().toISOString();
    // Made before the add for yesterday, so that add still counts.
    expect(await add({ amount: 5, performed_at, sent_at })).toMatchObject({ day: '2026-11-21', amount: 8 });
    expect((await listFeed(ana, mission)).map(({ local_day }: { local_day: string }) => local_day)).toEqual([
      '2026-11-21',
    ]);
    t.clock.advance(HOUR_MS);
    expect(codeOf(await count(t, ana, mission, { add: 1, day: 'yesterday' }))).toEqual([400, 'yesterday_closed']);
    expect(await fetchAmounts(ana, mission)).toMatchObject({ today: 0, yesterday: null });
  });

  it('counts a repeated client_id once and answers what is true now', async () => {
    const { ana, mission, add } = await buildCounter();
    const client_id = randomUUID();
    await add({ add: 5, client_id });
    await add({ add: 3 });
    expect(await add({ add: 5, client_id })).toMatchObject({ amount: 8, checked_in: 'before', receipt: null });
    const ben = await buildUser(t);
    await buildMembers(t, ana, mission, [ben]);
    expect((await count(t, ben, mission, { add: 1, client_id })).json()).toMatchObject({ amount: 1 });
  });

  it('is exact when 20 requests arrive at once', async () => {
    const { add } = await buildCounter({ unit: 'km', target: 2, counts_at: 'target' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({ add: 0.1 })));
    expect(answers.filter(({ checked_in }) => checked_in === 'now')).toMatchObject([{ amount: 2 }]);
    expect(await add({ add: 0.01 })).toMatchObject({ amount: 2.01, checked_in: 'before' });
  });
});

describe('changing an amount', () => {
  it('takes exactly one number with at most two decimals', async () => {
    const { ana, mission } = await buildCounter();
    const wrong = [0, -1, 1e7, 0.001, '5', null];
    for (const add of wrong) {
      const answer = await count(t, ana, mission, { add });
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        [{ path: 'add', message: 'add must be a number from 0.01 to 1,000,000 with at most two decimals' }],
      ]);
    }
    for (const [body, path] of [
      [{}, 'add'],
      [{ add: 1, amount: 1 }, 'add'],
      [{ amount: 1_000_000.01 }, 'amount'],
    ] as const)
      expect((await count(t, ana, mission, body)).json().errors).toMatchObject([{ path }]);
    expect(await fetchAmounts(ana, mission)).toMatchObject({ today: 0 });
  });

  it('refuses strangers, former members, other missions and closed days', async () => {
    const { ana, mission } = await buildCounter(undefined, { duration_days: 2 });
    const eve = await buildUser(t);
    expect(codeOf(await count(t, eve, mission, { add: 1 }))).toEqual([404, 'mission_not_found']);
    expect(codeOf(await count(t, eve, mission, { add: 'x' }))).toEqual([404, 'mission_not_found']);
    expect((await t.app.inject({ method: 'POST', url: `/api/missions/${mission}/amounts` })).statusCode).toBe(401);
    const plain = await buildMission(t, ana);
    expect(codeOf(await count(t, ana, plain, { add: 1 }))).toEqual([400, 'amounts_off']);
    await count(t, ana, mission, { amount: 1_000_000 });
    t.clock.advance(1);
    expect(codeOf(await count(t, ana, mission, { add: 0.01 }))).toEqual([400, 'amount_too_large']);
    expect(await fetchAmounts(ana, mission)).toMatchObject({ today: 1_000_000 });
    const performed_at = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString();
    for (const [ms, code] of [
      [-49 * HOUR_MS, 'checkin_too_old'],
      [2 * MINUTE_MS, 'checkin_in_future'],
      [-24 * HOUR_MS, 'mission_not_started'],
    ] as const)
      expect(codeOf(await count(t, ana, mission, { add: 1, performed_at: performed_at(ms) }))).toEqual([400, code]);
    t.clock.advance(2 * DAY);
    expect(codeOf(await count(t, ana, mission, { add: 1 }))).toEqual([400, 'mission_ended']);
    await t.call(completeMission, { token: ana.token, params: { id: mission } });
    expect(codeOf(await count(t, ana, mission, { add: 1 }))).toEqual([400, 'mission_ended']);
  });

  it('is open to tokens that write, and takes no Idempotency-Key', async () => {
    const { ana, mission } = await buildCounter();
    await t.db.rows(`update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1`, [
      ana.id,
    ]);
    const createFor = async (scope: string) =>
      (await t.call(createToken, { token: ana.token, body: { name: 'Scale', scope } })).json().token;
    const withToken = (token: string) => count(t, { ...ana, token }, mission, { add: 1 });
    expect((await withToken(await createFor('write'))).json()).toMatchObject({ amount: 1 });
    expect(codeOf(await withToken(await createFor('read')))).toEqual([403, 'token_reads_only']);
    const keyed = await t.app.inject({
      method: 'POST',
      url: `/api/missions/${mission}/amounts`,
      headers: { authorization: `Bearer ${ana.token}`, 'idempotency-key': 'once' },
      payload: { add: 1 },
    });
    expect(codeOf(keyed)).toEqual([400, 'idempotency_key_unused']);
  });
});
