import { beforeEach, describe, expect, it } from 'vitest';
import { updateCheckin } from '#contract/checkins.ts';
import { listNotifications } from '#contract/notifications.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { react } from '../../testing/factories/posts.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
const MINUTE = 60_000;
const START = Date.parse(NOON);
beforeEach(() => t.clock.set(NOON));

const at = (minutes: number, ms = 0) => new Date(START + minutes * MINUTE + ms);
const ask = (person: TestUser, query: Record<string, string | number> = {}) =>
  t.call(listNotifications, { token: person.token, query });
interface Bell {
  notifications: { id: string; type: string; content: string; user_name: string }[];
  unread_count: number;
  badge_count: number;
}
const fetchBell = async (person: TestUser, query: Record<string, string | number> = {}): Promise<Bell> => {
  const answer = await ask(person, query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const contents = async (person: TestUser, query: Record<string, string | number>) =>
  (await fetchBell(person, query)).notifications.map(({ type, content }) => `${type} ${content}`);

/**
 * The bell of an owner: check-ins of others at minutes 10, 30 and 50, and reactions to the owner's own at 20 and 40.
 */
async function buildBell() {
  const [owner, ...others] = [await buildUser(t), await buildUser(t), await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner!);
  await buildMembers(t, owner!, mission, others);
  const own = (await checkIn(t, owner!, mission, { type: 'text', content: 'mine' })).json().checkin.id;
  const ids: string[] = [];
  for (const [index, person] of others.entries()) {
    t.clock.set(at(10 + index * 20));
    ids.push((await checkIn(t, person, mission, { type: 'text', content: `of ${index}` })).json().checkin.id);
    if (index === 2) break;
    t.clock.set(at(20 + index * 20));
    await react(t, person, own);
  }
  return { owner: owner!, others, ids };
}
const ALL = ['checkin of 2', 'reaction mine', 'checkin of 1', 'reaction mine', 'checkin of 0'];

describe('pages of notifications', () => {
  it('list everything once in one order with `limit` and `before`, with equal unread counts', async () => {
    const { owner } = await buildBell();
    const whole = await fetchBell(owner);
    expect(whole.notifications.map(({ type, content }) => `${type} ${content}`)).toEqual(ALL);
    for (const limit of [1, 2, 3, 50]) {
      const seen: Bell['notifications'] = [];
      for (let before: string | undefined; ; before = seen.at(-1)!.id.toUpperCase()) {
        const page = await fetchBell(owner, { limit, ...(before ? { before } : {}) });
        expect([page.unread_count, page.badge_count]).toEqual([whole.unread_count, whole.badge_count]);
        expect(page.notifications.length).toBeLessThanOrEqual(limit);
        seen.push(...page.notifications);
        if (page.notifications.length < limit) break;
      }
      expect(seen).toEqual(whole.notifications);
    }
  });

  it('contain what was made or edited since `since`', async () => {
    const { owner, others, ids } = await buildBell();
    const since = (minutes: number, ms = 0) => contents(owner, { since: at(minutes, ms).toISOString() });
    expect(await since(10)).toEqual(ALL);
    expect(await since(10, 1)).toEqual(ALL.slice(0, 4));
    expect(await since(20, 1)).toEqual(ALL.slice(0, 3));
    expect(await since(50, 1)).toEqual([]);
    t.clock.set(at(60));
    const body = { type: 'text', content: 'new words' };
    await t.call(updateCheckin, { token: others[0]!.token, params: { id: ids[0]! }, body });
    expect(await since(50, 1)).toEqual(['checkin new words']);
    expect(await contents(owner, { since: at(40).toISOString(), limit: 2 })).toEqual(ALL.slice(0, 2));
    expect(await contents(owner, { since: '2026-11-21T14:50+02:00', before: ids[1]! })).toEqual(['checkin new words']);
  });

  it.each([
    [{ limit: '0' }, 'limit', 'limit must be a whole number from 1 to 50'],
    [{ limit: '51' }, 'limit', 'limit must be a whole number from 1 to 50'],
    [{ limit: 'many' }, 'limit', 'limit must be a whole number from 1 to 50'],
    [{ before: 'x' }, 'before', 'before must be an id'],
    [{ since: '2026-11-21' }, 'since', 'since must be an instant'],
  ])('refuse %j', async (query, path, message) => {
    const answer = await ask(await buildUser(t), query);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path, message }]]);
  });

  it('are empty for an empty bell', async () => {
    const bell = await fetchBell(await buildUser(t), { limit: 5 });
    expect(bell).toEqual({ notifications: [], unread_count: 0, badge_count: 0 });
  });
});
