import { beforeEach, describe, expect, it } from 'vitest';
import { listCheckins, updateCheckin } from '#contract/checkins.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
const MINUTE = 60_000;
const START = Date.parse(NOON);
beforeEach(() => t.clock.set(NOON));

const at = (minutes: number) => new Date(START + minutes * MINUTE);
const list = async (person: TestUser, id: string, query: Record<string, string | number>) => {
  const answer = await t.call(listCheckins, { token: person.token, params: { id }, query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().map(({ content }: { content: string }) => content);
};

/** Check-ins a, b and c at minutes 0, 20 and 40. Check-in a is edited at minute 50. */
async function buildFeed() {
  const people = [await buildUser(t), await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, people[0]!);
  await buildMembers(t, people[0]!, mission, people.slice(1));
  const ids: string[] = [];
  for (const [index, content] of ['a', 'b', 'c'].entries()) {
    t.clock.set(at(index * 20));
    const answer = await checkIn(t, people[index]!, mission, { type: 'text', content });
    ids.push(answer.json().checkin.id);
  }
  t.clock.set(at(50));
  const body = { type: 'text', content: 'a2' };
  await t.call(updateCheckin, { token: people[0]!.token, params: { id: ids[0]! }, body });
  return { reader: people[1]!, mission, ids };
}

describe('a feed since an instant', () => {
  it('lists check-ins made or edited at or after it, newest first', async () => {
    const { reader, mission } = await buildFeed();
    const since = (minutes: number, ms = 0) =>
      list(reader, mission, { since: new Date(at(minutes).getTime() + ms).toISOString() });
    expect(await since(-999)).toEqual(['c', 'b', 'a2']);
    expect(await since(20)).toEqual(['c', 'b', 'a2']);
    expect(await since(20, 1)).toEqual(['c', 'a2']);
    expect(await since(40, 1)).toEqual(['a2']);
    expect(await since(50)).toEqual(['a2']);
    expect(await since(50, 1)).toEqual([]);
  });

  it('combines with pages and accepts offsets and instants with or without seconds', async () => {
    const { reader, mission, ids } = await buildFeed();
    const since = at(0).toISOString();
    expect(await list(reader, mission, { since, limit: 2 })).toEqual(['c', 'b']);
    expect(await list(reader, mission, { since, limit: 2, before: ids[1]!.toUpperCase() })).toEqual(['a2']);
    for (const text of ['2026-11-21T14:30+02:00', '2026-11-21T12:30Z', '2026-11-21T07:30:00.5-05:00'])
      expect(await list(reader, mission, { since: text })).toEqual(['c', 'a2']);
  });

  it.each(['yesterday', '2026-11-21', '2026-11-21T12:30:00', '2026-02-30T00:00Z', '1700000000'])(
    'refuses since=%s',
    async (since) => {
      const { reader, mission } = await buildFeed();
      const ask = (token: string) => t.call(listCheckins, { token, params: { id: mission }, query: { since } });
      const answer = await ask(reader.token);
      expect([answer.statusCode, answer.json().errors]).toEqual([
        422,
        [{ path: 'since', message: 'since must be an instant' }],
      ]);
      expect((await ask((await buildUser(t)).token)).statusCode).toBe(404);
    },
  );
});
