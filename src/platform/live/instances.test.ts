import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectWithin } from '#domain/testing/expect-within.ts';
import { listValidSessions } from '#server/services/auth/public.ts';
import { buildMembers, buildMission, checkIn } from '#server/testing/factories/missions.ts';
import { buildUser, type TestUser } from '#server/testing/factories/users.ts';
import { type LiveEvent, type LiveReader, openReader } from '#server/testing/live-reader.ts';
import { testApp } from '#server/testing/test-app.ts';
import { makeLive } from './live.ts';

const t = await testApp();
const readers: LiveReader[] = [];

async function startInstance() {
  const instance = await t.startInstance();
  return { ...instance, url: await instance.app.listen({ port: 0, host: '127.0.0.1' }) };
}

let url = '';
let other: Awaited<ReturnType<typeof startInstance>>;
beforeAll(async () => {
  url = await t.app.listen({ port: 0, host: '127.0.0.1' });
  other = await startInstance();
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await other.stop();
});

async function listen(at: string, person: TestUser): Promise<LiveReader> {
  const reader = await openReader(at, person.token);
  expect(reader.status).toBe(200);
  readers.push(reader);
  return reader;
}

const is = (kind: LiveEvent['kind']) => (event: LiveEvent) => event.kind === kind;

async function buildTeam() {
  const [owner, friend] = [await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner);
  await buildMembers(t, owner, mission, [friend]);
  return { owner, friend, mission };
}

describe('two instances on one database', () => {
  it("deliver hints to each other's readers", async () => {
    const { owner, friend, mission } = await buildTeam();
    const reader = await listen(other.url, owner);
    await checkIn(t, friend, mission);
    await reader.find(is('feed'));
  });

  it('make readers refetch after losing the database connection, then deliver hints again', async () => {
    const { owner, friend, mission } = await buildTeam();
    const [here, there] = [await listen(url, owner), await listen(other.url, owner)];
    await t.db.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where query like '%emberkin_live%' and pid <> pg_backend_pid() and datname = current_database()`,
    );
    await checkIn(t, friend, mission);
    for (const reader of [here, there]) {
      await reader.find(is('everything'));
      reader.forget();
    }
    const late = await buildUser(t);
    await buildMembers(t, owner, mission, [late]);
    await checkIn(t, late, mission);
    for (const reader of [here, there]) await reader.find(is('feed'));
  });

  it('exchange the last hints of a stopping instance, whose readers reconnect', async () => {
    const { owner, friend } = await buildTeam();
    await expectWithin(4000, async () => {
      const third = await startInstance();
      const [stays, leaves, stuck] = [
        await listen(url, owner),
        await listen(third.url, owner),
        await listen(third.url, friend),
      ];
      stuck.pause();
      third.deps.live.hint({ user_ids: [owner.id] }, 'invitations');
      const started = performance.now();
      await third.stop();
      const ms = performance.now() - started;
      await leaves.ended();
      expect(leaves.events.at(-1)).toEqual({ kind: 'goodbye', reconnect: true });
      await stays.find(is('invitations'));
      expect(third.deps.live.hasRoom()).toBe(false);
      return ms;
    });
  });
});

describe('an instance that cannot reach its database', () => {
  it('starts, and stops immediately with any number of unsent hints', async () => {
    const away = new URL(t.database_url);
    away.port = '1';
    await expectWithin(3000, async () => {
      const lonely = makeLive({
        ...t.deps,
        url: away.href,
        listValidSessions,
        resolveRecipients: async () => new Map(),
      });
      await lonely.start();
      for (let at = 0; at < 3000; at++) lonely.hint({ mission_id: crypto.randomUUID() }, 'feed');
      await lonely.tick();
      await lonely.stop();
    });
  });
});
