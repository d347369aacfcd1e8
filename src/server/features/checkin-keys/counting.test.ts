import { beforeEach, describe, expect, it } from 'vitest';
import { previewCheckinKey } from '#contract/checkin-keys.ts';
import { listCheckins } from '#contract/checkins.ts';
import { buildCounting, count, GLASSES } from '../../testing/factories/amounts.ts';
import { buildCheckinKey } from '../../testing/factories/checkin-keys.ts';
import { buildMission } from '../../testing/factories/missions.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
beforeEach(() => t.clock.set(NOON));

async function buildKey(amounts: object = GLASSES) {
  const ana = await buildUser(t, { name: 'Ana' });
  const mission = await buildCounting(t, ana, amounts, { title: 'Drink' });
  return { ana, mission, ...(await buildCheckinKey(t, ana, mission)) };
}

const post = (path: string) => {
  // Changes at one instant have no order.
  t.clock.advance(1);
  return t.app.inject({ method: 'POST', url: path });
};

describe('an address with a number', () => {
  it('checks in only when the amount reaches the target, at both addresses', async () => {
    const { ana, mission, key } = await buildKey();
    const first = await post(`/key/${key}?add=5`);
    expect(first.json()).toEqual({
      ...{ mission_id: mission, mission_title: 'Drink', day: '2026-11-21', checked_in: 'not_yet' },
      ...{ amount: 5, unit: 'glasses', mission_streak_days: 0 },
    });
    expect((await t.call(previewCheckinKey, { params: { key } })).json()).toMatchObject({
      ...{ state: 'open', amounts: { unit: 'glasses', target: 8, today: 5 } },
    });
    const reached = await post(`/api/key/${key}?amount=8214,5`);
    expect(reached.json()).toMatchObject({ checked_in: 'now', amount: 8214.5, mission_streak_days: 1 });
    expect((await post(`/key/${key}?amount=8`)).json()).toMatchObject({ checked_in: 'before', amount: 8 });
    const feed = await t.call(listCheckins, { token: ana.token, params: { id: mission } });
    expect(feed.json()).toMatchObject([{ type: 'tick', amount: 8 }]);
  });

  it('counts an add with an ID once, next to adds without one', async () => {
    const { ana, mission, key } = await buildKey();
    for (let times = 0; times < 3; times += 1) await post(`/key/${key}?add=1&id=button-17`);
    await post(`/key/${key}?add=1&id=button-18`);
    await post(`/key/${key}?add=1`);
    await post(`/key/${key}?add=1`);
    expect((await count(t, ana, mission, { add: 1 })).json()).toMatchObject({ amount: 5 });
  });

  it('is refused if it is unclear, out of range or one of two', async () => {
    const { key } = await buildKey();
    for (const [query, path] of [
      ['add=8.214', 'add'],
      ['amount=8%20214', 'amount'],
      ['add=0', 'add'],
      ['amount=1000001', 'amount'],
      ['add=', 'add'],
      ['add=1&add=2', 'add'],
      ['add=1&amount=2', 'amount'],
      [`add=1&id=${'a'.repeat(101)}`, 'id'],
      ['add=1&id=%C3%A9', 'id'],
    ] as const)
      for (const start of ['/key', '/api/key']) {
        const answer = await post(`${start}/${key}?${query}`);
        expect([answer.statusCode, answer.json().code, answer.json().errors]).toMatchObject([
          ...[422, 'invalid_input', [{ path }]],
        ]);
      }
    expect((await post(`/key/${'x'.repeat(43)}?add=1`)).json().code).toBe('key_unknown');
  });

  it('is refused if the mission counts nothing, although a plain key ticks there', async () => {
    const ana = await buildUser(t);
    const plain = await buildMission(t, ana);
    const { key } = await buildCheckinKey(t, ana, plain);
    expect((await post(`/key/${key}?add=1`)).json().code).toBe('amounts_off');
    expect((await post(`/key/${key}?id=${'a'.repeat(101)}`)).json()).toMatchObject({
      ...{ checked_in: 'now', amount: null, unit: null },
    });
    const counting = await buildKey();
    expect((await post(`/key/${counting.key}`)).json()).toMatchObject({ checked_in: 'now', amount: null });
  });
});
