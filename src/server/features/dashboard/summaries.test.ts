import { describe, expect, it } from 'vitest';
import { getDashboard, listMissions, type MissionSummary } from '#contract/dashboard.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();

const list = async (user: TestUser, query: Record<string, string | number> = {}): Promise<MissionSummary[]> => {
  const answer = await t.call(listMissions, { token: user.token, query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

async function buildOwner() {
  t.clock.set(NOON);
  return buildUser(t, { timezone: 'UTC' });
}

describe('the list of missions for programs', () => {
  it("matches the mission's card on the dashboard, also after gaps, breaks and rest days", async () => {
    const owner = await buildOwner();
    const friend = await buildUser(t, { timezone: 'Asia/Tokyo' });
    const daily = await buildMission(t, owner, { duration_days: 60 });
    const weekly = await buildMission(t, owner, { duration_days: 60, schedule: { kind: 'weekly', times: 2 } });
    await buildMembers(t, owner, daily, [friend]);
    for (let day = 0; day < 16; day += 1) {
      for (const person of [owner, friend]) {
        const cards = new Map(
          (await t.call(getDashboard, { token: person.token }))
            .json()
            .missions.map((card: { id: string }) => [card.id, card]),
        );
        const summaries = await list(person);
        expect(idsOf(summaries).sort()).toEqual([...cards.keys()].sort());
        for (const summary of summaries) expect(cards.get(summary.id)).toMatchObject(partOf(summary));
      }
      if (day % 4 !== 3) await checkIn(t, owner, daily);
      if (day % 7 < 2) await checkIn(t, owner, weekly);
      if (day < 5) await checkIn(t, friend, daily);
      t.clock.advance(DAY_MS);
    }
  });

  it('lists missions newest first, by state and in pages', async () => {
    const owner = await buildOwner();
    // IDs of one millisecond have no order.
    const buildNext = (body: Record<string, unknown> = {}) => {
      t.clock.advance(1);
      return buildMission(t, owner, body);
    };
    const ended = await buildNext({ duration_days: 3 });
    const [done, first, second] = [await buildNext(), await buildNext(), await buildNext()];
    await t.db.rows('update missions set is_active = false, completed_at = $2 where id = $1', [done, t.clock.now()]);
    t.clock.advance(4 * DAY_MS);
    const later = await buildMission(t, owner, { start_date: '2026-12-24' });
    expect(idsOf(await list(owner))).toEqual([later, second, first]);
    expect(idsOf(await list(owner, { state: 'ended' }))).toEqual([ended]);
    expect(idsOf(await list(owner, { state: 'completed' }))).toEqual([done]);
    expect(idsOf(await list(owner, { state: 'all', limit: 2 }))).toEqual([later, second]);
    expect(idsOf(await list(owner, { state: 'all', limit: 9, before: second }))).toEqual([first, done, ended]);
    expect((await list(owner, { state: 'all', before: ended })).length).toBe(0);
    expect(await list(await buildUser(t))).toEqual([]);
  });

  it('omits missions that the user left, and shows them to no one else', async () => {
    const owner = await buildOwner();
    const friend = await buildUser(t);
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, [friend]);
    const [summary] = await list(friend);
    expect(summary).toMatchObject({ id: mission, is_owner: false, owner_id: owner.id, member_count: 2 });
    await t.db.rows('update members set left_at = $3 where mission_id = $1 and user_id = $2', [
      mission,
      friend.id,
      t.clock.now(),
    ]);
    expect(await list(friend)).toEqual([]);
    expect((await list(owner))[0]).toMatchObject({ is_owner: true, member_count: 1 });
  });

  it.each([
    [{ state: 'gone' }, 'state must be active, ended, completed or all'],
    [{ limit: 101 }, 'limit must be a whole number from 1 to 100'],
    [{ before: 'x' }, 'before must be an id'],
  ])('refuses %j', async (query, sentence) => {
    const owner = await buildOwner();
    const answer = await t.call(listMissions, { token: owner.token, query });
    expect([answer.statusCode, answer.json().detail]).toEqual([422, sentence]);
  });
});

/** The fields that a card of the dashboard also has. */
const partOf = ({ id, title, state, first_day, last_day, days_remaining, owner_name, ...rest }: MissionSummary) => ({
  ...{ id, title, state, first_day, last_day, days_remaining, owner_name },
  member_count: rest.member_count,
  points: rest.points,
  streak_days: rest.streak_days,
  due_today: rest.due_today,
});
