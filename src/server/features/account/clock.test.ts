import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getMission } from '#contract/missions.ts';
import { listNotifications, markAllRead } from '#contract/notifications.ts';
import { Bool, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import { saveClockSpans } from '#platform/db/server-facts.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { DOZEN, fillEveryTable } from '../../testing/every-table.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { succeed } from '../../testing/factories/succeed.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { addLook, lookAtClockAtStart } from './clock/jobs.ts';
import { bringBack, COMPARED, LEFT_MS } from './clock/queries.ts';

/** Instants that other code corrects. Completed missions are reopened, and jobs wait by the clock of the database. */
const OWN_WAY = ['missions.completed_at', 'jobs.run_at'];

/**
 * Instants that stay ahead with the day of their check-in. That day then counts as checked in (docs/rules.md#operator).
 */
const WITH_THEIR_DAY = ['checkins.performed_at', 'checkins.created_at', 'amount_writes.performed_at'];

/**
 * Instants that do no harm ahead. They are only displayed or sorted, only limit an age, come from the payment provider,
 * follow from days, or are compared in both directions.
 */
const HARMLESS = [
  'imports.created_at',
  'admin_account.changed_at',
  'audit_log.at',
  'daily_figures.counted_at',
  'recurring_jobs.sent_at',
  'jobs.ended_at',
  'push_subscriptions.created_at',
  'reminder_sends.used_at',
  'api_tokens.created_at',
  'reset_tokens.created_at',
  'identities.created_at',
  'checkin_keys.created_at',
  'checkin_keys.last_used_at',
  'members.last_checkin_at',
  'members.reward_done_at',
  'members.reminder_asked_at',
  'users.email_verified_at',
  'users.subscription_start_date',
  'users.subscription_cancel_requested',
  'users.subscription_period_end',
  'users.subscription_ends_at',
  'users.created_at',
  'users.suspended_at',
  'users.deleted_at',
  'payment_sessions.created_at',
  'payment_sessions.paid_at',
  'paid_invoices.paid_at',
  'subscriptions.cancel_requested_at',
  'subscriptions.period_start',
  'subscriptions.period_end',
  'subscriptions.started_at',
  'payment_events.received_at',
  'missions.start_date',
  'missions.end_date',
  'missions.created_at',
  'notifications.created_at',
  'comments.created_at',
  'comments.removed_at',
  'invitations.processed_at',
  'mail_stops.created_at',
  'reports.created_at',
  'reports.resolved_at',
  'blocks.created_at',
  'pauses.created_at',
  'checkins.edited_at',
  'checkins.cleared_at',
  'checkins.hidden_at',
  'taken_back.taken_back_at',
  'deleted_checkins.deleted_at',
  'reactions.created_at',
  'webhook_deliveries.created_at',
  'webhook_deliveries.last_attempt_at',
  'webhook_claims.claimed_at',
];

const t = await testApp();
const every = await testApp();
await fillEveryTable(every.db, every.deps.storage, 'hashed');
await every.db.rows(`update webhook_deliveries set state = 'pending'`);
const NAMED = COMPARED.map((compared) => [`${compared.table}.${compared.column}`, compared] as const);
const AHEAD_MS = 29 * DAY_MS;

async function runJobs() {
  await t.queue.tick();
  await t.queue.drain();
  const failed = await t.db.rows(
    z.object({ name: Text, error: z.nullable(Text) }),
    'select name, error from jobs where error is not null',
  );
  expect(failed).toEqual([]);
}

beforeEach(async () => {
  t.clock.set(NOON);
  await runJobs();
  // Start each test as if the clock had been right for an hour.
  await t.db.rows('update recurring_jobs set sent_at = $1', [NOON]);
  await t.db.rows(`delete from server_facts where name = 'clock_doubted_until'`);
  await saveClockSpans(t.db, [{ from: new Date(NOON), to: new Date(NOON) }]);
});

/** Runs `act` while the clock is ahead for 80 s, then runs the jobs by the right clock. */
async function whileAhead(act: () => Promise<void>) {
  t.clock.advance(AHEAD_MS);
  await act();
  t.clock.advance(80 * SECOND_MS - AHEAD_MS);
  await runJobs();
}

describe('the lists of instant columns', () => {
  it('name every timestamp column of the schema once', async () => {
    const stored = await t.db.rows(
      z.object({ name: Text }),
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'timestamp with time zone'
         and table_name not in ('migrations', 'restoring')`,
    );
    const listed = [...NAMED.map(([name]) => name), ...OWN_WAY, ...WITH_THEIR_DAY, ...HARMLESS];
    expect(listed.toSorted()).toEqual(stored.map(({ name }) => name).toSorted());
  });
});

describe('a clock that was ahead', () => {
  it('reopens completed missions, which accept check-ins again', async () => {
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

  it('leaves a mission completed if it has a next round', async () => {
    const ana = await buildUser(t);
    const [first, next] = [await buildMission(t, ana, { duration_days: 10 }), await buildMission(t, ana)];
    await whileAhead(async () => {
      await runJobs();
      await t.db.rows('update missions set previous_id = $1 where id = $2', [first, next]);
    });
    const rows = await t.db.rows('select is_active, completed_at from missions where id = $1', [first]);
    expect(rows).toEqual([{ is_active: false, completed_at: t.clock.now().toISOString() }]);
  });

  it('counts later check-ins as unread for a user who read the bell too early', async () => {
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

  it('makes a job due that waits longer than any back-off', async () => {
    await t.db.rows(
      `insert into jobs (name, data, run_at) values
         ('rebuild-streaks', '{"user_id": "00000000-0000-4000-8000-000000000001"}', now() + interval '30 days'),
         ('rebuild-streaks', '{"user_id": "00000000-0000-4000-8000-000000000002"}', now() + interval '5 hours')`,
    );
    await whileAhead(runJobs);
    await t.queue.drain();
    const waiting = await t.db.rows(
      z.object({ data: z.nullable(z.object({ user_id: Id })) }),
      `select data from jobs where state = 'waiting'`,
    );
    expect(waiting).toEqual([{ data: { user_id: '00000000-0000-4000-8000-000000000002' } }]);
    await t.db.rows(`delete from jobs where state = 'waiting'`);
  });

  it.each(NAMED)('resets %s only if it is over a day too far ahead', async (_, compared) => {
    const { table, column, where = 'true' } = compared;
    const inAt = (ms: number) => new Date(t.clock.now().getTime() + compared.ahead_ms + ms);
    const set = (ms: number) => every.db.rows(`update ${table} set ${column} = $1 where ${where}`, [inAt(ms)]);
    const listValues = () =>
      every.db.rows(
        z.object({ value: z.nullable(Instant) }),
        `select distinct ${column} as value from ${table} where ${where}`,
      );
    await set(LEFT_MS - 1);
    expect(await bringBack(every.db, compared, t.clock.now())).toBe(0);
    expect(await listValues()).toEqual([{ value: inAt(LEFT_MS - 1).toISOString() }]);
    await set(2 * DAY_MS);
    expect(await bringBack(every.db, compared, t.clock.now())).toBeGreaterThanOrEqual(DOZEN);
    const back = compared.to === 'now' ? t.clock.now() : inAt(0);
    expect(await listValues()).toEqual([{ value: back.toISOString() }]);
  });
});

/** Advances the clock by `hours` and runs the jobs of each. */
async function runHours(hours: number) {
  for (let hour = 0; hour < hours; hour++) {
    t.clock.advance(HOUR_MS);
    await runJobs();
  }
}

describe('correcting what people see after the clock was ahead', () => {
  it('reopens missions as soon as the clock is right, even after two days', async () => {
    const mission = await buildMission(t, await buildUser(t), { duration_days: 10 });
    t.clock.advance(AHEAD_MS);
    await runHours(50);
    const isActive = async () =>
      (await t.db.rows(z.object({ is_active: Bool }), 'select is_active from missions where id = $1', [mission]))[0]!
        .is_active;
    expect(await isActive()).toBe(false);
    t.clock.advance(-AHEAD_MS);
    await runJobs();
    expect(await isActive()).toBe(true);
  });

  it('marks check-ins from that time as read, before and after someone reads the bell', async () => {
    const [ana, ben] = [await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, ana, { duration_days: 60 });
    await buildMembers(t, ana, mission, [ben]);
    await whileAhead(async () => {
      expect((await checkIn(t, ben, mission)).statusCode).toBe(201);
    });
    t.clock.advance(HOUR_MS);
    await runJobs();
    const countUnread = async () => (await succeed(t, listNotifications, { token: ana.token })).unread_count;
    expect(await countUnread()).toBe(0);
    await succeed(t, markAllRead, { token: ana.token });
    expect(await countUnread()).toBe(0);
  });
});

describe('a clock that is behind', () => {
  it.each([
    ['3 hours', 3 * HOUR_MS],
    ['40 hours', 40 * HOUR_MS],
    ['years', 2000 * DAY_MS],
  ])('leaves a completed mission unchanged when it is %s behind', async (_, behind_ms) => {
    const mission = await buildMission(t, await buildUser(t), { duration_days: 10 });
    t.clock.advance(18 * DAY_MS);
    await runJobs();
    await saveClockSpans(t.db, [{ from: new Date(NOON), to: t.clock.now() }]);
    t.clock.advance(HOUR_MS);
    await runJobs();
    const findMission = () => t.db.rows('select is_active, completed_at from missions where id = $1', [mission]);
    const before = await findMission();
    expect(before).toMatchObject([{ is_active: false }]);
    t.clock.advance(-behind_ms);
    await runHours(2);
    expect(await findMission()).toEqual(before);
  });

  it('counts as behind until it reaches the last noted instant', () => {
    const spans = [{ from: new Date('2026-01-01T00:00Z'), to: new Date('2026-03-01T00:00Z') }];
    expect(addLook(spans, new Date('2025-12-31T12:00Z'))).toBeNull();
    expect(addLook(spans, new Date('2026-02-28T12:00Z'))).toBeNull();
    const on = new Date('2026-03-01T01:00Z');
    expect(addLook(spans, on)).toEqual([{ from: spans[0]!.from, to: on }]);
  });

  it('is distinguished from one that was ahead by the gap between spans', () => {
    const [first, last] = ['2026-01-01T00:00Z', '2026-01-05T00:00Z'].map((at) => new Date(at)) as [Date, Date];
    const ahead = { from: new Date('2026-02-01T00:00Z'), to: new Date('2026-02-03T00:00Z') };
    const spans = [{ from: first, to: last }, ahead];
    const right = new Date('2026-01-07T00:00Z');
    expect(addLook(spans, right)).toEqual([spans[0], { from: right, to: right }]);
    expect(addLook(spans, new Date('2026-01-05T12:00Z'))).toEqual([{ from: first, to: new Date('2026-01-05T12:00Z') }]);
    expect(addLook(spans, new Date('2026-02-01T12:00Z'))).toBeNull();
    expect(addLook(spans, new Date('2026-01-03T00:00Z'))).toBeNull();
  });
});

describe('a start long after the last recurring job', () => {
  const isCompleted = async (mission: string) =>
    (await t.db.rows(z.object({ is_active: Bool }), 'select is_active from missions where id = $1', [mission]))[0]!
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

  it('runs the daily jobs as soon as the clock is right', async () => {
    t.clock.advance(AHEAD_MS);
    await lookAtClockAtStart(t.db, t.clock.now());
    await runJobs();
    const daily = `select sent_at from recurring_jobs where job = 'forget-expired'`;
    expect(await t.db.rows(daily)).toEqual([{ sent_at: NOON }]);
    t.clock.advance(2 * DAY_MS - AHEAD_MS);
    await runJobs();
    expect(await t.db.rows(daily)).toEqual([{ sent_at: t.clock.now().toISOString() }]);
  });

  it('deletes no session and no sent reminder for an hour', async () => {
    const ana = await buildUser(t);
    const mission = await buildMission(t, ana);
    await t.db.rows(
      `insert into reminder_sends (id, user_id, mission_id, day, slot, channel, due_at)
       values (gen_random_uuid(), $1, $2, '2026-01-01', 1, 'email', $3)`,
      [ana.id, mission, new Date(NOON)],
    );
    const count = async () => {
      const [row] = await t.db.rows(
        z.object({ sessions: Int, sends: Int }),
        `select (select count(*) from sessions where user_id = $1) as sessions,
           (select count(*) from reminder_sends where user_id = $1) as sends`,
        [ana.id],
      );
      return row;
    };
    t.clock.advance(400 * DAY_MS);
    await lookAtClockAtStart(t.db, t.clock.now());
    await runJobs();
    expect((await t.call(getMission, { token: ana.token, params: { id: mission } })).statusCode).toBe(401);
    expect(await count()).toEqual({ sessions: 1, sends: 1 });
    t.clock.advance(HOUR_MS);
    await runJobs();
    expect((await t.call(getMission, { token: ana.token, params: { id: mission } })).statusCode).toBe(401);
    expect(await count()).toEqual({ sessions: 0, sends: 0 });
  });

  it('trusts the clock up to 7 days after the last job', async () => {
    const mission = await buildMission(t, await buildUser(t), { duration_days: 10 });
    t.clock.advance(14 * DAY_MS);
    await runJobs();
    t.clock.advance(7 * DAY_MS);
    await lookAtClockAtStart(t.db, t.clock.now());
    await runJobs();
    expect(await isCompleted(mission)).toBe(true);
  });
});
