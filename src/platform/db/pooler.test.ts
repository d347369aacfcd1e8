import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { login } from '#contract/auth.ts';
import { getDashboard } from '#contract/dashboard.ts';
import { Text } from '#platform/db/columns.ts';
import { startProxy } from '#server/testing/database-proxy.ts';
import { buildMembers, buildMission, checkIn } from '#server/testing/factories/missions.ts';
import { buildUser } from '#server/testing/factories/users.ts';
import { asOwner, ownerUrl, type TestApp, testApp, testDatabase } from '#server/testing/test-app.ts';
import { SESSION_LIMITS } from './session.ts';

/** Sends every kind of statement the app uses: two users in a mission, a check-in, a sign-in and a job. */
async function useAll(t: TestApp): Promise<void> {
  const [owner, friend] = [await buildUser(t), await buildUser(t)];
  const mission = await buildMission(t, owner);
  await buildMembers(t, owner, mission, [friend]);
  expect((await checkIn(t, friend, mission)).statusCode).toBe(201);
  expect((await t.call(login, { body: owner })).statusCode).toBe(200);
  expect((await t.call(getDashboard, { token: owner.token })).statusCode).toBe(200);
  await t.queue.tick();
  await t.queue.drain();
}

const limitsOf = async ({ db }: TestApp) =>
  db.rows(
    z.object({ name: Text, setting: Text }),
    'select name, setting from pg_settings where name = any($1) order by name',
    [[...Object.keys(SESSION_LIMITS), 'TimeZone']],
  );

const WANTED = [
  { name: 'TimeZone', setting: 'UTC' },
  { name: 'idle_in_transaction_session_timeout', setting: '10000' },
  { name: 'lock_timeout', setting: '2000' },
  { name: 'statement_timeout', setting: '5000' },
];

describe('a pool through a transaction pooler', async () => {
  const direct = await testDatabase();
  const proxy = await startProxy(direct);
  afterAll(() => proxy.close());
  const reports: string[] = [];
  const t = await testApp({
    database_url: proxy.url,
    owner_url: ownerUrl(direct),
    rate_limits: true,
    report: (line) => reports.push(line),
    config: { database_direct_url: direct, database_prepare: false },
  });

  it('sends no startup parameter that a pooler refuses, and prepares no statement by name', async () => {
    await useAll(t);
    const { startups, statements } = proxy.sent;
    expect(startups.length).toBeGreaterThan(2);
    const known = ['TimeZone', 'application_name', 'client_encoding', 'database', 'user'];
    for (const startup of startups) expect(known).toEqual(expect.arrayContaining(Object.keys(startup)));
    expect(statements.length).toBeGreaterThan(20);
    expect(statements.filter(({ name }) => name !== '')).toEqual([]);
  });

  it('listens and fetches jobs on the direct connection, not through the pooler', () => {
    const texts = proxy.sent.statements.map(({ text }) => text.toLowerCase());
    expect(texts.some((text) => text.includes('insert into users'))).toBe(true);
    expect(
      texts.filter((text) => /\blisten\b|pg_notify|skip locked\s+\)\s+update jobs|create table/.test(text)),
    ).toEqual([]);
  });

  it('finds its timeouts and time zone in the settings of the role', async () => {
    expect(await limitsOf(t)).toEqual(WANTED);
    expect(reports.filter((line) => line.includes('Timeouts'))).toEqual([]);
  });

  it('prepares a statement once per connection under a fixed name if names are on', async () => {
    const named = await testApp({
      database_url: proxy.url,
      owner_url: ownerUrl(direct),
      config: { database_direct_url: direct },
    });
    const before = proxy.sent.statements.length;
    await named.db.rows('select 1 as one');
    await named.db.rows('select 1 as one');
    const sent = proxy.sent.statements.slice(before).filter(({ text }) => text === 'select 1 as one');
    expect(sent).toEqual([{ name: expect.stringMatching(/^s\d+$/), text: 'select 1 as one' }]);
  });
});

it('the start warns if the timeouts through the pooler differ from the settings of the role', async () => {
  const direct = await testDatabase();
  const stubborn = new URL(direct);
  stubborn.searchParams.set('options', '-c statement_timeout=1234');
  const reports: string[] = [];
  await testApp({
    database_url: stubborn.href,
    owner_url: ownerUrl(direct),
    report: (line) => reports.push(line),
    config: { database_direct_url: direct },
  });
  expect(reports).toContain(
    'Timeouts do not apply through DATABASE_URL yet (statement_timeout is 1234): reconnect the pooler, or set them for its role (docs/operations.md#postgresql).',
  );
});

describe('a schema owner in DATABASE_DIRECT_URL and a role for rows in DATABASE_URL', async () => {
  const direct = ownerUrl(await testDatabase());
  const name = `rows_${randomBytes(4).toString('hex')}`;
  await asOwner({ database_url: direct }, `create role ${name} login password 'rows'`);
  const url = new URL(direct);
  url.username = name;
  url.password = 'rows';
  const t = await testApp({ database_url: url.href, owner_url: direct, config: { database_direct_url: direct } });
  afterAll(async () => {
    await t.deps.stop();
    await asOwner({ database_url: direct }, `drop owned by ${name}; drop role ${name}`);
  });

  it('the start grants that role access to rows, which is all the app needs', async () => {
    expect(await t.db.rows('select current_user::text as role')).toEqual([{ role: name }]);
    expect(await limitsOf(t)).toEqual(WANTED);
    await useAll(t);
  });

  it.each([
    'create table mine (id int)',
    'drop table users',
    "update audit_log set note = 'x'",
    'delete from audit_log',
  ])('that role cannot run: %s', async (statement) => {
    await expect(t.db.rows(statement)).rejects.toMatchObject({ code: '42501' });
  });
});
