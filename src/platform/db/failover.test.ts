import { afterAll, describe, expect, it } from 'vitest';
import { me } from '#contract/auth.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { removePictures } from '#server/services/media/public.ts';
import { startProxy } from '#server/testing/database-proxy.ts';
import { buildMission, checkIn } from '#server/testing/factories/missions.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { openReader } from '#server/testing/live-reader.ts';
import { asOwner, ownerUrl, testApp, testDatabase } from '#server/testing/test-app.ts';

const SOON = { timeout: 5000, interval: 50 };
const direct = await testDatabase();
const proxy = await startProxy(direct);
afterAll(() => proxy.close());
const t = await testApp({ database_url: proxy.url, owner_url: ownerUrl(direct) });
const database = new URL(direct).pathname.slice(1);

/** Closes every connection of the app, as a server does during a failover. */
const endConnections = () =>
  asOwner(
    { database_url: direct },
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = '${database}' and usename = 'emberkin_app'`,
  );

/** Makes new connections read-only, as on a server that has become a replica. */
const setReadOnly = (on: boolean) =>
  asOwner(
    { database_url: direct },
    `begin read write; alter database ${database} set default_transaction_read_only = ${on ? 'on' : 'off'}; commit`,
  );

describe('a failover', () => {
  it('fails a write on the old primary with 503 and closes its connections to that server', async () => {
    const user = await buildUser(t);
    const missions: string[] = [];
    for (let at = 0; at < 5; at++) missions.push(await buildMission(t, user));
    await setReadOnly(true);
    await endConnections();
    // Opens several connections, all to the read-only server.
    const readers = () => Promise.all(missions.map(() => t.call(getDashboard, { token: user.token })));
    await expect.poll(async () => (await readers()).map(({ statusCode }) => statusCode), SOON).not.toContain(503);
    await setReadOnly(false);
    expect(t.db.pool.idleCount).toBeGreaterThan(1);

    const refused = await checkIn(t, user, missions[0]!);
    expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '2',
    ]);
    for (const mission of missions) expect((await checkIn(t, user, mission)).statusCode).toBe(201);
  });

  it('neither repeats a transaction that its server ended nor reuses the connection', async () => {
    let runs = 0;
    const attempt = t.db.transact(async (tx) => {
      runs += 1;
      await tx.rows(`do $$ begin raise exception using errcode = '57P01'; end $$`);
    });
    const before = t.db.pool.totalCount;
    await expect(attempt).rejects.toMatchObject({ code: '57P01' });
    expect(runs).toBe(1);
    expect(t.db.pool.totalCount).toBeLessThanOrEqual(before);
    expect(await t.db.rows('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('resumes the queue within 5 s and makes open pages refresh everything', async () => {
    const user = await buildUser(t);
    const url = await t.app.listen({ port: 0, host: '127.0.0.1' });
    const reader = await openReader(url, user.token);
    t.queue.start();
    await proxy.cut();
    expect((await t.call(me, { token: user.token })).statusCode).toBe(503);
    reader.forget();
    await proxy.restore();
    await t.db.transact((tx) => tx.enqueue(removePictures, { folders: [] }));
    await reader.find((event) => event.kind === 'everything');
    const waiting = () =>
      t.db.rows("select from jobs where name = 'remove-pictures' and state in ('waiting', 'running')");
    await expect.poll(waiting, SOON).toEqual([]);
    reader.close();
  });
});

describe('a full disk', () => {
  it('fails only writes, with 507, until there is space again', async () => {
    const user = await buildUser(t);
    const mission = await buildMission(t, user);
    const trigger = (table: string) =>
      `create trigger full_disk before insert or update on ${table} for each row execute function full_disk();`;
    await asOwner(
      { database_url: direct },
      `create function full_disk() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
       ${trigger('checkins')} ${trigger('sessions')}`,
    );
    // By now, a read also saves when the session was used.
    t.clock.advance(2 * 3_600_000);
    const refused = await checkIn(t, user, mission);
    expect([refused.statusCode, refused.json().code]).toEqual([507, 'storage_full']);
    expect((await t.call(getDashboard, { token: user.token })).statusCode).toBe(200);
    await asOwner({ database_url: direct }, 'drop function full_disk() cascade');
    expect((await checkIn(t, user, mission)).statusCode).toBe(201);
  });
});
