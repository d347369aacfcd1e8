import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { me } from '#contract/auth.ts';
import { getMission, patchMission } from '#contract/missions.ts';
import { createPushSubscription } from '#contract/push.ts';
import { saveSettings } from '#contract/settings.ts';
import type { Tx } from '#platform/db/open.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { requireSavedStandings } from '../../testing/saved-standings.ts';
import { sqlOf } from '../../testing/statements.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { eraseAccount } from '../account/deletion/commands.ts';
import { lockMissionsOf } from '../account/deletion/queries.ts';
import { markCompleted } from '../completion/public.ts';
import { removeFromMission } from '../members/public.ts';
import { lockAnyMission } from '../missions/access.ts';
import { deleteMission } from '../missions/delete/public.ts';

const t = await testApp();
requireSavedStandings(t);
const DAY = 86_400_000;
beforeEach(() => t.clock.set(NOON));

const countWaiting = async () =>
  (
    await t.db.rows(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
    )
  ).length;

/** Commits `work` only when the check-in waits for a lock; returns the response to the check-in. */
async function checkInDuring(work: (tx: Tx) => Promise<unknown>, check: () => ReturnType<typeof checkIn>) {
  let answer: ReturnType<typeof checkIn> | undefined;
  await t.db.transact(async (tx) => {
    await work(tx);
    answer = check();
    await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 15_000, interval: 10 });
  });
  return answer!;
}

async function buildPair() {
  const [owner, friend] = [await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner);
  await buildMembers(t, owner, mission, [friend]);
  return { owner, friend, mission };
}

const fetchUser = async (person: TestUser) => (await t.call(me, { token: person.token })).json();
const countCheckins = async (mission: string) =>
  (await t.db.rows('select from checkins where mission_id = $1', [mission])).length;

describe('a check-in that waits during another change', () => {
  it('counts for the day in the new zone after a zone change', async () => {
    const { friend, mission } = await buildPair();
    const move = "update users set timezone = 'Pacific/Kiritimati' where id = $1";
    const during = await checkInDuring(
      (tx) => tx.rows(move, [friend.id]),
      () => checkIn(t, friend, mission),
    );
    expect(during.json().checkin).toMatchObject({ local_day: '2026-11-22' });
  });

  it('is refused after the member was removed', async () => {
    const { friend, mission } = await buildPair();
    const remove = async (tx: Tx) =>
      removeFromMission(tx, await lockAnyMission(tx, mission), friend.id, 'removed', t.clock.now());
    const answer = await checkInDuring(remove, () => checkIn(t, friend, mission));
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'mission_not_found']);
    expect(await countCheckins(mission)).toBe(0);
  });

  it('is refused after a completion, whether or not the member earned the reward', async () => {
    for (const reward_description of ['A dinner', 'A walk']) {
      const owner = await buildUser(t);
      // One check-in in four days is too little, and one in one day is enough.
      const duration_days = reward_description === 'A dinner' ? 4 : 1;
      const mission = await buildMission(t, owner, { reward_description, duration_days });
      await checkIn(t, owner, mission);
      t.clock.advance(DAY);
      await t.db.rows('update missions set duration_days = 4 where id = $1', [mission]);
      const complete = async (tx: Tx) =>
        markCompleted(tx, { ...(await lockAnyMission(tx, mission)), duration_days }, t.clock.now());
      const answer = await checkInDuring(complete, () => checkIn(t, owner, mission));
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'mission_ended']);
      expect([await countCheckins(mission), (await fetchUser(owner)).points]).toEqual([1, 10]);
      t.clock.set(NOON);
    }
  });

  it('is refused after the mission was deleted', async () => {
    const { friend, mission } = await buildPair();
    const answer = await checkInDuring(
      async (tx) => deleteMission(tx, t.deps.config, await lockAnyMission(tx, mission), t.clock.now()),
      () => checkIn(t, friend, mission),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'mission_not_found']);
  });

  it('is refused after the account was deleted', async () => {
    const { friend, mission } = await buildPair();
    const answer = await checkInDuring(
      async (tx) => {
        await lockMissionsOf(tx, friend.id);
        await eraseAccount(tx, t.deps.config, { id: friend.id, password_hash: 'x' }, t.clock.now());
      },
      () => checkIn(t, friend, mission),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'mission_not_found']);
    expect(await countCheckins(mission)).toBe(0);
  });

  it('returns the first check-in after the same client_id was recorded', async () => {
    const { friend, mission } = await buildPair();
    const [client_id, first] = [randomUUID(), randomUUID()];
    const record = `with recorded as (
        insert into checkins (id, mission_id, user_id, type, points_earned, local_day, timezone, performed_at, created_at,
          client_id) values ($1, $2, $3, 'tick', 10, '2026-11-21', 'UTC', $4, $4, $5)
      ) update users set points = points + 10 where id = $3`;
    const answer = await checkInDuring(
      (tx) => tx.rows(record, [first, mission, friend.id, NOON, client_id]),
      () => checkIn(t, friend, mission, { client_id }),
    );
    expect([answer.statusCode, answer.json().checkin.id]).toEqual([201, first]);
  });

  it('counts changed points in the receipt', async () => {
    const { friend, mission } = await buildPair();
    const earn = 'update users set points = points + 100 where id = $1';
    const answer = await checkInDuring(
      (tx) => tx.rows(earn, [friend.id]),
      () => checkIn(t, friend, mission),
    );
    expect(answer.json()).toMatchObject({ level: 2, points: 110 });
    expect((await fetchUser(friend)).points).toBe(110);
  });
});

describe('concurrent check-ins', () => {
  it('count all five missions of one user as one day of the streak', async () => {
    const owner = await buildUser(t);
    const missions: string[] = [];
    for (let number = 0; number < 5; number++) missions.push(await buildMission(t, owner));
    for (let day = 1; day <= 3; day++) {
      const answers = await Promise.all(missions.map((mission) => checkIn(t, owner, mission)));
      expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201, 201, 201]);
      expect(await fetchUser(owner)).toMatchObject({ points: 50 * day, streak_days: day });
      t.clock.advance(DAY);
    }
  });

  it("bridge the other mission's streak too when one of two spends rest days", async () => {
    const owner = await buildUser(t);
    const missions = [await buildMission(t, owner), await buildMission(t, owner)];
    for (let day = 0; day < 7; day++) {
      for (const mission of missions) await checkIn(t, owner, mission);
      t.clock.advance(DAY);
    }
    t.clock.advance(DAY);
    await Promise.all(missions.map((mission) => checkIn(t, owner, mission)));
    for (const id of missions) {
      const [{ streak_days }] = (await t.call(getMission, { token: owner.token, params: { id } })).json().members;
      expect(streak_days).toBe(8);
    }
    expect((await fetchUser(owner)).streak_days).toBe(8);
  });

  it('leave one push job after 20 for one day', async () => {
    const { owner, friend, mission } = await buildPair();
    const keys = {
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    };
    const body = { endpoint: `https://fcm.googleapis.com/${owner.id}`, keys, name: 'Phone' };
    expect((await t.call(createPushSubscription, { token: owner.token, body })).statusCode).toBe(201);
    await t.call(saveSettings, { token: owner.token, body: { push_types: ['checkin'], weekly_digest: false } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => checkIn(t, friend, mission)));
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
    expect(await t.db.rows(`select from jobs where name = 'push-checkin'`)).toHaveLength(1);
  });
});

describe('the cost of a check-in', () => {
  it('is four statements in one transaction, with no writes for other members', async () => {
    const { owner, friend, mission } = await buildPair();
    const others = await Promise.all(Array.from({ length: 8 }, () => buildUser(t)));
    await buildMembers(t, owner, mission, others);
    const transact = t.db.transact.bind(t.db) as <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
    const texts: string[] = [];
    const spy = vi.spyOn(t.db, 'transact').mockImplementation((work) =>
      transact((tx) => {
        const rows = (...statement: Parameters<Tx['rows']>) => {
          texts.push(sqlOf(statement));
          return tx.rows(...statement);
        };
        return work({ ...tx, rows: rows as Tx['rows'] });
      }),
    );
    expect((await checkIn(t, friend, mission, { client_id: randomUUID() })).statusCode).toBe(201);
    // It locks, reads, inserts the row and saves the standing.
    expect([spy.mock.calls.length, texts.length]).toEqual([1, 4]);
    spy.mockRestore();
    expect(await t.db.rows('select from notifications where mission_id = $1', [mission])).toEqual([]);
  });
});

it('a check-in is accepted while its mission is edited concurrently', async () => {
  const { owner, friend, mission } = await buildPair();
  for (let round = 0; round < 8; round += 1) {
    const edit = (at: number) =>
      t.call(patchMission, { token: owner.token, params: { id: mission }, body: { title: `Title ${round} ${at}` } });
    const [taken, ...edited] = await Promise.all([
      checkIn(t, friend, mission),
      ...Array.from({ length: 12 }, (_, at) => edit(at)),
    ]);
    expect(taken!.statusCode).toBe(201);
    for (const answer of edited) expect(answer.statusCode).toBe(200);
    t.clock.advance(DAY);
  }
});
