import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { hideCheckin, listCheckins, listOwnCheckins, takeBackCheckin } from '#contract/checkins.ts';
import { acceptOwnership, leaveMission, offerOwnership } from '#contract/members.ts';
import { deleteMission } from '#contract/missions.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { buildApiToken } from '../../testing/factories/api-tokens.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
beforeEach(() => t.clock.set(NOON));

type Caller = Pick<TestUser, 'token'>;
type Query = Record<string, string | number>;
const ask = ({ token }: Caller, query: Query = {}) => t.call(listOwnCheckins, { token, query });
const list = async (person: Caller, query: Query = {}) => {
  const answer = await ask(person, query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().checkins as { id: string; content: string; local_day: string }[];
};
const contents = async (person: Caller, query?: Query) => (await list(person, query)).map(({ content }) => content);

/** Three days in two of Ana's missions; a friend is in one of them. `yesterday` is checked in last. */
async function buildDays() {
  const [ana, friend] = [await buildUser(t), await buildUser(t)];
  const [run, read] = [await buildMission(t, ana), await buildMission(t, ana, { title: 'Read' })];
  await buildMembers(t, ana, run, [friend]);
  const post = async (mission: string, content: string, more: object = {}) => {
    t.clock.advance(1);
    await checkIn(t, ana, mission, { type: 'text', content, ...more });
  };
  for (const day of [1, 2, 3]) {
    await post(run, `run ${day}`);
    await checkIn(t, friend, run, { type: 'text', content: 'a friend' });
    if (day !== 2) await post(read, `read ${day}`);
    if (day < 3) t.clock.advance(DAY_MS);
  }
  return { ana, friend, run, read, post };
}

describe('listOwnCheckins', () => {
  it('returns check-ins as the feeds show them, by day and then by time, newest first', async () => {
    const { ana, run, read } = await buildDays();
    expect(await contents(ana)).toEqual(['read 3', 'run 3', 'run 2', 'read 1', 'run 1']);
    const feeds = [];
    for (const id of [run, read])
      feeds.push(...(await t.call(listCheckins, { token: ana.token, params: { id } })).json());
    const own = feeds.filter(({ user_id }) => user_id === ana.id);
    const byId = (rows: { id: string }[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId(await list(ana))).toEqual(byId(own));
    expect(await contents(await buildApiToken(t, ana, 'read'))).toHaveLength(5);
    expect(await list(await buildUser(t))).toEqual([]);
  });

  it('returns a check-in for yesterday under its day', async () => {
    const { ana, run, read, post } = await buildDays();
    t.clock.set('2026-11-25T08:00:00Z');
    await post(run, 'run 5');
    await post(read, 'read 4', { day: 'yesterday' });
    expect(await contents(ana, { limit: 3 })).toEqual(['run 5', 'read 4', 'read 3']);
    expect((await list(ana, { limit: 2 })).map(({ local_day }) => local_day)).toEqual(['2026-11-25', '2026-11-24']);
  });

  it('selects days, both ends included', async () => {
    const { ana } = await buildDays();
    expect(await contents(ana, { from: '2026-11-22' })).toEqual(['read 3', 'run 3', 'run 2']);
    expect(await contents(ana, { to: '2026-11-22' })).toEqual(['run 2', 'read 1', 'run 1']);
    expect(await contents(ana, { from: '2026-11-22', to: '2026-11-22' })).toEqual(['run 2']);
    expect(await contents(ana, { from: '2027-01-01' })).toEqual([]);
    expect(await contents(ana, { from: '2026-11-23', to: '2026-11-22' })).toEqual([]);
  });

  it('pages without gaps, also within a day and with selected days', async () => {
    const { ana } = await buildDays();
    const walk = async (query: Query) => {
      const seen = [];
      for (let before: string | undefined, full = true; full; ) {
        const page = await list(ana, { ...query, ...(before ? { before: before.toUpperCase() } : {}) });
        seen.push(...page.map(({ content }) => content));
        before = page.at(-1)?.id;
        full = page.length === query.limit;
      }
      return seen;
    };
    for (const limit of [1, 2, 3, 50])
      expect(await walk({ limit })).toEqual(['read 3', 'run 3', 'run 2', 'read 1', 'run 1']);
    expect(await walk({ limit: 1, from: '2026-11-22', to: '2026-11-23' })).toEqual(['read 3', 'run 3', 'run 2']);
  });

  it('returns ten by default', async () => {
    const { ana, run } = await buildDays();
    await t.db.rows(
      `insert into checkins (id, mission_id, user_id, type, points_earned, local_day, timezone, performed_at, created_at)
       select gen_random_uuid(), $1, $2, 'tick', 0, date '2026-01-01' + n, 'UTC', $3, $3 from generate_series(1, 20) n`,
      [run, ana.id, NOON],
    );
    expect(await list(ana)).toHaveLength(10);
    expect(await list(ana, { limit: 50 })).toHaveLength(25);
  });

  it('omits missions that were left or deleted, and includes a rejoined one', async () => {
    const { ana, friend, run, read } = await buildDays();
    await t.call(offerOwnership, { token: ana.token, params: { id: run }, body: { user_id: friend.id } });
    await t.call(acceptOwnership, { token: friend.token, params: { id: run } });
    const [last] = await list(ana, { limit: 1, to: '2026-11-22' });
    await t.call(leaveMission, { token: ana.token, params: { id: run } });
    expect(await contents(ana)).toEqual(['read 3', 'read 1']);
    // The last row of the previous page can be in a mission that the user has left since.
    expect(await contents(ana, { before: last!.id })).toEqual(['read 1']);
    await buildMembers(t, friend, run, [ana]);
    expect(await contents(ana)).toHaveLength(5);
    await t.call(deleteMission, { token: ana.token, params: { id: read } });
    expect(await contents(ana)).toEqual(['run 3', 'run 2', 'run 1']);
  });

  it("shows a hidden one with its reason, and lets the mission's owner show it again", async () => {
    const { ana, friend, run } = await buildDays();
    const theirs = async () => (await list(friend, { limit: 1 }))[0]!;
    const { id } = await theirs();
    await t.call(hideCheckin, { token: ana.token, params: { id }, body: { reason: 'Off topic' } });
    expect(await theirs()).toMatchObject({ hidden: { reason: 'Off topic', by: 'owner' }, can: { hide: false } });
    await t.call(offerOwnership, { token: ana.token, params: { id: run }, body: { user_id: friend.id } });
    await t.call(acceptOwnership, { token: friend.token, params: { id: run } });
    expect(await theirs()).toMatchObject({ can: { hide: true } });
  });
});

describe('access to listOwnCheckins', () => {
  it('is refused with 401 without a session', async () => {
    expect((await ask({ token: '' })).statusCode).toBe(401);
  });

  it.each([
    [{ from: 'monday' }, 'from', 'from must be a day'],
    [{ to: '2026-02-30' }, 'to', 'to must be a day'],
    [{ from: '' }, 'from', 'from must be a day'],
    [{ limit: 51 }, 'limit', 'limit must be a whole number from 1 to 50'],
    [{ before: 'the last' }, 'before', 'before must be an id'],
    [{ from: '2026-11-21'.repeat(1000) }, 'from', 'from must be a day'],
  ])('is refused with 422 for %j', async (query, path, message) => {
    const answer = await ask(await buildUser(t), query as Query);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path, message }]]);
  });

  it("is refused after another user's, an unknown or an undone check-in", async () => {
    const { ana, friend } = await buildDays();
    const [theirs] = await list(friend, { limit: 1 });
    const [own] = await list(ana, { limit: 1 });
    await t.call(takeBackCheckin, { token: ana.token, params: { id: own!.id } });
    for (const before of [theirs!.id, randomUUID(), own!.id]) {
      const answer = await ask(ana, { before });
      const message = 'before must be a check-in of yours. Begin again with the first page.';
      expect([answer.statusCode, answer.json()]).toMatchObject([
        422,
        { code: 'invalid_input', detail: message, errors: [{ path: 'before', message }] },
      ]);
    }
  });
});
