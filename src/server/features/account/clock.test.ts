import { beforeEach, describe, expect, it } from 'vitest';
import { getMission } from '#contract/missions.ts';
import { listNotifications, markAllRead } from '#contract/notifications.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import { saveNotedInstants } from '../../db/server-facts.ts';
import { DOZEN, fillEveryTable } from '../../testing/every-table.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { succeed } from '../../testing/factories/succeed.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { lookAtClockAtStart } from './clock/jobs.ts';
import { bringBack, COMPARED, HARMLESS, OWN_WAY, SLACK_MS } from './clock/queries.ts';

const t = await testApp();
const every = await testApp();
await fillEveryTable(every.db, every.deps.storage, 'hashed');
await every.db.rows(`update webhook_deliveries set state = 'pending'`);
const NAMED = COMPARED.map((compared) => [`${compared.table}.${compared.column}`, compared] as const);
const AHEAD_MS = 29 * DAY_MS;

/** Lets every job that is due have its turn. */
async function runJobs() {
  await t.queue.tick();
  await t.queue.drain();
  const failed = await t.db.rows<{ name: string }>('select name, error from jobs where error is not null');
  expect(failed).toEqual([]);
}

beforeEach(async () => {
  t.clock.set(NOON);
  await runJobs();
  // As after an hour by the right clock, whatever the test before did with it.
  await t.db.rows('update recurring_jobs set sent_at = $1', [NOON]);
  await t.db.rows(`delete from server_facts where name = 'clock_doubted_until'`);
  await saveNotedInstants(t.db, [new Date(NOON)]);
});

/** Does `act` while the clock is ahead for 80 s, then lets the jobs run by the right clock. */
async function whileAhead(act: () => Promise<void>) {
  t.clock.advance(AHEAD_MS);
  await act();
  t.clock.advance(80 * SECOND_MS - AHEAD_MS);
  await runJobs();
}

describe('the lists of stored instants', () => {
  it('name every instant of the schema once', async () => {
    const stored = await t.db.rows<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'timestamp with time zone'
         and table_name not in ('migrations', 'restoring')`,
    );
    const listed = [...NAMED.map(([name]) => name), ...OWN_WAY, ...HARMLESS];
    expect(listed.toSorted()).toEqual(stored.map(({ name }) => name).toSorted());
  });
});

describe('a clock that was ahead', () => {
  it('reopens the missions that were completed, and takes check-ins again', async () => {
    const [ana, ben] = [await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, ana, { duration_days: 10, reward_description: 'Pancakes' });
    await buildMembers(t, ana, mission, [ben]);
    const findState = async () => (await succeed(t, getMission, { token: ana.token, params: { id: mission } })).state;
    expect((await checkIn(t, ana, mission)).statusCode).toBe(201);
    await whileAhead(async () => {
      await runJobs();
      expect(await findState()).toBe('completed');
    });
    expect(await findState()).toBe('active');
    expect((await checkIn(t, ben, mission)).statusCode).toBe(201);
    t.clock.advance(18 * DAY_MS);
    await runJobs();
    const rows = await t.db.rows('select completed_at from missions where id = $1', [mission]);
    expect(rows).toEqual([{ completed_at: t.clock.now().toISOString() }]);
  });

  it('leaves a mission completed that has a next round by now', async () => {
    const ana = await buildUser(t);
    const [first, next] = [await buildMission(t, ana, { duration_days: 10 }), await buildMission(t, ana)];
    await whileAhead(async () => {
      await runJobs();
      await t.db.rows('update missions set previous_id = $1 where id = $2', [first, next]);
    });
    const rows = await t.db.rows('select is_active, completed_at from missions where id = $1', [first]);
    expect(rows).toEqual([{ is_active: false, completed_at: t.clock.now().toISOString() }]);
  });

  it('shows a user who read the bell then what comes afterwards', async () => {
    const [ana, ben] = [await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, ana);
    await buildMembers(t, ana, mission, [ben]);
    await whileAhead(async () => {
      await succeed(t, markAllRead, { token: ana.token });
    });
    t.clock.advance(HOUR_MS);
    await runJobs();
    t.clock.advance(SECOND_MS);
    expect((await checkIn(t, ben, mission)).statusCode).toBe(201);
    expect(await succeed(t, listNotifications, { token: ana.token })).toMatchObject({ unread_count: 1 });
  });

  it('lets no job wait for longer than any can', async () => {
    await t.db.rows(
      `insert into jobs (name, data, run_at) values
         ('rebuild-streaks', '{"user_id": "00000000-0000-4000-8000-000000000001"}', now() + interval '30 days'),
         ('rebuild-streaks', '{"user_id": "00000000-0000-4000-8000-000000000002"}', now() + interval '5 hours')`,
    );
    await whileAhead(runJobs);
    await t.queue.drain();
    const waiting = await t.db.rows<{ data: { user_id: string } }>(`select data from jobs where state = 'waiting'`);
    expect(waiting).toEqual([{ data: { user_id: '00000000-0000-4000-8000-000000000002' } }]);
    await t.db.rows(`delete from jobs where state = 'waiting'`);
  });

  it.each(NAMED)('brings %s back, and leaves one that may lie ahead', async (_, compared) => {
    const { table, column, where = 'true' } = compared;
    const inAt = (ms: number) => new Date(t.clock.now().getTime() + compared.ahead_ms + ms);
    const set = (ms: number) => every.db.rows(`update ${table} set ${column} = $1 where ${where}`, [inAt(ms)]);
    const listValues = () =>
      every.db.rows<{ value: string }>(`select distinct ${column} as value from ${table} where ${where}`);
    await set(SLACK_MS - 1);
    expect(await bringBack(every.db, compared, t.clock.now())).toBe(0);
    expect(await listValues()).toEqual([{ value: inAt(SLACK_MS - 1).toISOString() }]);
    await set(DAY_MS);
    expect(await bringBack(every.db, compared, t.clock.now())).toBeGreaterThanOrEqual(DOZEN);
    const back = compared.to === 'now' ? t.clock.now() : inAt(0);
    expect(await listValues()).toEqual([{ value: back.toISOString() }]);
  });
});

describe('a clock that is behind', () => {
  it('brings nothing back', async () => {
    const ana = await buildUser(t);
    const mission = await buildMission(t, ana, { duration_days: 10 });
    t.clock.advance(18 * DAY_MS);
    await runJobs();
    await saveNotedInstants(t.db, [t.clock.now()]);
    t.clock.set('2020-01-01T00:00:00.000Z');
    await runJobs();
    const rows = await t.db.rows('select is_active from missions where id = $1', [mission]);
    expect(rows).toEqual([{ is_active: false }]);
  });
});

describe('a start that is long after the last turn of a job', () => {
  const isCompleted = async (mission: string) =>
    (await t.db.rows<{ is_active: boolean }>('select is_active from missions where id = $1', [mission]))[0]!
      .is_active === false;

  it('completes no mission for an hour', async () => {
    const mission = await buildMission(t, await buildUser(t), { duration_days: 10 });
    t.clock.advance(AHEAD_MS);
    await lookAtClockAtStart(t.db, t.clock.now());
    await runJobs();
    expect(await isCompleted(mission)).toBe(false);
    t.clock.advance(HOUR_MS - 1);
    await runJobs();
    expect(await isCompleted(mission)).toBe(false);
    t.clock.advance(1);
    await runJobs();
    expect(await isCompleted(mission)).toBe(true);
  });

  it('lets the daily jobs run as soon as the clock is right', async () => {
    t.clock.advance(AHEAD_MS);
    await lookAtClockAtStart(t.db, t.clock.now());
    await runJobs();
    const daily = `select sent_at from recurring_jobs where job = 'forget-expired'`;
    expect(await t.db.rows(daily)).toEqual([{ sent_at: NOON }]);
    t.clock.advance(2 * DAY_MS - AHEAD_MS);
    await runJobs();
    expect(await t.db.rows(daily)).toEqual([{ sent_at: t.clock.now().toISOString() }]);
  });

  it('doubts no clock within 7 days', async () => {
    const mission = await buildMission(t, await buildUser(t), { duration_days: 10 });
    t.clock.advance(14 * DAY_MS);
    await runJobs();
    t.clock.advance(7 * DAY_MS);
    await lookAtClockAtStart(t.db, t.clock.now());
    await runJobs();
    expect(await isCompleted(mission)).toBe(true);
  });
});
