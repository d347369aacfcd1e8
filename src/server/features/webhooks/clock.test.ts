import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { getMission, updateMission } from '#contract/missions.ts';
import { createPause } from '#contract/streaks.ts';
import { WEBHOOK_BODIES } from '#contract/webhooks-events.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { buildMembers, buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { buildWebhook, deliver, upgradeToPremium } from '../../testing/factories/webhooks.ts';
import { takeRowFaults } from '../../testing/row-faults.ts';
import { asOwner, NOON, testApp } from '../../testing/test-app.ts';
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts';

const t = await testApp({ config: { webhook_allow: ['127.0.0.1'] } });
const receiver = await startWebhookReceiver();
afterAll(() => receiver.close());
beforeEach(() => {
  t.clock.set(NOON);
  receiver.received.splice(0);
});

const listen = async (person: TestUser, body: Record<string, unknown> = {}) =>
  buildWebhook(t, await upgradeToPremium(t, person), {
    url: `http://127.0.0.1:${receiver.port}/${person.id}`,
    ...body,
  });

/** Runs the clock jobs at an instant. Returns the person's new events of these types. */
async function receivedAt(at: string, person: TestUser, ...types: string[]) {
  t.clock.set(at);
  await t.queue.tick();
  await t.queue.drain();
  await deliver(t);
  const own = receiver.received.filter(({ path }) => path === `/${person.id}`).map(({ body }) => JSON.parse(body));
  receiver.received.splice(0);
  for (const got of own) expect(WEBHOOK_BODIES[got.type as 'mission.started'].safeParse(got).success).toBe(true);
  return own.filter(({ type }) => types.includes(type));
}

describe('mission.started', () => {
  it('is sent once, when the first day starts in the zone of the mission', async () => {
    const ana = await buildUser(t, { timezone: 'Asia/Tokyo' });
    await listen(ana);
    const mission = await buildMission(t, ana, { title: 'Swim', start_date: '2026-11-24', duration_days: 10 });
    const startedAt = (at: string) => receivedAt(at, ana, 'mission.started');
    expect(await startedAt('2026-11-23T14:59:00.000Z')).toEqual([]);
    expect(await startedAt('2026-11-23T15:00:00.000Z')).toMatchObject([
      {
        timestamp: '2026-11-23T15:00:00.000Z',
        data: { mission: { id: mission, title: 'Swim', first_day: '2026-11-24', last_day: '2026-12-03' } },
      },
    ]);
    expect(await startedAt('2026-11-23T16:00:00.000Z')).toEqual([]);
  });

  it('is not sent for a start at creation, before the webhook existed or a day ago', async () => {
    const ana = await buildUser(t);
    await buildMission(t, ana);
    await buildMission(t, ana, { start_date: '2026-11-23' });
    await buildMission(t, ana, { start_date: '2026-11-24' });
    const startedAt = (at: string) => receivedAt(at, ana, 'mission.started');
    t.clock.set('2026-11-23T00:00:01Z');
    await listen(ana);
    expect(await startedAt('2026-11-23T00:01:00.000Z')).toEqual([]);
    expect(await startedAt('2026-11-25T00:00:00.000Z')).toEqual([]);
  });

  it('is sent by the edit that moves the first day to today, and again after another move', async () => {
    const ana = await buildUser(t);
    await listen(ana);
    const mission = await buildMission(t, ana, { title: 'Swim', start_date: '2026-11-24' });
    const fields = { title: 'Swim', description: '<p>In the lake.</p>', goal: 'Ten lanes', duration_days: 30 };
    const move = (start_date: string) =>
      t.call(updateMission, { token: ana.token, params: { id: mission }, body: { ...fields, start_date } });
    const startedAt = (at: string) => receivedAt(at, ana, 'mission.started');
    t.clock.set('2026-11-22T10:00:00Z');
    expect((await move('2026-11-22')).statusCode).toBe(200);
    expect(await startedAt('2026-11-22T10:01:00Z')).toMatchObject([{ timestamp: '2026-11-22T10:00:00.000Z' }]);
    expect((await move('2026-11-26')).statusCode).toBe(200);
    expect(await startedAt('2026-11-26T00:00:00Z')).toMatchObject([{ data: { mission: { first_day: '2026-11-26' } } }]);
  });

  it('is not sent to later members, after edits that keep the day, or over an hour late', async () => {
    const [ana, ben] = [await buildUser(t), await buildUser(t)];
    const mission = await buildMission(t, ana, { title: 'Swim', start_date: '2026-11-22' });
    const startedAt = (at: string, person = ana) => receivedAt(at, person, 'mission.started');
    expect(await startedAt('2026-11-22T00:00:00Z')).toEqual([]);
    await listen(ben);
    await listen(ana);
    t.clock.set('2026-11-22T05:00:00Z');
    await buildMembers(t, ana, mission, [ben]);
    const fields = { title: 'Swim far', description: '<p>In the lake.</p>', goal: 'Ten lanes', duration_days: 30 };
    const body = { ...fields, start_date: '2026-11-22' };
    const edited = await t.call(updateMission, { token: ana.token, params: { id: mission }, body });
    expect(edited.statusCode).toBe(200);
    expect(await startedAt('2026-11-22T05:01:00Z')).toEqual([]);
    await buildMission(t, ana, { start_date: '2026-11-23' });
    expect(await startedAt('2026-11-23T01:00:01Z')).toEqual([]);
    const late = await buildMission(t, ana, { start_date: '2026-11-24' });
    t.clock.set('2026-11-24T00:00:10Z');
    await buildMembers(t, ana, late, [ben]);
    t.clock.set('2026-11-24T00:00:30Z');
    receiver.received.splice(0);
    await t.queue.tick();
    await t.queue.drain();
    await deliver(t);
    const started = receiver.received.filter(({ body: sent }) => JSON.parse(sent).data.mission?.id === late);
    expect(started.map(({ path, body: sent }) => [path, JSON.parse(sent).type])).toContainEqual([
      `/${ana.id}`,
      'mission.started',
    ]);
    expect(
      started.filter(({ path, body: sent }) => path === `/${ben.id}` && JSON.parse(sent).type === 'mission.started'),
    ).toEqual([]);
  });

  it('is sent by the first search after an upgrade, unless version 1 sent it', async () => {
    const [ana, ben] = [await buildUser(t), await buildUser(t)];
    for (const person of [ana, ben]) await listen(person);
    await buildMission(t, ana, { start_date: '2026-11-22' });
    const told = await buildMission(t, ben, { start_date: '2026-11-22' });
    await t.db.rows(
      "insert into webhook_claims (key, claimed_at) values ('mission.started ' || $1 || ' 2026-11-22', $2)",
      [told, t.clock.now()],
    );
    await t.db.rows("delete from server_facts where name = 'searched mission.started'");
    expect(await receivedAt('2026-11-22T00:30:00Z', ana, 'mission.started')).toHaveLength(1);
    expect(await t.db.rows('select id from webhook_deliveries where mission_id = $1', [told])).toEqual([]);
  });

  it('is sent once for concurrent searches of two instances', async () => {
    const ana = await buildUser(t);
    await listen(ana);
    await buildMission(t, ana, { start_date: '2026-11-22' });
    const other = await t.startInstance();
    t.clock.set('2026-11-22T00:00:00Z');
    await t.db.transact(async (tx) => {
      const { raiseClockEvents } = await import('./clock/jobs.ts');
      for (let i = 0; i < 4; i++) await tx.enqueue(raiseClockEvents, {});
    });
    await Promise.all([t.queue.drain(), other.deps.queue.drain()]);
    await other.stop();
    expect(await receivedAt('2026-11-22T00:01:00Z', ana, 'mission.started')).toHaveLength(1);
  });
});

describe('streak.at_risk', () => {
  /** Builds a listening user with a streak up to yesterday. Returns the user and the mission. */
  async function buildStreak(days = 3, body: Record<string, unknown> = {}) {
    const ana = await buildUser(t, { timezone: 'America/New_York' });
    t.clock.set(new Date(Date.parse(NOON) - days * DAY_MS));
    const mission = await buildMission(t, ana, { title: 'Read', start_date: '2026-11-21', ...body });
    await t.db.rows("update missions set first_day = '2026-11-01' where id = $1", [mission]);
    for (let day = 0; day < days; day++) {
      expect((await checkIn(t, ana, mission)).statusCode).toBe(201);
      t.clock.advance(DAY_MS);
    }
    await listen(ana);
    // Several tests reach the same quarter of an hour, which allows only one search.
    await t.db.rows("delete from server_facts where name = 'searched streak.at_risk'");
    const at = (hours: number) => new Date(Date.parse('2026-11-21T05:00:00Z') + hours * HOUR_MS).toISOString();
    return { ana, mission, riskAt: (hour: number) => receivedAt(at(hour), ana, 'streak.at_risk') };
  }

  it('is sent once a day from 20:00 local time, with the missions that need a check-in', async () => {
    const { mission, riskAt } = await buildStreak();
    expect(await riskAt(19.98)).toEqual([]);
    expect(await riskAt(20)).toMatchObject([
      {
        timestamp: '2026-11-22T01:00:00.000Z',
        data: {
          streak_days: 3,
          rest_days: 0,
          day: '2026-11-21',
          missions: [{ id: mission, title: 'Read' }],
        },
      },
    ]);
    expect(await riskAt(21)).toEqual([]);
    // The streak is over, because no rest day covers the missed day.
    expect(await riskAt(44)).toEqual([]);
  });

  it('is not sent after a check-in, for a one-day streak, on a free day or on a break', async () => {
    const done = await buildStreak();
    await checkIn(t, done.ana, done.mission);
    expect(await done.riskAt(20.5)).toEqual([]);
    const short = await buildStreak(1);
    expect(await short.riskAt(20.5)).toEqual([]);
    const free = await buildStreak(3, { schedule: { kind: 'weekdays', days: ['wed', 'thu', 'fri'] } });
    expect(await free.riskAt(20.5)).toEqual([]);
    const away = await buildStreak();
    const pause = { from_day: '2026-11-21', to_day: '2026-11-23', reason: 'away' };
    expect((await t.call(createPause, { token: away.ana.token, body: pause })).statusCode).toBeLessThan(300);
    expect(await away.riskAt(20.5)).toEqual([]);
  });

  it('ignores missions that are due but do not need a check-in today', async () => {
    const { ana, mission, riskAt } = await buildStreak(3, { schedule: { kind: 'weekly', times: 5 } });
    // The week from the 18th has three of five check-ins, and four days left.
    await t.db.rows("update missions set first_day = '2026-11-18' where id = $1", [mission]);
    const page = async () => (await t.call(getMission, { token: ana.token, params: { id: mission } })).json();
    expect(await page()).toMatchObject({ due_today: true, needed_today: false });
    expect(await riskAt(20)).toEqual([]);
    const daily = await buildMission(t, ana, { title: 'Swim', start_date: '2026-11-21' });
    const [event] = await riskAt(20.25);
    expect(event.data.missions.map(({ id }: { id: string }) => id)).toEqual([daily]);
  });

  it('is not sent to a webhook for one mission', async () => {
    const { ana, mission, riskAt } = await buildStreak();
    await t.db.rows('update webhooks set mission_id = $2 where user_id = $1', [ana.id, mission]);
    expect(await riskAt(20.5)).toEqual([]);
  });

  it('is sent when a mission becomes due in the evening', async () => {
    const { ana, mission, riskAt } = await buildStreak();
    await t.db.rows('update missions set duration_days = 20 where id = $1', [mission]);
    expect(await riskAt(20)).toEqual([]);
    t.clock.advance(MINUTE_MS);
    const next = await buildMission(t, ana, { title: 'Swim', start_date: '2026-11-21' });
    expect(await riskAt(21)).toMatchObject([{ data: { missions: [{ id: next, title: 'Swim' }] } }]);
  });

  it('waits for the next quarter of an hour if a mission becomes due within one', async () => {
    const { ana, mission, riskAt } = await buildStreak();
    await t.db.rows('update missions set duration_days = 20 where id = $1', [mission]);
    expect(await riskAt(20)).toEqual([]);
    await buildMission(t, ana, { title: 'Swim', start_date: '2026-11-21' });
    expect(await riskAt(20.2)).toEqual([]);
    expect(await riskAt(20.25)).toMatchObject([{ timestamp: '2026-11-22T01:15:00.000Z' }]);
  });

  it('is searched for again in the same quarter of an hour after a failure', async () => {
    const { riskAt } = await buildStreak();
    await asOwner(
      t,
      "alter table server_facts add constraint broken check (name <> 'searched streak.at_risk') not valid",
    );
    expect(await riskAt(20.02)).toEqual([]);
    await asOwner(t, 'alter table server_facts drop constraint broken');
    expect(await riskAt(20.1)).toHaveLength(1);
  });

  it('is sent to other users if one zone or one user cannot be computed', async () => {
    const [lost, broken] = [await buildStreak(), await buildStreak()];
    const { riskAt, mission } = await buildStreak();
    await t.db.rows("update users set timezone = 'Nowhere/Here' where id = $1", [lost.ana.id]);
    await t.db.rows("update missions set first_day = '-infinity' where id = $1", [broken.mission]);
    expect(await riskAt(20)).toMatchObject([{ data: { missions: [{ id: mission, title: 'Read' }] } }]);
    expect(takeRowFaults()).toEqual([expect.stringContaining('Invalid ISO date')]);
    await t.db.rows('delete from webhooks where user_id = any($1)', [[lost.ana.id, broken.ana.id]]);
    await t.db.rows("update users set timezone = 'UTC' where id = $1", [lost.ana.id]);
  });
});
