import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { createToken, deleteToken } from '#contract/api-tokens.ts';
import { leaveMission } from '#contract/members.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/webhooks.ts';
import { Bytes } from '#platform/db/columns.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { buildMembers, buildMission } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { buildWebhook, deliver, deliveriesOf, upgradeToPremium } from '../../testing/factories/webhooks.ts';
import { testApp } from '../../testing/test-app.ts';
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts';

const mails: MailMessage[] = [];
const t = await testApp({
  config: { webhook_allow: ['127.0.0.1'] },
  mail: { send: async (message) => void mails.push(message), close: async () => undefined },
});
const receiver = await startWebhookReceiver();
afterAll(() => receiver.close());

const URL = 'https://hooks.example.com/emberkin';
const BODY = { url: URL, events: ['checkin.created'] };
const buildPremium = async () => upgradeToPremium(t, await buildUser(t));
const buildToken = async (user: TestUser, scope = 'write'): Promise<{ id: string; token: string }> =>
  (await t.call(createToken, { token: user.token, body: { name: 'n8n', scope } })).json();
const codeOf = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code];

describe('a webhook', () => {
  it('shows its secret once, stores it encrypted, and can be read, changed and deleted', async () => {
    const user = await buildPremium();
    const mission = await buildMission(t, user);
    const events = ['comment.created', 'checkin.created', 'comment.created'];
    const body = { url: URL, events, mission_id: mission, description: ' My  lamp ' };
    const answer = await t.call(createWebhook, { token: user.token, body });
    expect(answer.statusCode).toBe(201);
    const { secret, ...webhook } = answer.json();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toEqual({
      id: expect.any(String),
      url: URL,
      description: 'My lamp',
      events: ['checkin.created', 'comment.created'],
      mission_id: mission,
      is_on: true,
      off_reason: null,
      created_by_token: null,
      created_at: t.clock.now().toISOString(),
      last_success_at: null,
    });
    const stored = await onlyValue(t.db, Bytes, 'select secret from webhooks where id = $1', [webhook.id]);
    expect(stored.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false);
    const params = { id: webhook.id };
    expect((await t.call(getWebhook, { token: user.token, params })).json()).toEqual(webhook);
    expect((await t.call(listWebhooks, { token: user.token })).json()).toEqual({ webhooks: [webhook], allowed: true });
    const change = (change: object) => t.call(updateWebhook, { token: user.token, params, body: change });
    expect((await change({})).json()).toEqual(webhook);
    const changed = { url: 'https://1.1.1.1/x', events: ['streak.at_risk'], mission_id: null, description: null };
    expect((await change(changed)).json()).toEqual({ ...webhook, ...changed, description: '' });
    expect((await t.call(deleteWebhook, { token: user.token, params })).statusCode).toBe(204);
    expect((await t.call(listWebhooks, { token: user.token })).json().webhooks).toEqual([]);
  });

  it('is announced to its owner by email, with its host but no possible secrets', async () => {
    const user = await buildPremium();
    const url = 'https://hooks.example.com:8443/services/T0-path?key=T0-query';
    const { secret } = await buildWebhook(t, user, { url });
    await t.queue.drain();
    const mail = mails.filter(({ to }) => to === user.email).at(-1)!;
    expect(mail.subject).toBe('A webhook was created');
    for (const written of [mail.text, mail.html]) {
      expect(written).toContain('https://hooks.example.com:8443');
      expect(written).not.toMatch(/services|T0-/);
      expect(written).not.toContain(secret.slice(6));
    }
  });

  it('emails its owner after a change of the URL, but not after other changes', async () => {
    const user = await buildPremium();
    const { id } = await buildWebhook(t, user, { url: URL });
    const change = (body: object) => t.call(updateWebhook, { token: user.token, params: { id }, body });
    await change({ url: URL, description: 'The same address' });
    await change({ url: 'https://1.1.1.1/elsewhere' });
    await t.queue.drain();
    const own = mails.filter(({ to }) => to === user.email);
    expect(own.map(({ subject }) => subject)).toEqual([
      'A webhook was created',
      'The address of a webhook was changed',
    ]);
    expect(own[1]!.text).toContain('https://1.1.1.1');
    expect(own[1]!.text + own[1]!.html).not.toContain('elsewhere');
  });

  it('is refused beyond 5 per user for concurrent requests, until one is deleted', async () => {
    const user = await buildPremium();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => t.call(createWebhook, { token: user.token, body: BODY })),
    );
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(5);
    const refused = answers.filter((answer) => answer.statusCode !== 201);
    for (const answer of refused) expect(codeOf(answer)).toEqual([400, 'webhook_limit']);
    const id = answers.find((answer) => answer.statusCode === 201)!.json().id;
    const removals = await Promise.all(
      Array.from({ length: 5 }, () => t.call(deleteWebhook, { token: user.token, params: { id } })),
    );
    expect(removals.filter((answer) => answer.statusCode === 204)).toHaveLength(1);
    expect((await t.call(createWebhook, { token: user.token, body: BODY })).statusCode).toBe(201);
  });

  it.each([
    ['http://hooks.example.com/'],
    ['https://localhost/'],
    ['https://10.0.0.1/'],
    ['https://[::1]/'],
    ['https://u:p@hooks.example.com/'],
    ['no address'],
  ])('rejects the URL %s when it is created and when it is changed', async (url) => {
    const user = await buildPremium();
    const { id } = await buildWebhook(t, user, { url: URL });
    for (const answer of [
      await t.call(createWebhook, { token: user.token, body: { ...BODY, url } }),
      await t.call(updateWebhook, { token: user.token, params: { id }, body: { url } }),
    ]) {
      expect(codeOf(answer)).toEqual([422, 'webhook_url_refused']);
      expect(answer.json().errors).toEqual([{ path: 'url', message: 'Use https and a public host' }]);
    }
    expect((await t.call(getWebhook, { token: user.token, params: { id } })).json().url).toBe(URL);
  });

  it.each([
    [{ events: ['checkin.created'] }, 'url'],
    [{ ...BODY, url: ' ' }, 'url'],
    [{ ...BODY, url: `https://hooks.example.com/${'x'.repeat(500)}` }, 'url'],
    [{ url: URL }, 'events'],
    [{ url: URL, events: [] }, 'events'],
    [{ url: URL, events: ['webhook.test'] }, 'events.0'],
    [{ ...BODY, description: 'x'.repeat(121) }, 'description'],
    [{ ...BODY, mission_id: 'x' }, 'mission_id'],
  ])('rejects the input %j', async (body, path) => {
    const answer = await t.call(createWebhook, { token: (await buildPremium()).token, body });
    expect(codeOf(answer)).toEqual([422, 'invalid_input']);
    expect(answer.json().errors[0].path).toBe(path);
  });

  it('rejects a mission that its user is not in or has left', async () => {
    const [user, other] = [await buildPremium(), await buildPremium()];
    const mission = await buildMission(t, other);
    const create = (mission_id: string) => t.call(createWebhook, { token: user.token, body: { ...BODY, mission_id } });
    const { id } = await buildWebhook(t, user, { url: URL });
    for (const unknown of [mission, randomUUID()]) {
      expect(codeOf(await create(unknown))).toEqual([404, 'mission_not_found']);
      const change = await t.call(updateWebhook, { token: user.token, params: { id }, body: { mission_id: unknown } });
      expect(codeOf(change)).toEqual([404, 'mission_not_found']);
    }
    await buildMembers(t, other, mission, [user]);
    const bound = (await create(mission)).json();
    await t.call(leaveMission, { token: user.token, params: { id: mission } });
    expect(codeOf(await create(mission))).toEqual([404, 'mission_not_found']);
    const same = { mission_id: mission, is_on: false };
    const change = await t.call(updateWebhook, { token: user.token, params: { id: bound.id }, body: same });
    expect(change.json()).toMatchObject({ mission_id: mission, is_on: false, off_reason: 'owner' });
  });

  it('requires an event besides the streak if it is for one mission', async () => {
    const user = await buildPremium();
    const mission_id = await buildMission(t, user);
    const streak = { url: URL, events: ['streak.at_risk'] };
    const create = (body: object) => t.call(createWebhook, { token: user.token, body });
    const { id } = (await create(streak)).json();
    const change = (body: object) => t.call(updateWebhook, { token: user.token, params: { id }, body });
    const refused = [await create({ ...streak, mission_id }), await change({ mission_id })];
    const both = await change({ mission_id, events: ['checkin.created', 'streak.at_risk'] });
    expect([both.statusCode, both.json().mission_id]).toEqual([200, mission_id]);
    for (const answer of [...refused, await change({ events: ['streak.at_risk'] })]) {
      expect(codeOf(answer)).toEqual([422, 'invalid_input']);
      const message = "A streak isn't part of one mission. Choose another event too.";
      expect(answer.json().errors).toEqual([{ path: 'events', message }]);
    }
    expect((await change({ events: ['streak.at_risk'], mission_id: null })).statusCode).toBe(200);
  });

  it('can be changed and turned off and on if it was stored before that rule', async () => {
    const user = await buildPremium();
    const mission_id = await buildMission(t, user);
    const { id } = await buildWebhook(t, user, { url: URL, mission_id });
    await t.db.rows(`update webhooks set events = '{streak.at_risk}' where id = $1`, [id]);
    for (const body of [{ is_on: false }, { description: 'Lamp', mission_id }, { is_on: true }])
      expect((await t.call(updateWebhook, { token: user.token, params: { id }, body })).statusCode).toBe(200);
  });

  it('returns the same 404 to others for every call, even with wrong input', async () => {
    const [user, stranger] = [await buildPremium(), await buildPremium()];
    const { id } = await buildWebhook(t, user, { url: URL });
    for (const wrong of [id, randomUUID(), 'x'])
      for (const endpoint of [
        getWebhook,
        updateWebhook,
        deleteWebhook,
        rotateWebhookSecret,
        testWebhook,
        listWebhookDeliveries,
        redeliverWebhook,
      ])
        for (const body of 'body' in endpoint ? [{ is_on: false }, { is_on: 'no' }] : [undefined]) {
          const params = { id: wrong, deliveryId: randomUUID() };
          const answer = await t.call(endpoint, { token: stranger.token, params, body });
          expect([endpoint.summary, ...codeOf(answer)]).toEqual([endpoint.summary, 404, 'webhook_not_found']);
        }
    expect(codeOf(await t.call(updateWebhook, { token: user.token, params: { id }, body: { is_on: 'no' } }))).toEqual([
      422,
      'invalid_input',
    ]);
    expect((await t.call(getWebhook, { token: user.token, params: { id } })).json().is_on).toBe(true);
  });
});

describe('webhooks and API tokens', () => {
  it('are visible to the token that created them and to sessions, and go with the token', async () => {
    const user = await buildPremium();
    const [one, other] = [await buildToken(user), await buildToken(user)];
    const own = await buildWebhook(t, one, { url: URL });
    // IDs sort by time, and the clock does not move.
    t.clock.advance(1);
    const session = await buildWebhook(t, user, { url: URL });
    expect(own.created_by_token).toEqual({ id: one.id, name: 'n8n' });
    const list = async (token: string) =>
      (await t.call(listWebhooks, { token })).json().webhooks.map((webhook: { id: string }) => webhook.id);
    expect(await list(one.token)).toEqual([own.id]);
    expect(await list(other.token)).toEqual([]);
    expect(await list(user.token)).toEqual([session.id, own.id]);
    for (const [token, id] of [
      [other.token, own.id],
      [one.token, session.id],
    ] as const) {
      const params = { id };
      for (const body of [{ is_on: false }, { is_on: 'no' }])
        expect(codeOf(await t.call(updateWebhook, { token, params, body }))).toEqual([404, 'webhook_not_found']);
      expect(codeOf(await t.call(deleteWebhook, { token, params }))).toEqual([404, 'webhook_not_found']);
      expect(codeOf(await t.call(testWebhook, { token, params }))).toEqual([404, 'webhook_not_found']);
    }
    const params = { id: own.id };
    expect(codeOf(await t.call(updateWebhook, { token: one.token, params, body: { is_on: 'no' } }))[0]).toBe(422);
    expect((await t.call(rotateWebhookSecret, { token: one.token, params })).statusCode).toBe(200);
    await t.call(deleteToken, { token: user.token, params: { id: one.id } });
    expect(await list(user.token)).toEqual([session.id]);
  });

  it('can be listed but not created with a read-only token', async () => {
    const user = await buildPremium();
    const { token } = await buildToken(user, 'read');
    expect((await t.call(listWebhooks, { token })).statusCode).toBe(200);
    expect(codeOf(await t.call(createWebhook, { token, body: BODY }))).toEqual([403, 'token_reads_only']);
  });
});

describe('webhooks and the plan', () => {
  it('require PREMIUM, except for listing, turning off and deleting', async () => {
    const user = await buildUser(t);
    expect(codeOf(await t.call(createWebhook, { token: user.token, body: BODY }))).toEqual([
      403,
      'api_access_needs_premium',
    ]);
    await upgradeToPremium(t, user);
    const { id } = await buildWebhook(t, user, { url: receiver.url });
    await t.call(testWebhook, { token: user.token, params: { id } });
    await deliver(t);
    const [delivery] = await deliveriesOf(t, user, id);
    await t.db.rows("update users set subscription_tier = 'free' where id = $1", [user.id]);
    expect((await t.call(listWebhooks, { token: user.token })).json()).toMatchObject({
      allowed: false,
      webhooks: [{ id }],
    });
    const params = { id, deliveryId: delivery!.id };
    for (const endpoint of [testWebhook, redeliverWebhook])
      expect(codeOf(await t.call(endpoint, { token: user.token, params }))).toEqual([403, 'api_access_needs_premium']);
    expect((await t.call(updateWebhook, { token: user.token, params, body: { is_on: false } })).statusCode).toBe(200);
    expect((await t.call(deleteWebhook, { token: user.token, params })).statusCode).toBe(204);
  });
});

describe('the log of deliveries', () => {
  it('lists a test with its response, which can be sent again under the same ID', async () => {
    const user = await buildPremium();
    const { id } = await buildWebhook(t, user, { url: receiver.url, description: 'Lamp' });
    const first = await t.call(testWebhook, { token: user.token, params: { id } });
    expect(first.statusCode).toBe(201);
    expect(first.json()).toMatchObject({ event: 'webhook.test', state: 'pending', attempts: 0, error: null });
    await deliver(t);
    const [delivery] = await deliveriesOf(t, user, id);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, response_status: 204, next_attempt_at: null });
    expect(JSON.parse(delivery!.body)).toEqual({
      id: delivery!.event_id,
      type: 'webhook.test',
      timestamp: t.clock.now().toISOString(),
      data: { webhook: { id, description: 'Lamp' } },
    });
    const params = { id, deliveryId: delivery!.id };
    const again = await Promise.all(
      Array.from({ length: 20 }, () => t.call(redeliverWebhook, { token: user.token, params })),
    );
    for (const answer of again) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({ id: delivery!.id, state: 'pending', attempts: 0 });
    }
    const before = receiver.received.length;
    await deliver(t);
    expect(receiver.received.slice(before).map(({ headers }) => headers['webhook-id'])).toEqual([delivery!.event_id]);
    expect(await deliveriesOf(t, user, id)).toHaveLength(1);
    for (const deliveryId of [randomUUID(), 'x'])
      expect(codeOf(await t.call(redeliverWebhook, { token: user.token, params: { id, deliveryId } }))).toEqual([
        404,
        'delivery_not_found',
      ]);
  });

  it('rejects tests and redeliveries while the webhook is off', async () => {
    const user = await buildPremium();
    const { id } = await buildWebhook(t, user, { url: receiver.url });
    await t.call(testWebhook, { token: user.token, params: { id } });
    await t.call(updateWebhook, { token: user.token, params: { id }, body: { is_on: false } });
    const before = receiver.received.length;
    await deliver(t);
    expect(receiver.received).toHaveLength(before);
    const [delivery] = await deliveriesOf(t, user, id);
    expect(delivery).toMatchObject({ state: 'failed', attempts: 0, error: null, next_attempt_at: null });
    const params = { id, deliveryId: delivery!.id };
    for (const endpoint of [testWebhook, redeliverWebhook])
      expect(codeOf(await t.call(endpoint, { token: user.token, params }))).toEqual([400, 'webhook_off']);
    const on = await t.call(updateWebhook, { token: user.token, params, body: { is_on: true } });
    expect(on.json()).toMatchObject({ is_on: true, off_reason: null });
    expect((await t.call(testWebhook, { token: user.token, params })).statusCode).toBe(201);
    await deliver(t);
  });

  it('lists the newest 50 deliveries and deletes deliveries after 30 days', async () => {
    const user = await buildPremium();
    const { id } = await buildWebhook(t, user, { url: receiver.url });
    await t.db.rows(
      `insert into webhook_deliveries (id, webhook_id, event_id, event, body, state, created_at)
       select uuid7($2::timestamptz + i * interval '1 minute'), $1,
         '00000000-0000-7000-8000-' || lpad(i::text, 12, '0'), 'webhook.test', '{}', 'delivered',
         $2::timestamptz + i * interval '1 minute' from generate_series(1, 55) i`,
      [id, t.clock.now()],
    );
    const shown = await deliveriesOf(t, user, id);
    const numbers = shown.map((delivery) => Number(String(delivery.event_id).slice(-12)));
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => 55 - i));
    await t.db.rows("insert into webhook_claims (key, claimed_at) values ('x', $1)", [t.clock.now()]);
    t.clock.advance(30 * DAY_MS);
    await t.queue.tick();
    await t.queue.drain();
    expect(await t.db.rows('select id from webhook_deliveries where webhook_id = $1', [id])).toHaveLength(55);
    t.clock.advance(DAY_MS);
    await t.queue.tick();
    await t.queue.drain();
    expect(await t.db.rows('select id from webhook_deliveries where webhook_id = $1', [id])).toEqual([]);
    const limit = new Date(t.clock.now().getTime() - 30 * DAY_MS);
    expect(await t.db.rows('select key from webhook_claims where claimed_at < $1', [limit])).toEqual([]);
  });
});
