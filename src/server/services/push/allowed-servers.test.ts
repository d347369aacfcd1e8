import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import webPush from 'web-push';
import { createPushSubscription, listPushSubscriptions } from '#contract/push.ts';
import { guardedHttp } from '#platform/guarded-http/guarded-http.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { PUSH_ACCOUNT_REQUESTS_MAX, PUSH_HOST_REQUESTS_MAX, PUSH_SERVER_REQUESTS_MAX } from '#platform/push/limits.ts';
import type { Push } from '#platform/push/push.ts';
import { webPushSender } from '#platform/push/web-push.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { startFakePushService } from '../../testing/push-server.ts';
import { NOON, type TestApp, testApp } from '../../testing/test-app.ts';
import { sendPush } from './public.ts';

const [known, house, hanging] = [
  await startFakePushService(),
  await startFakePushService('http'),
  await startFakePushService('http'),
];
const vapid = webPush.generateVAPIDKeys();
const keys = { public_key: vapid.publicKey, private_key: vapid.privateKey };
/** Names of local servers, all on this machine; a public name also resolves to it. */
const NAMES = Array.from({ length: 6 }, (_, n) => `h${n}.lan`);
const pushTo = (allow: readonly string[]) =>
  webPushSender({
    ...{ keys, subject: 'mailto:a@b.example', agent: known.agent, timeout_ms: 60_000 },
    http: guardedHttp({
      allow,
      host_requests_max: PUSH_HOST_REQUESTS_MAX,
      requests_max: PUSH_SERVER_REQUESTS_MAX,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    }),
  });
/** Removes the tests' fake sender, so the settings choose the sender as in production. */
const BY_SETTINGS = { push: undefined } as unknown as { push: Push };
const vapid_keys = { vapid_keys: keys };
const t = await testApp({ push: pushTo(['127.0.0.1', ...NAMES, '*']), config: vapid_keys });

beforeEach(() => {
  t.clock.set(NOON);
  for (const service of [known, house, hanging]) service.setAnswer(201);
});
afterAll(() => Promise.all([known.close(), house.close(), hanging.close()]));

const subscribe = (app: TestApp, token: string, endpoint: unknown, browser = house.newBrowser()) =>
  app.call(createPushSubscription, { token, body: { endpoint, keys: browser.keys, name: 'ntfy' } });
const devicesOf = async (token: string) => (await t.call(listPushSubscriptions, { token })).json();
const message = { title: 'Hello', body: 'From the fire', path: '/dashboard', tag: 'hello' };
const send = (...ids: string[]) =>
  t.db.transact((tx) =>
    tx.enqueueAll(
      sendPush,
      ids.map((subscription_id) => ({ subscription_id, message })),
    ),
  );
/** Creates a user with a device at a service. Also returns what the device received. */
async function buildDevice(service: typeof house, origin?: string) {
  const { token } = await buildUser(t);
  const device = service.newBrowser(origin);
  const answer = await subscribe(t, token, device.endpoint, device);
  expect(answer.statusCode).toBe(201);
  const received = () =>
    service.received.filter(({ endpoint }) => endpoint === device.endpoint).map(({ body }) => device.open(body));
  return { token, id: answer.json().id as string, received };
}
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 8000 });

describe('devices at servers that the operator allows', () => {
  it('receive an encrypted message at a local server', async () => {
    const { id, received } = await buildDevice(house, house.origin);
    await send(id);
    await t.queue.drain();
    expect(received().map((text) => JSON.parse(text))).toEqual([message]);
    expect(house.received.at(-1)!.body.includes('fire')).toBe(false);
  });

  it('are accepted only at servers in `PUSH_ALLOW` and at known services', async () => {
    const { token } = await buildUser(t);
    const options = { database_url: t.database_url, ...BY_SETTINGS };
    const open = await testApp({ ...options, config: { ...vapid_keys, push_allow: ['127.0.0.1'] } });
    const closed = await testApp({ ...options, config: vapid_keys });
    const app = house.newBrowser(house.origin);
    const refusal = {
      code: 'invalid_input',
      detail: "We don't know this browser's push service",
      errors: [{ path: 'endpoint', message: "We don't know this browser's push service" }],
    };
    for (const endpoint of [
      app.endpoint,
      'https://ntfy.example/up',
      `https://fcm.googleapis.com/${'x'.repeat(60_000)}`,
      7,
    ]) {
      const answer = await subscribe(closed, token, endpoint);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject(refusal);
    }
    expect((await subscribe(closed, token, known.newBrowser().endpoint)).statusCode).toBe(201);
    expect((await subscribe(open, token, 'https://ntfy.example/up')).json()).toMatchObject(refusal);
    const { id } = (await subscribe(open, token, app.endpoint, app)).json();
    await open.db.transact((tx) => tx.enqueueAll(sendPush, [{ subscription_id: id, message }]));
    await open.queue.drain();
    expect(JSON.parse(app.open(house.received.at(-1)!.body))).toEqual(message);
  });

  it.each([
    'http://ntfy.example/up',
    'https://10.0.0.1/up',
    'https://127.0.0.2/up',
    'https://[::1]/up',
    'https://router.lan/up',
    'https://user:secret@ntfy.example/up',
    'ftp://h0.lan/up',
    'ntfy.example',
    '',
  ])('are refused at %j even if every server is allowed', async (endpoint) => {
    const { token } = await buildUser(t);
    const answer = await subscribe(t, token, endpoint);
    expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, 'endpoint']);
    expect(await devicesOf(token)).toEqual([]);
  });

  it('receive nothing at a public name with a private address, even after five attempts', async () => {
    const { id, token } = await buildDevice(house, 'https://ntfy.example');
    const [before, dead] = [house.received.length, t.queue.countsByJob().get('send-push')!.dead];
    await send(id);
    for (let attempt = 0; attempt < 6; attempt++) await t.queue.drain({ ignore_delays: true });
    expect(house.received).toHaveLength(before);
    expect(t.queue.countsByJob().get('send-push')!.dead).toBe(dead + 1);
    expect(await devicesOf(token)).toHaveLength(1);
  });

  it('are removed with the next message if their server is no longer allowed', async () => {
    const { id, token, received } = await buildDevice(house, house.origin);
    const closed = await testApp({ push: pushTo([]), database_url: t.database_url });
    await closed.db.transact((tx) => tx.enqueueAll(sendPush, [{ subscription_id: id, message }]));
    await closed.queue.drain();
    expect(received()).toEqual([]);
    expect(await devicesOf(token)).toEqual([]);
  });
});

describe('servers that hang', () => {
  /** Sends to the stuck devices and to three responsive devices, which receive their messages. */
  async function sendBeside(stuck: readonly { id: string; received: () => string[] }[], underWay: number) {
    hanging.setAnswer('silent');
    const before = hanging.received.length;
    await send(...stuck.map(({ id }) => id));
    const drains = [t.queue.drain()];
    await eventually(() => expect(hanging.received).toHaveLength(before + underWay));
    return {
      async expectOthers(others: readonly { id: string; received: () => string[] }[]) {
        await send(...others.map(({ id }) => id));
        drains.push(t.queue.drain());
        await eventually(() => {
          for (const { received } of others) expect(received()).toHaveLength(1);
        });
        expect(hanging.received).toHaveLength(before + underWay);
      },
      async release() {
        hanging.setAnswer(201);
        hanging.hangUp();
        await Promise.all(drains);
        await t.queue.drain({ ignore_delays: true });
      },
    };
  }

  it('occupy at most two slots for one host, without delaying other hosts', async () => {
    const stuck = await Promise.all(Array.from({ length: 10 }, () => buildDevice(hanging, hanging.origin)));
    const { port } = new URL(house.origin);
    const others = [await buildDevice(house, `http://h0.lan:${port}`), await buildDevice(known)];
    const tries = await t.db.rows("select id from jobs where name = 'send-push' and state = 'failed'");
    const { expectOthers, release } = await sendBeside(stuck, PUSH_HOST_REQUESTS_MAX);
    await expectOthers(others);
    await release();
    // A wait does not count as an attempt: each message arrives eventually, and none was dropped.
    for (const { received } of stuck) expect(received().length).toBeGreaterThanOrEqual(1);
    expect(await t.db.rows("select id from jobs where name = 'send-push' and state = 'failed'")).toEqual(tries);
  });

  it('occupy at most two slots for an account with ten devices, without delaying other accounts', async () => {
    const { token, ...first } = await buildDevice(hanging, hanging.origin);
    const { port } = new URL(hanging.origin);
    const ids = [first.id];
    for (let n = 1; n < 10; n++) {
      const device = hanging.newBrowser(n % 2 ? `http://h1.lan:${port}` : hanging.origin);
      ids.push((await subscribe(t, token, device.endpoint, device)).json().id);
    }
    const others = await Promise.all([buildDevice(house, house.origin), buildDevice(house, house.origin)]);
    hanging.setAnswer('silent');
    const before = hanging.received.length;
    for (let comment = 0; comment < 3; comment++) await send(...ids);
    const drains = [t.queue.drain()];
    await eventually(() => expect(hanging.received).toHaveLength(before + PUSH_ACCOUNT_REQUESTS_MAX));
    await send(...others.map(({ id }) => id));
    drains.push(t.queue.drain());
    await eventually(() => {
      for (const { received } of others) expect(received()).toHaveLength(1);
    });
    expect(hanging.received).toHaveLength(before + PUSH_ACCOUNT_REQUESTS_MAX);
    await t.db.rows("delete from jobs where name = 'send-push' and state = 'waiting'");
    hanging.setAnswer(201);
    hanging.hangUp();
    await Promise.all(drains);
    await t.db.rows("delete from jobs where name = 'send-push'");
  });

  it('occupy at most four slots, and none of the known services', async () => {
    const { port } = new URL(hanging.origin);
    const stuck = await Promise.all(
      NAMES.flatMap((name) => [1, 2].map(() => buildDevice(hanging, `http://${name}:${port}`))),
    );
    const others = await Promise.all([1, 2, 3].map(() => buildDevice(known)));
    const { expectOthers, release } = await sendBeside(stuck, PUSH_SERVER_REQUESTS_MAX);
    await expectOthers(others);
    await release();
    for (const { received } of stuck) expect(received().length).toBeGreaterThanOrEqual(1);
  });

  it('never receive a waiting message that has become pointless', async () => {
    const stuck = await Promise.all([1, 2, 3].map(() => buildDevice(hanging, hanging.origin)));
    const { release } = await sendBeside(stuck, PUSH_HOST_REQUESTS_MAX);
    const waiting = "select id from jobs where name = 'send-push' and data->>'waits' = '1'";
    await vi.waitFor(async () => expect(await t.db.rows(waiting)).toHaveLength(1), { timeout: 8000 });
    t.clock.advance(DAY_MS);
    await release();
    expect(stuck.filter(({ received }) => received().length === 0)).toHaveLength(1);
  });
});
