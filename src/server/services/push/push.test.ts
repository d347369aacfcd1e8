import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { endSession, listSessions, login, logout } from '#contract/auth.ts';
import { createPushSubscription, deletePushSubscription, listPushSubscriptions, pushKey } from '#contract/push.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { webPushSender } from '#platform/push/web-push.ts';
import { callDuring } from '../../testing/during-transaction.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { startFakePushService } from '../../testing/push-server.ts';
import { NOON, testApp } from '../../testing/test-app.ts';
import { sendPush } from './public.ts';

const fake = await startFakePushService();
const vapid = webPush.generateVAPIDKeys();
const keys = { public_key: vapid.publicKey, private_key: vapid.privateKey };
const t = await testApp({
  push: webPushSender({ keys, subject: 'mailto:a@b.example', agent: fake.agent, timeout_ms: 500 }),
});

beforeEach(() => {
  t.clock.set(NOON);
  fake.setAnswer(201);
});
afterAll(() => fake.close());

const subscribe = (token: string, browser = fake.newBrowser(), name = 'Chrome on Android') =>
  t.call(createPushSubscription, { token, body: { endpoint: browser.endpoint, keys: browser.keys, name } });
const devices = async (token: string) => (await t.call(listPushSubscriptions, { token })).json();
const signIn = async ({ email, password }: TestUser): Promise<string> =>
  (await t.call(login, { body: { email, password } })).json().access_token;
const message = { title: 'Hello', body: 'From the fire', path: '/dashboard', tag: 'hello' };
const send = (subscription_id: string) =>
  t.db.transact((tx) => tx.enqueueAll(sendPush, [{ subscription_id, message }]));
const sentTo = (endpoint: string) => fake.received.filter((one) => one.endpoint === endpoint);

describe('push devices', () => {
  it('are added, listed with their names, and removed', async () => {
    const ana = await buildUser(t);
    const other = await signIn(ana);
    expect((await t.call(pushKey, { token: ana.token })).json()).toEqual({ public_key: keys.public_key });
    expect(await devices(ana.token)).toEqual([]);
    const answer = await subscribe(ana.token);
    expect(answer.statusCode).toBe(201);
    const device = answer.json();
    expect(device).toEqual({ id: expect.any(String), name: 'Chrome on Android', created_at: NOON, current: true });
    t.clock.advance(1000);
    await subscribe(other, undefined, 'Firefox on Linux');
    expect(await devices(ana.token)).toMatchObject([
      { name: 'Firefox on Linux', current: false },
      { name: 'Chrome on Android', current: true },
    ]);
    const remove = () => t.call(deletePushSubscription, { token: other, params: { id: device.id } });
    expect((await remove()).statusCode).toBe(204);
    expect((await remove()).json().code).toBe('not_found');
    expect(await devices(ana.token)).toMatchObject([{ name: 'Firefox on Linux' }]);
  });

  it('are refused with 401 if the session ends at the same time', async () => {
    const ana = await buildUser(t);
    const token = await signIn(ana);
    const sessions: { id: string; current: boolean }[] = (await t.call(listSessions, { token })).json();
    const { id } = sessions.find(({ current }) => current)!;
    const added = await callDuring(
      t,
      (tx) => tx.rows('delete from sessions where id = $1', [id]),
      () => subscribe(token),
    );
    expect([added.statusCode, added.json().code]).toEqual([401, 'not_signed_in']);

    const tokens = await Promise.all(Array.from({ length: 10 }, () => signIn(ana)));
    const answers = await Promise.all(
      tokens.flatMap((one) => [subscribe(one), t.call(logout, { token: one }), subscribe(one)]),
    );
    for (const { statusCode } of answers) expect([201, 204, 401]).toContain(statusCode);
    expect(await devices(ana.token)).toEqual([]);
  });

  it('are one per browser and session, and belong to the latest user', async () => {
    const ana = await buildUser(t);
    const ben = await buildUser(t);
    const phone = fake.newBrowser();
    for (const name of ['Phone', 'My phone']) expect((await subscribe(ana.token, phone, name)).statusCode).toBe(201);
    expect(await devices(ana.token)).toMatchObject([{ name: 'My phone' }]);
    // The browser has changed its endpoint.
    await subscribe(ana.token, fake.newBrowser(), 'Still my phone');
    expect(await devices(ana.token)).toMatchObject([{ name: 'Still my phone' }]);
    await subscribe(ana.token, phone);
    await subscribe(ben.token, phone, 'Ben');
    expect(await devices(ana.token)).toEqual([]);
    expect(await devices(ben.token)).toMatchObject([{ name: 'Ben' }]);
  });

  it('are at most ten after twenty concurrent subscriptions', async () => {
    const ana = await buildUser(t);
    const sessions = await Promise.all(Array.from({ length: 19 }, () => signIn(ana)));
    const answers = await Promise.all([ana.token, ...sessions].map((token) => subscribe(token)));
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(10);
    for (const answer of answers.filter((one) => one.statusCode !== 201))
      expect(answer.json()).toMatchObject({ code: 'push_device_limit' });
    expect(await devices(ana.token)).toHaveLength(10);
    // An existing device may subscribe again.
    const [mine] = answers.map((answer, at) => ({ answer, at })).filter(({ answer }) => answer.statusCode === 201);
    expect((await subscribe([ana.token, ...sessions][mine!.at]!)).statusCode).toBe(201);
  });

  it('can be seen and removed only by their owner', async () => {
    const ana = await buildUser(t);
    const ben = await buildUser(t);
    const { id } = (await subscribe(ana.token)).json();
    expect(await devices(ben.token)).toEqual([]);
    const answer = await t.call(deletePushSubscription, { token: ben.token, params: { id } });
    const unknown = await t.call(deletePushSubscription, { token: ben.token, params: { id: crypto.randomUUID() } });
    const malformed = await t.call(deletePushSubscription, { token: ben.token, params: { id: 'x' } });
    expect(answer.statusCode).toBe(404);
    expect([unknown.body, malformed.body]).toEqual([answer.body, answer.body]);
    expect(await devices(ana.token)).toHaveLength(1);
    for (const call of [pushKey, listPushSubscriptions, createPushSubscription, deletePushSubscription])
      expect((await t.call(call, { params: { id } })).statusCode).toBe(401);
  });

  it.each([
    [{ endpoint: 'https://127.0.0.1/x' }, 'endpoint'],
    [{ endpoint: 'http://fcm.googleapis.com/x' }, 'endpoint'],
    [{ endpoint: `https://fcm.googleapis.com/${'x'.repeat(1000)}` }, 'endpoint'],
    [{ keys: { p256dh: 'short', auth: 'A'.repeat(22) } }, 'keys.p256dh'],
    [{ keys: { p256dh: `B${'A'.repeat(86)}`, auth: '' } }, 'keys.auth'],
    [{ keys: null }, 'keys'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
  ])('are refused with %j', async (wrong, path) => {
    const ana = await buildUser(t);
    const { endpoint, keys } = fake.newBrowser();
    const answer = await t.call(createPushSubscription, {
      token: ana.token,
      body: { endpoint, keys, name: 'Phone', ...wrong },
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[0].path).toBe(path);
  });
});

describe('push messages', () => {
  it('arrive in the format of the service worker', async () => {
    const ana = await buildUser(t);
    const phone = fake.newBrowser();
    const { id } = (await subscribe(ana.token, phone)).json();
    await send(id);
    await t.queue.drain();
    expect(sentTo(phone.endpoint).map(({ body }) => JSON.parse(phone.open(body)))).toEqual([message]);
  });

  it('are given up after five attempts', async () => {
    const ana = await buildUser(t);
    const phone = fake.newBrowser();
    const { id } = (await subscribe(ana.token, phone)).json();
    fake.setAnswer(503);
    const before = t.queue.countsByJob().get('send-push')!.dead;
    await send(id);
    for (let attempt = 0; attempt < 6; attempt++) await t.queue.drain({ ignore_delays: true });
    expect(sentTo(phone.endpoint)).toHaveLength(5);
    expect(t.queue.countsByJob().get('send-push')!.dead).toBe(before + 1);
    expect(await devices(ana.token)).toHaveLength(1);
  });

  it.each([404, 410])('remove a device if its push service returns %d', async (status) => {
    const ana = await buildUser(t);
    const phone = fake.newBrowser();
    const { id } = (await subscribe(ana.token, phone)).json();
    fake.setAnswer(status);
    await send(id);
    await t.queue.drain();
    expect(await devices(ana.token)).toEqual([]);
    await send(id);
    await t.queue.drain();
    expect(sentTo(phone.endpoint)).toHaveLength(1);
  });

  it.each(['logged out', 'ended from elsewhere', 'expired'])('stop when the session was %s', async (how) => {
    const ana = await buildUser(t);
    const token = await signIn(ana);
    const phone = fake.newBrowser();
    const { id } = (await subscribe(token, phone)).json();
    if (how === 'logged out') await t.call(logout, { token });
    if (how === 'ended from elsewhere') {
      const sessions = (await t.call(listSessions, { token })).json();
      const { id: session } = sessions.find((one: { current: boolean }) => one.current);
      await t.call(endSession, { token: ana.token, params: { id: session } });
    }
    if (how === 'expired') t.clock.advance(30 * DAY_MS);
    else expect(await devices(ana.token)).toEqual([]);
    await send(id);
    await t.queue.drain();
    expect(sentTo(phone.endpoint)).toEqual([]);
  });
});
