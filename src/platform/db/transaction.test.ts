import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Id } from '#platform/db/columns.ts';
import { notify } from '#server/features/notifications/public.ts';
import { removePictures } from '#server/services/media/public.ts';
import { buildMembers, buildMission } from '#server/testing/factories/missions.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { testApp } from '#server/testing/test-app.ts';
import { openDb, type Tx } from './open.ts';
import type { Audience, HintKind } from './transaction.ts';

const t = await testApp();
let hints: { audience: Audience; kinds: readonly HintKind[] }[] = [];
let wakes = 0;
let onHint = () => {};

/** The app's database and queue, which record every effect after a commit. */
const db = openDb(t.database_url, {
  effects: {
    sendHint: (audience, kinds) => {
      hints.push({ audience, kinds });
      onHint();
    },
    jobs: { ...t.queue, wake: () => void wakes++ },
    notify,
  },
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.rows('delete from jobs');
  hints = [];
  wakes = 0;
  onHint = () => {};
});

const mission_id = randomUUID();
const countJobs = async () => (await db.rows(`select from jobs where name = 'remove-pictures'`)).length;
const fail = (tx: Tx, sqlstate: string) => tx.rows(`do $$ begin raise exception using errcode = '${sqlstate}'; end $$`);

async function causeEffects(tx: Tx): Promise<void> {
  tx.changed({ mission_id }, 'mission');
  await tx.enqueue(removePictures, { folders: [] });
}

describe('the effects of a transaction', () => {
  it('happen after the commit, when others can see what it wrote', async () => {
    const email = `${randomUUID()}@example.com`;
    let seen: Promise<unknown[]> | undefined;
    onHint = () => {
      seen = t.db.rows('select from users where email = $1', [email]);
    };
    await db.transact(async (tx) => {
      await causeEffects(tx);
      await tx.rows(
        `insert into users (id, name, email, password_hash, timezone, created_at) values ($1, 'A', $2, '', 'UTC', now())`,
        [randomUUID(), email],
      );
      expect([hints.length, wakes]).toEqual([0, 0]);
    });
    expect(await seen).toHaveLength(1);
    expect([hints.length, wakes, await countJobs()]).toEqual([1, 1, 1]);
  });

  it.each([
    ['a serialization failure', '40001'],
    ['a deadlock', '40P01'],
  ])('happen once if %s repeats the work', async (_, sqlstate) => {
    let attempts = 0;
    const answer = await db.transact(async (tx) => {
      attempts += 1;
      await causeEffects(tx);
      if (attempts < 3) await fail(tx, sqlstate);
      return attempts;
    });
    expect(answer).toBe(3);
    expect(hints).toEqual([{ audience: { mission_id }, kinds: ['mission'] }]);
    expect([wakes, await countJobs()]).toEqual([1, 1]);
  });

  it('happen once for each of two transactions that deadlock', async () => {
    const [first, second] = [701, 702];
    const lock = (tx: Tx, key: number) => tx.rows('select pg_advisory_xact_lock($1::bigint)', [key]);
    let attempts = 0;
    let held = 0;
    let release = () => {};
    const bothHold = new Promise<void>((resolve) => {
      release = resolve;
    });
    const cross = (one: number, other: number) =>
      db.transact(async (tx) => {
        attempts += 1;
        await causeEffects(tx);
        await lock(tx, one);
        held += 1;
        if (held === 2) release();
        await bothHold;
        await lock(tx, other);
      });
    await Promise.all([cross(first, second), cross(second, first)]);
    expect(attempts).toBe(3);
    expect([hints.length, wakes, await countJobs()]).toEqual([2, 2, 2]);
  });

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['an error of the work', () => Promise.reject(new Error('no'))],
    ['a statement that fails', (tx) => fail(tx, '22012')],
    ['a serialization failure on every attempt', (tx) => fail(tx, '40001')],
    [
      'a commit that fails',
      async (tx) => {
        await tx.rows('create temp table twice (id int unique deferrable initially deferred) on commit drop');
        await tx.rows('insert into twice values (1), (1)');
      },
    ],
  ])('never happen after %s', async (_, end) => {
    const failed = db.transact(async (tx) => {
      await causeEffects(tx);
      await end(tx);
    });
    await expect(failed).rejects.toThrow();
    expect([hints.length, wakes, await countJobs()]).toEqual([0, 0, 0]);
  });
});

describe('hints', () => {
  it('to the same audience are merged, regardless of the order of its fields', async () => {
    const checkin_id = randomUUID();
    const user_ids = [randomUUID()];
    await db.transact(async (tx) => {
      tx.changed({ mission_id, checkin_id }, 'feed');
      tx.changed({ mission_id }, 'mission');
      tx.changed({ user_ids }, 'dashboard');
      tx.changed({ checkin_id, mission_id }, 'notifications', 'feed');
      tx.changed({ user_ids: [...user_ids] }, 'invitations');
    });
    expect(hints).toEqual([
      { audience: { mission_id, checkin_id }, kinds: ['feed', 'notifications'] },
      { audience: { mission_id }, kinds: ['mission'] },
      { audience: { user_ids }, kinds: ['dashboard', 'invitations'] },
    ]);
    expect(wakes).toBe(0);
  });

  it('about notifications reach each recipient once', async () => {
    const [owner, friend] = [await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, owner);
    await buildMembers(t, owner, mission, [friend]);
    const insert = async (tx: Tx, type: string) => {
      const [row] = await tx.rows(
        z.object({ id: Id }),
        `insert into notifications (id, user_id, type, mission_id, actor_id, created_at)
         values (uuid7($5), $1, $2, $3, $4, $5) returning id`,
        [friend.id, type, mission, owner.id, t.clock.now()],
      );
      return row!.id;
    };
    await db.transact(async (tx) => {
      await tx.notify([await insert(tx, 'comment'), await insert(tx, 'nudge')]);
      await tx.notify([]);
    });
    expect(hints).toEqual([{ audience: { user_ids: [friend.id] }, kinds: ['notifications'] }]);
    // Nobody receives push messages, so no job is stored.
    expect(wakes).toBe(0);
  });
});

describe('jobs', () => {
  it('are stored for all payloads in one statement, and an empty list wakes no worker', async () => {
    await db.transact((tx) => tx.enqueueAll(removePictures, []));
    expect([wakes, await countJobs()]).toEqual([0, 0]);
    await db.transact((tx) => tx.enqueueAll(removePictures, [{ folders: [] }, { folders: [] }]));
    expect([wakes, await countJobs()]).toEqual([1, 2]);
  });

  it('are refused by a database that was opened without a queue', async () => {
    const alone = openDb(t.database_url);
    await expect(alone.transact((tx) => tx.enqueue(removePictures, { folders: [] }))).rejects.toThrow('without a job');
    await alone.close();
  });
});
