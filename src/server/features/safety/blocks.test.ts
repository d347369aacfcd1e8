import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listCheckins } from '#contract/checkins.ts';
import { leaveMission, removeMember } from '#contract/members.ts';
import { getMission } from '#contract/missions.ts';
import { getQuilt } from '#contract/missions-quilt.ts';
import { listNotifications } from '#contract/notifications.ts';
import { blockUser, listBlocks, unblockUser } from '#contract/safety.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
const DAY = 86_400_000;
const UNKNOWN = { code: 'user_not_found', detail: "You aren't in a mission with this person" };

const block = (person: TestUser, id: string) => t.call(blockUser, { token: person.token, params: { id } });
const unblock = (person: TestUser, id: string) => t.call(unblockUser, { token: person.token, params: { id } });
const fetchBlocks = async (person: TestUser) => (await t.call(listBlocks, { token: person.token })).json();
const fetchBell = async (person: TestUser) => (await t.call(listNotifications, { token: person.token })).json();
const fetchFeed = async (person: TestUser, id: string, query: Record<string, string | number> = {}) =>
  (await t.call(listCheckins, { token: person.token, params: { id }, query })).json();
const namesIn = (rows: { user_name: string }[]) => rows.map((row) => row.user_name);

async function buildTeam() {
  t.clock.set(NOON);
  const owner = await buildUser(t, { name: 'Owner' });
  const ana = await buildUser(t, { name: 'Ana' });
  const ben = await buildUser(t, { name: 'Ben' });
  const mission = await buildMission(t, owner);
  await buildMembers(t, owner, mission, [ana, ben]);
  return { owner, ana, ben, mission };
}

describe('blocking a person', () => {
  it('hides their check-ins and notifications only from the blocker and changes no numbers', async () => {
    const { owner, ana, ben, mission } = await buildTeam();
    await checkIn(t, ben, mission);
    t.clock.advance(60_000);
    await checkIn(t, owner, mission);
    const page = async () => (await t.call(getMission, { token: ana.token, params: { id: mission } })).json();
    const quilt = async () => (await t.call(getQuilt, { token: ana.token, params: { id: mission } })).json();
    const [pageBefore, quiltBefore] = [await page(), await quilt()];
    const seenByBen = { feed: await fetchFeed(ben, mission), bell: await fetchBell(ben) };

    const answer = await block(ana, ben.id);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(namesIn(await fetchFeed(ana, mission))).toEqual(['Owner']);
    const bell = await fetchBell(ana);
    expect([namesIn(bell.notifications), bell.unread_count]).toEqual([['Owner'], 1]);
    expect(await quilt()).toEqual(quiltBefore);
    expect((await page()).members).toEqual(pageBefore.members);

    expect({ feed: await fetchFeed(ben, mission), bell: await fetchBell(ben) }).toEqual(seenByBen);
    expect(namesIn(await fetchFeed(owner, mission))).toEqual(['Owner', 'Ben']);
    expect(await fetchBlocks(ben)).toEqual([]);

    expect((await unblock(ana, ben.id)).statusCode).toBe(204);
    expect(namesIn(await fetchFeed(ana, mission))).toEqual(['Owner', 'Ben']);
    expect((await fetchBell(ana)).unread_count).toBe(2);
  });

  it('leaves pages of the feed full', async () => {
    const { owner, ana, ben, mission } = await buildTeam();
    for (let day = 0; day < 4; day++) {
      await checkIn(t, ben, mission);
      await checkIn(t, owner, mission);
      t.clock.advance(DAY);
    }
    await block(ana, ben.id);
    const first = await fetchFeed(ana, mission, { limit: 3 });
    expect(namesIn(first)).toEqual(['Owner', 'Owner', 'Owner']);
    expect(namesIn(await fetchFeed(ana, mission, { limit: 3, before: first[2].id }))).toEqual(['Owner']);
  });

  it('lists blocked people newest first, with everything that the profile shows', async () => {
    const { owner, ana, ben } = await buildTeam();
    await block(ana, ben.id);
    t.clock.advance(DAY);
    await block(ana, owner.id);
    expect(await fetchBlocks(ana)).toEqual([
      {
        user_id: owner.id,
        name: 'Owner',
        avatar_url: null,
        look: expect.any(Object),
        blocked_at: '2026-11-22T12:00:00.000Z',
      },
      { user_id: ben.id, name: 'Ben', avatar_url: null, look: expect.any(Object), blocked_at: NOON },
    ]);
  });

  it('is possible only for people in a shared mission, former members included', async () => {
    const { ana, ben, mission } = await buildTeam();
    const stranger = await buildUser(t);
    for (const call of [block, unblock])
      for (const id of [stranger.id, randomUUID(), 'x']) {
        const answer = await call(ana, id);
        expect([answer.statusCode, answer.json()]).toMatchObject([404, UNKNOWN]);
      }
    await t.call(leaveMission, { token: ben.token, params: { id: mission } });
    expect((await block(ana, ben.id)).statusCode).toBe(204);
    // Ben never met a member who joined after he left.
    const late = await buildUser(t);
    t.clock.advance(1);
    await t.db.rows(
      "insert into members (mission_id, user_id, joined_at, joined_day) values ($1, $2, $3, '2026-11-21')",
      [mission, late.id, t.clock.now()],
    );
    expect((await block(ben, late.id)).json()).toMatchObject(UNKNOWN);
    expect((await block(late, ben.id)).statusCode).toBe(204);
  });

  it('is possible for 90 days after leaving or removal, as is unblocking', async () => {
    const { owner, ana, ben, mission } = await buildTeam();
    await t.call(leaveMission, { token: ana.token, params: { id: mission } });
    await t.call(removeMember, { token: owner.token, params: { id: mission, userId: ben.id } });
    /** Moves the end of both memberships, and what came before, into the past. */
    const leftAgo = (ms: number) =>
      t.db.rows(
        `update members set left_at = $2, joined_at = least(joined_at, $2::timestamptz - interval '1 day')
         where mission_id = $1 and left_at is not null`,
        [mission, new Date(t.clock.now().getTime() - ms)],
      );
    await t.db.rows("update members set joined_at = joined_at - interval '100 days' where mission_id = $1", [mission]);
    for (const person of [ana, ben]) {
      await leftAgo(90 * DAY - 1);
      expect((await unblock(person, owner.id)).statusCode).toBe(204);
      expect((await block(person, owner.id)).statusCode).toBe(204);
      expect((await unblock(person, owner.id)).statusCode).toBe(204);
      await leftAgo(90 * DAY);
      for (const call of [block, unblock]) expect((await call(person, owner.id)).json()).toMatchObject(UNKNOWN);
    }
    // Everything else in the mission stays closed to them.
    await leftAgo(0);
    expect((await t.call(getMission, { token: ana.token, params: { id: mission } })).statusCode).toBe(404);
  });

  it('can be reversed after no mission is shared', async () => {
    const { ana, ben, mission } = await buildTeam();
    await block(ana, ben.id);
    await t.call(leaveMission, { token: ana.token, params: { id: mission } });
    expect((await block(ana, ben.id)).statusCode).toBe(204);
    await t.db.rows("update members set left_at = left_at - interval '91 days' where user_id = $1", [ana.id]);
    expect((await block(ana, ben.id)).statusCode).toBe(204);
    expect((await unblock(ana, ben.id)).statusCode).toBe(204);
    expect(await fetchBlocks(ana)).toEqual([]);
    expect((await unblock(ana, ben.id)).statusCode).toBe(404);
  });

  it("fails for the user's own account", async () => {
    const { ana } = await buildTeam();
    const answer = await block(ana, ana.id);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'block_self', detail: "You can't block yourself" },
    ]);
  });

  it('makes or removes one block for 20 concurrent requests', async () => {
    const { ana, ben } = await buildTeam();
    const answers = await Promise.all(Array.from({ length: 20 }, () => block(ana, ben.id)));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([204]));
    expect(await fetchBlocks(ana)).toHaveLength(1);
    const back = await Promise.all(Array.from({ length: 20 }, () => unblock(ana, ben.id)));
    expect(new Set(back.map((answer) => answer.statusCode))).toEqual(new Set([204]));
    expect(await fetchBlocks(ana)).toEqual([]);
  });
});
