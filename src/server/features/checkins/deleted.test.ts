import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteAccount } from '#contract/account.ts';
import { hideReported } from '#contract/admin-reports.ts';
import {
  clearCheckin,
  hideCheckin,
  listCheckins,
  listDeletedCheckins,
  showCheckin,
  takeBackCheckin,
} from '#contract/checkins.ts';
import { leaveMission } from '#contract/members.ts';
import { deleteMission } from '#contract/missions.ts';
import { blockUser, reportCheckin } from '#contract/safety.ts';
import { DELETIONS_PAGE } from '#domain/limits.ts';
import { Id } from '#platform/db/columns.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { DAY_MS, HOUR_MS } from '#platform/lib/durations.ts';
import { buildAdminSession } from '../../testing/factories/admin.ts';
import { buildApiToken } from '../../testing/factories/api-tokens.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();
requireSavedStandings(t);
const MINUTE = 60_000;
beforeEach(() => t.clock.set(NOON));

type Caller = Pick<TestUser, 'token'>;
const ask = ({ token }: Caller, id: string, query: Record<string, string> = { since: NOON }) =>
  t.call(listDeletedCheckins, { token, params: { id }, query });
const listDeleted = async (person: Caller, id: string, since: string = NOON) => {
  const answer = await ask(person, id, { since });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().deleted as { id: string; deleted_at: string }[];
};
const idsOf = async (person: Caller, id: string, since?: string) =>
  (await listDeleted(person, id, since)).map((row) => row.id);
const takeBack = async ({ token }: Caller, id: string) =>
  expect((await t.call(takeBackCheckin, { token, params: { id } })).statusCode).toBe(204);
const hide = async ({ token }: Caller, id: string) =>
  expect((await t.call(hideCheckin, { token, params: { id }, body: { reason: 'Off topic' } })).statusCode).toBe(204);

/** A mission with three members and a check-in by each. */
async function buildFeed() {
  const [owner, ana, ben] = [await buildUser(t), await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner);
  await buildMembers(t, owner, mission, [ana, ben]);
  const post = async (person: TestUser) => {
    t.clock.advance(1);
    return (await checkIn(t, person, mission, { type: 'text', content: 'Done' })).json().checkin.id as string;
  };
  return { owner, ana, ben, mission, own: await post(owner), anas: await post(ana), bens: await post(ben) };
}

describe('listDeletedCheckins', () => {
  it('returns an undone check-in with its instant to all members, also with a read token', async () => {
    const { owner, ana, ben, mission, anas } = await buildFeed();
    t.clock.advance(5 * MINUTE);
    const deleted_at = t.clock.now().toISOString();
    await takeBack(ana, anas);
    for (const person of [owner, ana, ben, await buildApiToken(t, ben, 'read')])
      expect(await listDeleted(person, mission)).toEqual([{ id: anas, deleted_at }]);
    expect(await idsOf(ben, mission, deleted_at)).toEqual([anas]);
    t.clock.advance(1);
    expect(await idsOf(ben, mission, t.clock.now().toISOString())).toEqual([]);
  });

  it('returns what the owner hid to members who cannot see it, until it is shown again', async () => {
    const { owner, ana, ben, mission, bens } = await buildFeed();
    t.clock.advance(MINUTE);
    await hide(owner, bens);
    const listed = async () => [await idsOf(owner, mission), await idsOf(ben, mission), await idsOf(ana, mission)];
    expect(await listed()).toEqual([[], [], [bens]]);
    await t.call(showCheckin, { token: owner.token, params: { id: bens } });
    expect(await listed()).toEqual([[], [], []]);
    await hide(owner, bens);
    t.clock.advance(MINUTE);
    await takeBack(ben, bens);
    const deleted_at = t.clock.now().toISOString();
    for (const person of [owner, ana, ben])
      expect(await listDeleted(person, mission)).toEqual([{ id: bens, deleted_at }]);
  });

  it("returns what the operator hid to all except its author and the mission's owner", async () => {
    const { owner, ana, ben, mission, bens } = await buildFeed();
    await t.call(reportCheckin, { token: ana.token, params: { id: bens }, body: { reason: 'Spam' } });
    const id = await onlyValue(t.db, Id, 'select id from reports where checkin_id = $1', [bens]);
    const token = await buildAdminSession(t);
    const answer = await t.call(hideReported, { token, params: { id }, body: { reason: 'Spam' } });
    expect(answer.statusCode).toBeLessThan(300);
    expect(await idsOf(ana, mission)).toEqual([bens]);
    for (const person of [owner, ben]) expect(await idsOf(person, mission)).toEqual([]);
  });

  it('lets a mirror match the feed after clearing, leaving, deleting, hiding and undoing', async () => {
    const { owner, ana, ben, mission, own, anas, bens } = await buildFeed();
    const readFeed = async ({ token }: Caller) =>
      (await t.call(listCheckins, { token, params: { id: mission } })).json().map(({ id }: { id: string }) => id);
    const mirror: string[] = await readFeed(ana);
    expect(mirror).toEqual([bens, anas, own]);
    t.clock.advance(MINUTE);
    await t.call(clearCheckin, { token: ben.token, params: { id: bens } });
    await t.call(leaveMission, { token: ben.token, params: { id: mission } });
    await t.call(deleteAccount, { token: ben.token, body: { password: ben.password } });
    expect([await idsOf(ana, mission), await readFeed(ana)]).toEqual([[], mirror]);
    await hide(owner, anas);
    await takeBack(owner, own);
    const gone = await idsOf(ana, mission);
    expect(mirror.filter((id) => !gone.includes(id))).toEqual(await readFeed(ana));
  });

  it("returns an ID after its author's account was deleted, without revealing blocks", async () => {
    const { ana, ben, mission, bens } = await buildFeed();
    await t.call(blockUser, { token: ana.token, params: { id: ben.id } });
    expect(await idsOf(ana, mission)).toEqual([]);
    await takeBack(ben, bens);
    await t.call(deleteAccount, { token: ben.token, body: { password: ben.password } });
    expect(await idsOf(ana, mission)).toEqual([bens]);
  });

  it('returns a check-in once after 20 concurrent undo requests', async () => {
    const { ana, ben, mission, anas } = await buildFeed();
    const send = () => t.call(takeBackCheckin, { token: ana.token, params: { id: anas } });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
    expect(await idsOf(ben, mission)).toEqual([anas]);
  });

  it('returns pages oldest first and continues from the last instant of a page', async () => {
    const { ana, ben, mission, bens } = await buildFeed();
    await t.db.rows(
      `insert into deleted_checkins (checkin_id, mission_id, deleted_at)
       select gen_random_uuid(), $1, $2::timestamptz + n * interval '1 second' from generate_series(1, $3::int) n`,
      [mission, NOON, DELETIONS_PAGE],
    );
    t.clock.advance(50 * MINUTE);
    await takeBack(ben, bens);
    const first = await listDeleted(ana, mission);
    expect(first).toHaveLength(DELETIONS_PAGE);
    const instants = first.map(({ deleted_at }) => deleted_at);
    expect(instants).toEqual(instants.toSorted());
    expect((await listDeleted(ana, mission, instants.at(-1))).at(-1)!.id).toBe(bens);
  });
});

describe('access to listDeletedCheckins', () => {
  it('is refused to strangers, former members and visitors', async () => {
    const { owner, ben, mission } = await buildFeed();
    await t.call(leaveMission, { token: ben.token, params: { id: mission } });
    const stranger = await buildUser(t);
    for (const [person, id] of [
      [stranger, mission],
      [ben, mission],
      [owner, randomUUID()],
      [owner, 'nothing'],
    ] as const)
      for (const since of [NOON, 'never', '2020-01-01T00:00:00Z'])
        expect((await ask(person, id, { since })).json()).toMatchObject({
          code: 'mission_not_found',
          detail: 'Mission not found',
        });
    expect((await ask({ token: '' }, mission)).statusCode).toBe(401);
    await t.call(deleteMission, { token: owner.token, params: { id: mission } });
    expect((await ask(owner, mission)).statusCode).toBe(404);
    expect(await t.db.rows('select from deleted_checkins where mission_id = $1', [mission])).toEqual([]);
  });

  it.each([{}, { since: '' }, { since: 'yesterday' }, { since: '2026-11-21' }, { since: '9'.repeat(10_000) }])(
    'is refused without an instant',
    async (query) => {
      const { owner, mission } = await buildFeed();
      const answer = await ask(owner, mission, query as Record<string, string>);
      const message = 'since' in query ? 'since must be an instant' : 'since is required';
      expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path: 'since', message }]]);
    },
  );

  it('is refused with 410 for an instant over 30 days ago', async () => {
    const { owner, ana, mission, anas } = await buildFeed();
    await takeBack(ana, anas);
    const countRows = async () =>
      (await t.db.rows('select from deleted_checkins where mission_id = $1', [mission])).length;
    const runJobs = async () => {
      await t.queue.tick();
      await t.queue.drain();
    };
    t.clock.set(new Date(Date.parse(NOON) + 30 * DAY_MS - HOUR_MS));
    expect(await idsOf(owner, mission)).toEqual([anas]);
    await runJobs();
    t.clock.advance(HOUR_MS);
    expect(await idsOf(owner, mission)).toEqual([anas]);
    t.clock.advance(1);
    const answer = await ask(owner, mission);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      410,
      {
        code: 'since_too_old',
        detail: 'Deletions are listed for 30 days. Fetch the whole feed again and continue from there.',
      },
    ]);
    expect(await countRows()).toBe(1);
    t.clock.advance(DAY_MS);
    await runJobs();
    expect(await countRows()).toBe(0);
  });
});
