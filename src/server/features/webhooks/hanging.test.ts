import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { redeliverWebhook, testWebhook } from '#contract/webhooks.ts';
import {
  WEBHOOK_HOST_REQUESTS_MAX,
  WEBHOOK_IN_FLIGHT_MAX,
  WEBHOOK_PENDING_MAX,
  WEBHOOKS_PER_USER,
} from '#domain/limits.ts';
import { type GuardedHttp, guardedHttp } from '#platform/guarded-http/guarded-http.ts';
import { MINUTE_MS } from '#platform/lib/durations.ts';
import type { Config } from '../../app/config.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { buildWebhook, deliver, deliveriesOf, upgradeToPremium } from '../../testing/factories/webhooks.ts';
import { NOON, type TestApp, testApp } from '../../testing/test-app.ts';
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts';
import { deliverWebhook } from './deliver/jobs.ts';
import { writeDeliveries } from './fan-out/commands.ts';

const [hanging, other] = [await startWebhookReceiver(), await startWebhookReceiver()];
afterAll(() => Promise.all([hanging.close(), other.close()]));

/** Creates an HTTP client that resolves many host names to this machine. */
const openHttp = () =>
  guardedHttp({
    allow: Array.from({ length: 30 }, (_, n) => `h${n}.example`),
    host_requests_max: WEBHOOK_HOST_REQUESTS_MAX,
    group_requests_max: WEBHOOK_IN_FLIGHT_MAX,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
/** The requests in flight to the hanging receiver, and the timeouts of all requests in milliseconds. */
const underway = { now: 0, most: 0 };
const patience: number[] = [];
const counting = (http: GuardedHttp): GuardedHttp => ({
  ...http,
  async post(url, ...rest) {
    patience.push(rest[2]);
    const isHanging = new URL(url).port === String(hanging.port);
    if (isHanging) underway.most = Math.max(underway.most, ++underway.now);
    return http.post(url, ...rest).finally(() => isHanging && underway.now--);
  },
});

/** All processes share the key, so each of them can sign. */
const config: Partial<Config> = { secret_keys: ['the key of every process'] };
const t = await testApp({ webhook_http: counting(openHttp()), config });
const openSecond = (webhook_http: GuardedHttp) =>
  testApp({ webhook_http, config, database_url: t.database_url, clock: t.clock });
beforeEach(() => {
  t.clock.set(NOON);
  for (const receiver of [hanging, other]) receiver.received.splice(0);
  hanging.setAnswer('silent');
  underway.most = 0;
  patience.splice(0);
});
afterEach(async () => {
  hanging.setAnswer(204);
  hanging.hangUp();
  await t.db.rows('delete from webhooks');
  await t.queue.drain();
  // The next drain would run these jobs and wait for them.
  await t.db.rows("delete from jobs where name = 'deliver-webhook'");
});
/** Waits until a check succeeds that depends on other processes or sockets. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000 });

const buildOwner = async () => upgradeToPremium(t, await buildUser(t));
const build = async (owner: TestUser, host: number, port = hanging.port): Promise<string> =>
  (await buildWebhook(t, owner, { url: `http://h${host}.example:${port}/hook` })).id;
const test = (owner: TestUser, id: string) => t.call(testWebhook, { token: owner.token, params: { id } });
const statesOf = async (owner: TestUser, id: string) =>
  (await deliveriesOf(t, owner, id)).map(({ state, attempts }) => [state, attempts]);
const parkedOf = (id: string) =>
  t.db.rows(
    "select id from webhook_deliveries where webhook_id = $1 and state = 'pending' and next_attempt_at is null",
    [id],
  );
/** Inserts parked deliveries, which have no job. */
const insertParked = (id: string, count: number) =>
  t.db.rows(
    `insert into webhook_deliveries (id, webhook_id, event_id, event, body, created_at)
     select gen_random_uuid(), $1, i::text, 'webhook.test', '{}', $2 from generate_series(1, $3::int) i`,
    [id, t.clock.now(), count],
  );
/** Raises an event for the webhooks of a user, as its job does. */
const tellRisk = ({ id: user_id }: TestUser, n: number) =>
  t.db.transact(async (tx) => {
    const raised = { event: 'streak.at_risk' as const, user_id, streak_days: n, rest_days: 0, day: '', missions: [] };
    const event = { id: `${user_id} ${n}`, at: t.clock.now().toISOString(), raised };
    await tx.enqueueAll(deliverWebhook, await writeDeliveries(tx, event, false, t.clock.now()));
  });
const countJobs = async () => (await t.db.rows("select id from jobs where name = 'deliver-webhook'")).length;
const USERS = 10;

describe('receivers that hang', () => {
  it('delay no other user, with 20 webhooks of 4 users and 200 deliveries', async () => {
    const stranger = await buildOwner();
    const strangers = await build(stranger, 25, other.port);
    for (let account = 0; account < 4; account++) {
      const owner = await buildOwner();
      for (let n = 0; n < WEBHOOKS_PER_USER; n++) {
        const id = await build(owner, account * WEBHOOKS_PER_USER + n);
        for (let sent = 0; sent < 10; sent++) await test(owner, id);
      }
    }
    const background = await openSecond(counting(openHttp()));
    background.queue.start();
    await eventually(() => expect(hanging.received).toHaveLength(4 * WEBHOOK_IN_FLIGHT_MAX));
    const times: number[] = [];
    for (let sent = 1; sent <= 5; sent++) {
      const begun = performance.now();
      await test(stranger, strangers);
      await eventually(() => expect(other.received).toHaveLength(sent));
      times.push(Math.round(performance.now() - begun));
    }
    process.stdout.write(`a stranger's deliveries took ${times.join(', ')} ms\n`);
    expect(underway.most).toBe(4 * WEBHOOK_IN_FLIGHT_MAX);
    hanging.setAnswer(204);
    hanging.hangUp();
    await background.queue.rest();
  });

  it('receive at most two requests per user and process, and each delivery once', async () => {
    const owner = await buildOwner();
    const second = await openSecond(counting(openHttp()));
    for (let n = 0; n < WEBHOOKS_PER_USER; n++) {
      const id = await build(owner, n);
      for (let sent = 0; sent < 3; sent++) await test(owner, id);
    }
    const drains = [t.queue.drain(), second.queue.drain()];
    await eventually(() => expect(underway.now).toBeGreaterThan(0));
    hanging.setAnswer(204);
    hanging.endSilence(204);
    await Promise.all(drains);
    await deliver(t);
    expect(underway.most).toBeLessThanOrEqual(2 * WEBHOOK_IN_FLIGHT_MAX);
    expect(hanging.received).toHaveLength(3 * WEBHOOKS_PER_USER);
    expect(new Set(hanging.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3 * WEBHOOKS_PER_USER);
  });

  it("pass their slot to the user's next delivery after an attempt", async () => {
    const owner = await buildOwner();
    for (const host of [0, 1]) await test(owner, await build(owner, host));
    const drained = t.queue.drain();
    await eventually(() => expect(hanging.received).toHaveLength(2));
    const third = await build(owner, 2, other.port);
    await test(owner, third);
    const drains = [drained, t.queue.drain()];
    await eventually(async () => expect(await parkedOf(third)).toHaveLength(1));
    hanging.endSilence(500);
    await Promise.all(drains);
    expect(await statesOf(owner, third)).toEqual([['delivered', 1]]);
  });

  it('cause at most two jobs per attempt, with 10 users and 499 deliveries each', async () => {
    const stranger = await buildOwner();
    const strangers = await build(stranger, 25, other.port);
    for (let host = 0; host < USERS; host++) {
      const owner = await buildOwner();
      const id = await build(owner, host);
      for (let n = 0; n < 10; n++) await tellRisk(owner, n);
      expect(await parkedOf(id)).toHaveLength(6);
      await insertParked(id, WEBHOOK_PENDING_MAX - 1 - 10);
    }
    const before = await countJobs();
    const background = await openSecond(counting(openHttp()));
    background.queue.start();
    const round = USERS * WEBHOOK_IN_FLIGHT_MAX;
    await eventually(() => expect(hanging.received).toHaveLength(round));
    await test(stranger, strangers);
    await eventually(() => expect(other.received).toHaveLength(1));
    expect(hanging.received).toHaveLength(round);
    await eventually(() => expect(hanging.received.length).toBeGreaterThanOrEqual(2 * round));
    // Each attempt has enqueued its retry and the next delivery.
    const jobs = (await countJobs()) - before;
    process.stdout.write(`ten silent receivers caused ${jobs} jobs in two rounds of ${round} attempts\n`);
    expect(jobs).toBeLessThanOrEqual(4 * round);
    hanging.setAnswer(204);
    await t.db.rows("update webhook_deliveries set state = 'failed' where next_attempt_at is null");
    hanging.hangUp();
    await background.queue.rest();
  });

  it('do not stop parked deliveries when an earlier one may no longer be sent', async () => {
    const owner = await buildOwner();
    const id = await build(owner, 0, other.port);
    const { id: first } = (await test(owner, id)).json();
    await insertParked(id, 2);
    await t.db.rows("update webhook_deliveries set body = '' where id = $1", [first]);
    await t.queue.drain();
    expect(other.received).toHaveLength(2);
  });

  it('do not strand parked deliveries whose job was lost', async () => {
    const owner = await buildOwner();
    const id = await build(owner, 0, other.port);
    await insertParked(id, 2);
    t.clock.advance(MINUTE_MS);
    await t.queue.tick();
    await t.queue.drain();
    expect(other.received).toHaveLength(2);
  });

  it('leave at most 500 deliveries of a user pending, even in concurrent calls', async () => {
    const owner = await buildOwner();
    const ids: string[] = [];
    for (let n = 0; n < WEBHOOKS_PER_USER; n++) ids.push(await build(owner, n));
    await insertParked(ids[0]!, WEBHOOK_PENDING_MAX - 3);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => test(owner, ids[n % ids.length]!)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
    for (const answer of answers)
      if (answer.statusCode !== 201)
        expect([answer.statusCode, answer.json().code]).toEqual([400, 'too_many_deliveries']);
    const stranger = await buildOwner();
    expect((await test(stranger, await build(stranger, 9))).statusCode).toBe(201);
  });
});

/** Opens a process whose requests never end. Returns a function that ends them with a timeout. */
async function openDead(app: TestApp) {
  let end: () => void = () => undefined;
  const silence = new Promise<Awaited<ReturnType<GuardedHttp['post']>>>((resolve) => {
    end = () => resolve({ status: null, error: 'timeout' });
  });
  const dead = await openSecond({ ...openHttp(), post: () => silence });
  const drained = dead.queue.drain();
  const running = "select id from jobs where name = 'deliver-webhook' and state = 'running'";
  await eventually(async () => expect(await app.db.rows(running)).toHaveLength(1));
  return async () => {
    end();
    await drained;
  };
}

describe('a process that dies during an attempt', () => {
  it('leaves the job and its event ID to another process, and changes nothing later', async () => {
    const owner = await buildOwner();
    const id = await build(owner, 0, other.port);
    const { event_id } = (await test(owner, id)).json();
    const endOfDead = await openDead(t);
    await t.queue.drain();
    expect(other.received).toEqual([]);
    // The queue does this after a minute without a sign of life from the process.
    await t.db.rows("update jobs set run_at = now() where name = 'deliver-webhook' and state = 'running'");
    await t.queue.drain();
    expect(other.received.map(({ headers }) => headers['webhook-id'])).toEqual([event_id]);
    await endOfDead();
    expect([await statesOf(owner, id), other.received.length]).toEqual([[['delivered', 1]], 1]);
  });
});

describe('a redelivery', () => {
  it.each([
    [200, 1],
    [500, 2],
  ])('during the first attempt counts that attempt if it returns %i', async (status, requests) => {
    const owner = await buildOwner();
    const id = await build(owner, 0);
    const { id: deliveryId } = (await test(owner, id)).json();
    const drained = t.queue.drain();
    await eventually(() => expect(hanging.received).toHaveLength(1));
    await t.call(redeliverWebhook, { token: owner.token, params: { id, deliveryId } });
    hanging.setAnswer(204);
    hanging.endSilence(status);
    await drained;
    await deliver(t);
    expect([await statesOf(owner, id), hanging.received.length]).toEqual([[['delivered', requests]], requests]);
  });

  it('during a later attempt starts again from the first attempt', async () => {
    const owner = await buildOwner();
    const id = await build(owner, 0);
    hanging.setAnswer(500);
    const { id: deliveryId } = (await test(owner, id)).json();
    await t.queue.drain();
    hanging.setAnswer('silent');
    const drained = deliver(t);
    await eventually(() => expect(hanging.received).toHaveLength(2));
    t.clock.advance(1);
    await t.call(redeliverWebhook, { token: owner.token, params: { id, deliveryId } });
    hanging.setAnswer(204);
    hanging.endSilence(500);
    await drained;
    await t.queue.drain();
    expect([await statesOf(owner, id), hanging.received.length]).toEqual([[['delivered', 1]], 3]);
    // The first attempt has a shorter timeout than later ones.
    expect(patience).toEqual([3000, 10_000, 3000]);
  });
});
