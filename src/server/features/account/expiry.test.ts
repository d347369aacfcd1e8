import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { forgotPassword, login, me } from '#contract/auth.ts';
import { Id, Int } from '#platform/db/columns.ts';
import { countUnknownJobs } from '#platform/jobs/store.ts';
import { DAY_MS, HOUR_MS } from '#platform/lib/durations.ts';
import { buildAdminSession } from '../../testing/factories/admin.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';

const t = await testApp();

async function runJobs(): Promise<void> {
  await t.queue.tick();
  await t.queue.drain();
}

const countRows = async (table: string): Promise<number> =>
  (await t.db.rows(z.object({ count: Int }), `select count(*) as count from ${table}`))[0]!.count;
const signIn = async (user: TestUser): Promise<string> => (await t.call(login, { body: user })).json().access_token;
const countSessions = async ({ id }: TestUser): Promise<number> =>
  (await t.db.rows('select from sessions where user_id = $1', [id])).length;

it('deletes sessions after 30 idle days or 90 days in total', async () => {
  t.clock.set(NOON);
  const user = await buildUser(t);
  const busy = await signIn(user);
  await runJobs();
  expect(await countSessions(user)).toBe(2);
  t.clock.advance(29 * DAY_MS);
  expect((await t.call(me, { token: busy })).statusCode).toBe(200);
  await runJobs();
  expect(await countSessions(user)).toBe(2);
  t.clock.advance(DAY_MS);
  await runJobs();
  expect(await countSessions(user)).toBe(1);

  for (let day = 30; day < 80; day += 25) {
    expect((await t.call(me, { token: busy })).statusCode).toBe(200);
    t.clock.advance(25 * DAY_MS);
  }
  expect((await t.call(me, { token: busy })).statusCode).toBe(200);
  const recent = await signIn(user);
  t.clock.advance(11 * DAY_MS);
  await runJobs();
  expect(await countSessions(user)).toBe(1);
  expect((await t.call(me, { token: recent })).statusCode).toBe(200);
});

it('deletes admin sessions, reset links, counters and payment events only after they expire', async () => {
  t.clock.set(NOON);
  const tables = ['admin_sessions', 'reset_tokens', 'rate_limits', 'payment_events'];
  const counts = () => Promise.all(tables.map(countRows));
  const user = await buildUser(t);
  await buildAdminSession(t);
  await t.call(forgotPassword, { body: { email: user.email } });
  await t.queue.drain();
  await t.db.rows("insert into rate_limits (key, points, expire) values ('over', 1, $1), ('running', 1, $2)", [
    t.clock.now().getTime() + HOUR_MS,
    t.clock.now().getTime() + 3 * DAY_MS,
  ]);
  await t.db.rows("insert into payment_events (id, type, received_at) values ('evt_1', 'x', $1)", [t.clock.now()]);
  await runJobs();
  expect(await counts()).toEqual([1, 1, 2, 1]);

  t.clock.advance(DAY_MS);
  await runJobs();
  expect(await counts()).toEqual([0, 0, 1, 1]);

  t.clock.advance(363 * DAY_MS);
  await runJobs();
  expect(await counts()).toEqual([0, 0, 0, 1]);
  t.clock.advance(DAY_MS);
  await runJobs();
  expect(await counts()).toEqual([0, 0, 0, 0]);
  await runJobs();
});

it('keeps done jobs for 8 days, failed jobs for 3 weeks and waiting jobs', async () => {
  t.clock.set(NOON);
  await runJobs();
  await t.db.rows('delete from jobs');
  await t.db.rows(
    `insert into jobs (name, state, run_at, ended_at)
     select 'of a test', state, $1::timestamptz - 20 * interval '1 day', $1::timestamptz - days * interval '1 day'
     from (values ('done', 7), ('done', 6), ('failed', 20), ('failed', 19), ('waiting', null)) as job (state, days)`,
    [t.clock.now()],
  );
  t.clock.advance(DAY_MS);
  await runJobs();
  const left = await t.db.rows("select state from jobs where name = 'of a test' order by state");
  expect(left).toEqual([{ state: 'done' }, { state: 'failed' }, { state: 'waiting' }]);
});

it('forgets undone check-ins after 30 days', async () => {
  t.clock.set(NOON);
  const [early, late] = [await buildUser(t), await buildUser(t)];
  const takeBack = ({ id }: TestUser) =>
    t.db.rows("insert into taken_back values ($1, '0197b3a0-0000-4000-8000-000000000000', $2)", [id, t.clock.now()]);
  const whose = async () =>
    (await t.db.rows(z.object({ user_id: Id }), 'select user_id from taken_back')).map((r) => r.user_id);
  await takeBack(early);
  t.clock.advance(29 * DAY_MS);
  await takeBack(late);
  await runJobs();
  expect(await whose()).toEqual([early.id, late.id]);
  t.clock.advance(DAY_MS);
  await runJobs();
  expect(await whose()).toEqual([late.id]);
});

it('deletes more rows than one batch in one run', async () => {
  t.clock.set(NOON);
  await t.db.rows(
    "insert into rate_limits (key, points, expire) select 'many ' || n, 1, $1 from generate_series(1, 2500) n",
    [t.clock.now().getTime()],
  );
  t.clock.advance(DAY_MS);
  await runJobs();
  expect(await countRows('rate_limits')).toBe(0);
});

it('deletes mail in the outbox folder after 30 days', async () => {
  t.clock.set(NOON);
  await runJobs();
  const outbox = join(t.dataDir, 'outbox');
  await mkdir(outbox, { recursive: true });
  for (const [name, days] of [
    ['old.eml', 29],
    ['recent.eml', 28],
  ] as const) {
    const written = new Date(t.clock.now().getTime() - days * DAY_MS);
    await writeFile(join(outbox, name), 'Subject: x');
    await utimes(join(outbox, name), written, written);
  }
  t.clock.advance(DAY_MS);
  await runJobs();
  expect(await readdir(outbox)).toContain('recent.eml');
  expect(await readdir(outbox)).not.toContain('old.eml');
});

it('deletes unknown jobs 30 days after they were due', async () => {
  t.clock.set(new Date());
  await t.db.rows("delete from jobs where name in ('of a newer release', 'of another')");
  await t.db.rows(
    `insert into jobs (name, run_at) values ('of a newer release', now() - interval '31 days'),
       ('of a newer release', now() - interval '29 days'), ('of another', now() - interval '31 days')`,
  );
  const known = [...t.queue.countsByJob().keys()];
  expect(await countUnknownJobs(t.db, known)).toEqual({ 'of a newer release': 2, 'of another': 1 });
  await t.db.rows("delete from recurring_jobs where job = 'forget-expired'");
  t.clock.advance(DAY_MS / 2);
  await runJobs();
  expect(await countUnknownJobs(t.db, known)).toEqual({ 'of a newer release': 1 });
});
