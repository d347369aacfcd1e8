import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteWebhook, redeliverWebhook, testWebhook, updateWebhook } from '#contract/webhooks.ts';
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

const [hanging, other] = [await startWebhookReceiver(), await startWebhookReceiver()];
afterAll(() => Promise.all([hanging.close(), other.close()]));

/** Receivers of many hosts, all of them on this machine. */
const hosts = Array.from({ length: 30 }, (_, n) => `h${n}.example`);
const http = guardedHttp({
  allow: hosts,
  host_requests_max: WEBHOOK_HOST_REQUESTS_MAX,
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
});
/** How long each request might have taken; while nobody answers here it has a hundredth of that. */
const patience: number[] = [];
let isAnswered = false;
const hasty: GuardedHttp = {
  ...http,
  post: (url, headers, body, timeout_ms) => {
    patience.push(timeout_ms);
    return http.post(url, headers, body, isAnswered ? 60_000 : timeout_ms / 100);
  },
};

/** Of all processes, so that each of them can sign. */
const config: Partial<Config> = { secret_keys: ['the key of every process'] };
const t = await testApp({ webhook_http: http, config });
const quick = await testApp({ webhook_http: hasty });
beforeEach(() => {
  for (const app of [t, quick]) app.clock.set(NOON);
  for (const receiver of [hanging, other]) receiver.received.splice(0);
  hanging.setAnswer('silent');
  patience.splice(0);
  isAnswered = false;
});
afterEach(async () => {
  isAnswered = true;
  for (const receiver of [hanging, other]) receiver.setAnswer(204);
  hanging.hangUp();
  for (const app of [t, quick]) {
    await app.db.rows('delete from webhooks');
    await app.queue.drain();
  }
});
/** Waits for what other processes and sockets do. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000 });

const buildOwner = async (app: TestApp) => upgradeToPremium(app, await buildUser(app));
const build = async (app: TestApp, owner: TestUser, host: number, port = hanging.port): Promise<string> =>
  (await buildWebhook(app, owner, { url: `http://h${host}.example:${port}/hook` })).id;
const test = (app: TestApp, owner: TestUser, id: string) =>
  app.call(testWebhook, { token: owner.token, params: { id } });
const jobsOf = (app: TestApp, id: string) =>
  app.db.rows("select id from jobs where data->>'webhook_id' = $1 and state in ('waiting', 'running')", [id]);

describe('receivers that hang', () => {
  it('Four accounts with five webhooks each, all of which hang, hold up nobody else.', async () => {
    const ids: [TestUser, string][] = [];
    for (let account = 0; account < 4; account++) {
      const owner = await buildOwner(t);
      for (let n = 0; n < WEBHOOKS_PER_USER; n++) ids.push([owner, await build(t, owner, account * 5 + n)]);
    }
    for (const [owner, id] of ids) for (let n = 0; n < 3; n++) await test(t, owner, id);
    const drained = t.queue.drain();
    await eventually(() => expect(hanging.received).toHaveLength(4 * WEBHOOK_IN_FLIGHT_MAX));
    const somebody = await buildOwner(t);
    for (const host of [25, 0]) await test(t, somebody, await build(t, somebody, host, other.port));
    const drains = [t.queue.drain()];
    await eventually(() => expect(other.received).toHaveLength(2));
    // Nothing that hangs was waited for: no try of it has ended.
    expect(await t.db.rows('select id from webhook_deliveries where state = $1 and attempts > 0', ['pending'])).toEqual(
      [],
    );
    expect(hanging.received).toHaveLength(4 * WEBHOOK_IN_FLIGHT_MAX);
    hanging.setAnswer(204);
    hanging.hangUp();
    await Promise.all([drained, ...drains]);
    await deliver(t);
    for (const [owner, id] of ids)
      expect((await deliveriesOf(t, owner, id)).map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
  });

  it('One delivery of a webhook is on its way, the others wait without jobs, and arrive in their order.', async () => {
    const owner = await buildOwner(t);
    const id = await build(t, owner, 0);
    for (let n = 0; n < 10; n++) {
      await test(t, owner, id);
      t.clock.advance(1);
    }
    const drained = t.queue.drain();
    await eventually(() => expect(hanging.received).toHaveLength(1));
    await test(t, owner, id);
    await t.queue.tick();
    expect(await jobsOf(t, id)).toHaveLength(1);
    hanging.setAnswer(204);
    hanging.endSilence(200);
    await drained;
    expect(hanging.received).toHaveLength(11);
    const stamps = hanging.received.map(({ body }) => JSON.parse(body).timestamp);
    expect(stamps).toEqual([...stamps].sort());
    expect(await jobsOf(t, id)).toEqual([]);
  });

  it('Two deliveries of a user are on their way, over all processes; as soon as one ends the next webhook has its turn.', async () => {
    const owner = await buildOwner(t);
    const second = await testApp({ webhook_http: http, config, database_url: t.database_url, clock: t.clock });
    const ids: string[] = [];
    for (let n = 0; n < WEBHOOKS_PER_USER; n++) ids.push(await build(t, owner, n));
    for (const id of ids) await test(t, owner, id);
    const drains = [t.queue.drain(), second.queue.drain()];
    for (const total of [2, 4, 5]) {
      await eventually(() => expect(hanging.received).toHaveLength(total));
      const sending = 'select id from webhooks where user_id = $1 and sending_since is not null';
      expect(await t.db.rows(sending, [owner.id])).toHaveLength(total === 5 ? 1 : 2);
      hanging.endSilence(200);
    }
    await Promise.all(drains);
    for (const id of ids)
      expect((await deliveriesOf(t, owner, id))[0]).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('The end of a try whose webhook was deleted meanwhile gives the next webhook of the user its turn.', async () => {
    const owner = await buildOwner(t);
    other.setAnswer('silent');
    const deleted = await build(t, owner, 0, other.port);
    await test(t, owner, deleted);
    const drains = [t.queue.drain()];
    await eventually(() => expect(other.received).toHaveLength(1));
    for (const host of [1, 2]) await test(t, owner, await build(t, owner, host));
    drains.push(t.queue.drain());
    await eventually(() => expect(hanging.received).toHaveLength(1));
    await t.call(deleteWebhook, { token: owner.token, params: { id: deleted } });
    other.endSilence(200);
    await eventually(() => expect(hanging.received).toHaveLength(2));
    hanging.endSilence(200);
    await Promise.all(drains);
  });

  it('At most 500 deliveries of a user are pending, over all webhooks and in simultaneous calls.', async () => {
    const owner = await buildOwner(t);
    const ids: string[] = [];
    for (let n = 0; n < WEBHOOKS_PER_USER; n++) ids.push(await build(t, owner, n));
    await t.db.rows(
      `insert into webhook_deliveries (id, webhook_id, event_id, event, body, created_at)
       select gen_random_uuid(), $1, i::text, 'webhook.test', '{}', $2 from generate_series(1, $3::int) i`,
      [ids[0], t.clock.now(), WEBHOOK_PENDING_MAX - 3],
    );
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => test(t, owner, ids[n % ids.length]!)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
    for (const answer of answers)
      if (answer.statusCode !== 201)
        expect([answer.statusCode, answer.json().code]).toEqual([400, 'too_many_deliveries']);
    const somebody = await buildOwner(t);
    expect((await test(t, somebody, await build(t, somebody, 9))).statusCode).toBe(201);
  });
});

describe('time-outs in a row', () => {
  const waitOf = async (owner: TestUser, id: string) => {
    const next = (await deliveriesOf(quick, owner, id)).flatMap(({ next_attempt_at }) => next_attempt_at ?? []);
    return Math.min(...next.map((at) => Date.parse(at) - quick.clock.now().getTime())) / MINUTE_MS;
  };

  it('After three the whole webhook waits for 1, 5 and then 30 minutes, and an answer ends that.', async () => {
    const owner = await buildOwner(quick);
    const id = await build(quick, owner, 0);
    for (let n = 0; n < 6; n++) await test(quick, owner, id);
    await quick.queue.drain();
    expect(hanging.received).toHaveLength(3);
    // The first try of a delivery has less time than the later ones.
    expect(patience).toEqual([3000, 3000, 3000]);
    expect(await waitOf(owner, id)).toBe(1);
    for (const [requests, minutes] of [
      [4, 5],
      [5, 30],
      [6, 30],
      [7, 30],
    ] as const) {
      await test(quick, owner, id);
      await quick.queue.drain();
      expect(hanging.received).toHaveLength(requests - 1);
      await deliver(quick);
      expect(hanging.received).toHaveLength(requests);
      expect(await waitOf(owner, id)).toBe(minutes);
    }
    expect(new Set(patience)).toEqual(new Set([3000, 10_000]));
    isAnswered = true;
    hanging.setAnswer(503);
    await deliver(quick);
    expect(await waitOf(owner, id)).toBeLessThan(1);
    hanging.setAnswer(204);
    await deliver(quick);
    for (const { state } of await deliveriesOf(quick, owner, id)) expect(state).toBe('delivered');
  });

  it('Another address does not wait for the time-outs of the one before, and sending again does.', async () => {
    const owner = await buildOwner(quick);
    const id = await build(quick, owner, 0);
    for (let n = 0; n < 4; n++) await test(quick, owner, id);
    await quick.queue.drain();
    const [newest] = await deliveriesOf(quick, owner, id);
    const params = { id, deliveryId: newest!.id };
    const again = await quick.call(redeliverWebhook, { token: owner.token, params });
    expect(again.json().next_attempt_at).toBe(new Date(quick.clock.now().getTime() + MINUTE_MS).toISOString());
    await quick.queue.drain();
    expect(hanging.received).toHaveLength(3);
    isAnswered = true;
    const body = { url: `http://h1.example:${other.port}/hook` };
    expect((await quick.call(updateWebhook, { token: owner.token, params: { id }, body })).statusCode).toBe(200);
    await deliver(quick);
    expect(other.received).toHaveLength(4);
  });
});

describe('a process that dies while a delivery is on its way', () => {
  /** A process whose requests never end, and which holds a delivery of this webhook. */
  async function buildDead(owner: TestUser, id: string) {
    let end: () => void = () => undefined;
    const silence = new Promise<Awaited<ReturnType<GuardedHttp['post']>>>((resolve) => {
      end = () => resolve({ status: null, error: 'timeout' });
    });
    const webhook_http: GuardedHttp = { ...http, post: () => silence };
    const dead = await testApp({ webhook_http, config, database_url: t.database_url, clock: t.clock });
    for (let n = 0; n < 2; n++) await test(t, owner, id);
    const drained = dead.queue.drain();
    const sending = 'select id from webhooks where id = $1 and sending_since is not null';
    await eventually(async () => expect(await t.db.rows(sending, [id])).toHaveLength(1));
    return async () => {
      end();
      await drained;
    };
  }
  const states = async (owner: TestUser, id: string) =>
    (await deliveriesOf(t, owner, id)).map(({ state, attempts }) => [state, attempts]);
  const BOTH = Array(2).fill(['delivered', 1]);

  it('The delivery goes on with the next try of its job, and what the dead one still says changes nothing.', async () => {
    const owner = await buildOwner(t);
    const id = await build(t, owner, 0, other.port);
    const endOfDead = await buildDead(owner, id);
    await t.queue.drain();
    expect(other.received).toEqual([]);
    // As the queue does with a job whose process has not been heard of for more than a minute.
    await t.db.rows("update jobs set run_at = now() where data->>'webhook_id' = $1 and state = 'running'", [id]);
    await t.queue.drain();
    expect(await states(owner, id)).toEqual(BOTH);
    await endOfDead();
    expect([await states(owner, id), other.received.length]).toEqual([BOTH, 2]);
  });

  it('It goes on although its job was lost as well, once it is five minutes late.', async () => {
    const owner = await buildOwner(t);
    const id = await build(t, owner, 0, other.port);
    const endOfDead = await buildDead(owner, id);
    t.clock.advance(5 * MINUTE_MS);
    await t.queue.tick();
    await t.queue.drain();
    expect(other.received).toEqual([]);
    t.clock.advance(MINUTE_MS);
    await t.queue.tick();
    await t.queue.drain();
    expect(await states(owner, id)).toEqual(BOTH);
    await endOfDead();
    expect([await states(owner, id), other.received.length]).toEqual([BOTH, 2]);
  });
});
