import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { deleteAccount } from '#contract/account.ts';
import { createToken } from '#contract/api-tokens.ts';
import { getWebhook, redeliverWebhook, rotateWebhookSecret, testWebhook, updateWebhook } from '#contract/webhooks.ts';
import { WEBHOOK_PENDING_MAX, WEBHOOK_TRIES } from '#domain/limits.ts';
import { DELIVERY_STATES } from '#domain/webhooks.ts';
import { Id } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import { firstRow } from '#platform/db/rows.ts';
import { systemClock } from '#platform/lib/clock.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { buildMission, checkIn } from '../../testing/factories/missions.ts';
import { buildUser, type TestUser } from '../../testing/factories/users.ts';
import { buildWebhook, deliver, deliveriesOf, upgradeToPremium } from '../../testing/factories/webhooks.ts';
import { testApp } from '../../testing/test-app.ts';
import { verifyWebhook } from '../../testing/verify-webhook.ts';
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts';
import { deliverWebhook, sendToWebhook } from './deliver/jobs.ts';
import { fanOutWebhook } from './fan-out/jobs.ts';

const mails: MailMessage[] = [];
const t = await testApp({
  config: { webhook_allow: ['127.0.0.1', 'localhost'] },
  mail: { send: async (message) => void mails.push(message), close: async () => undefined },
});
const receiver = await startWebhookReceiver();
afterAll(() => receiver.close());
beforeEach(() => {
  // The verifier compares timestamps with the real time.
  t.clock.set(systemClock.now());
  receiver.setAnswer(204);
  receiver.received.splice(0);
});

const Job = z.object({ data: fanOutWebhook.schema });
const GivenUp = z.object({ id: Id, state: z.enum(DELIVERY_STATES) });

async function build(): Promise<{ user: TestUser; id: string; secret: string }> {
  const user = await upgradeToPremium(t, await buildUser(t));
  const { id, secret } = await buildWebhook(t, user, { url: receiver.url });
  return { user, id, secret };
}
const test = (user: TestUser, id: string) => t.call(testWebhook, { token: user.token, params: { id } });
const loseJob = (webhookId: string) =>
  t.db.rows(
    "delete from jobs where data->>'delivery_id' in (select id::text from webhook_deliveries where webhook_id = $1)",
    [webhookId],
  );
const find = async (user: TestUser, id: string) =>
  (await t.call(getWebhook, { token: user.token, params: { id } })).json();

describe('the signature', () => {
  it('is accepted by an independent verifier, which rejects every change', async () => {
    const { user, id, secret } = await build();
    await test(user, id);
    await deliver(t);
    const [got] = receiver.received;
    expect(got!.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': JSON.parse(got!.body).id,
      'webhook-timestamp': String(Math.floor(t.clock.now().getTime() / 1000)),
    });
    expect(verifyWebhook(secret, got!)).toEqual(JSON.parse(got!.body));
    expect(() => verifyWebhook(secret, { ...got!, body: `${got!.body} ` })).toThrow();
    expect(() => verifyWebhook(`whsec_${Buffer.alloc(32).toString('base64')}`, got!)).toThrow();
    for (const name of ['webhook-id', 'webhook-timestamp'] as const)
      expect(() => verifyWebhook(secret, { ...got!, headers: { ...got!.headers, [name]: '1' } })).toThrow();
  });

  it('comes from both secrets for a day after a rotation, then only from the new one', async () => {
    const { user, id, secret } = await build();
    const rotated = (await t.call(rotateWebhookSecret, { token: user.token, params: { id } })).json();
    expect(rotated.previous_until).toBe(new Date(t.clock.now().getTime() + 24 * HOUR_MS).toISOString());
    expect(rotated.secret).not.toBe(secret);
    await test(user, id);
    await deliver(t);
    for (const one of [secret, rotated.secret]) verifyWebhook(one, receiver.received[0]!);
    t.clock.advance(24 * HOUR_MS);
    await test(user, id);
    await deliver(t);
    expect(String(receiver.received[1]!.headers['webhook-signature']).split(' ')).toHaveLength(1);
    await t.db.rows('update webhooks set previous_until = null where id = $1', [id]);
    t.clock.set(systemClock.now());
    await test(user, id);
    await deliver(t);
    verifyWebhook(rotated.secret, receiver.received[2]!);
    expect(() => verifyWebhook(secret, receiver.received[2]!)).toThrow();
  });
});

describe('a failing receiver', () => {
  it('receives every event after an hour, with timestamps that give the order', async () => {
    const { user, id, secret } = await build();
    const mission = await buildMission(t, user);
    receiver.setAnswer(503);
    const started = t.clock.now().getTime();
    await checkIn(t, user, mission);
    await deliver(t);
    t.clock.advance(1000);
    await test(user, id);
    for (let tries = 1; tries < 9; tries++) {
      await deliver(t);
      const [, first] = await deliveriesOf(t, user, id);
      expect(first).toMatchObject({ state: 'pending', error: 'status', response_status: 503, attempts: tries + 1 });
      t.clock.set(first!.next_attempt_at!);
    }
    expect(t.clock.now().getTime() - started).toBeGreaterThan(HOUR_MS);
    expect((await find(user, id)).last_success_at).toBeNull();
    receiver.setAnswer(200);
    receiver.received.splice(0);
    t.clock.set(systemClock.now());
    await deliver(t);
    const bodies = receiver.received.map(
      (got) => verifyWebhook(secret, got) as { id: string; type: string; timestamp: string },
    );
    const inOrder = bodies.toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));
    expect(inOrder.map(({ type }) => type)).toEqual(['checkin.created', 'webhook.test']);
    expect(new Set(bodies.map((body) => body.id)).size).toBe(2);
    for (const delivery of await deliveriesOf(t, user, id)) expect(delivery.state).toBe('delivered');
    expect((await find(user, id)).last_success_at).toBe(t.clock.now().toISOString());
    await deliver(t);
    expect(receiver.received).toHaveLength(2);
  });

  it("gets a retry only after a wait, and no request at a redirect's target", async () => {
    const { user, id } = await build();
    receiver.setAnswer(302);
    await test(user, id);
    await t.queue.drain();
    await t.queue.drain();
    const [delivery] = await deliveriesOf(t, user, id);
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1, error: 'redirect', response_status: 302 });
    expect(delivery!.next_attempt_at! > delivery!.last_attempt_at!).toBe(true);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('is turned off by status 410, which fails pending deliveries and emails the user', async () => {
    const { user, id } = await build();
    receiver.setAnswer(500);
    await test(user, id);
    await t.queue.drain();
    receiver.setAnswer(410);
    await test(user, id);
    await t.queue.drain();
    expect(await find(user, id)).toMatchObject({ is_on: false, off_reason: 'gone' });
    expect((await deliveriesOf(t, user, id)).map(({ state, error }) => [state, error])).toEqual([
      ['failed', 'gone'],
      ['failed', 'gone'],
    ]);
    const sent = mails.filter(({ to, subject }) => to === user.email && subject === 'A webhook was switched off');
    expect(sent).toHaveLength(1);
    const { origin, pathname } = new URL(receiver.url);
    expect(sent[0]!.text).toContain(`to your webhook at:\n\n${origin}\n`);
    expect(sent[0]!.text + sent[0]!.html).not.toContain(pathname);
    await deliver(t);
    expect((await deliveriesOf(t, user, id)).map(({ attempts }) => attempts)).toEqual([1, 1]);
    const on = await t.call(updateWebhook, { token: user.token, params: { id }, body: { is_on: true } });
    expect(on.json().is_on).toBe(true);
  });

  it('is turned off after 21 attempts, unless another delivery succeeded since', async () => {
    const [failing, flaky] = [await build(), await build()];
    receiver.setAnswer(500);
    for (const { user, id } of [failing, flaky]) {
      await test(user, id);
      for (let tries = 0; tries < WEBHOOK_TRIES - 1; tries++) await deliver(t);
      expect((await deliveriesOf(t, user, id))[0]).toMatchObject({ state: 'pending', attempts: WEBHOOK_TRIES - 1 });
      if (id === flaky.id)
        await t.db.rows('update webhooks set last_success_at = $2 where id = $1', [id, t.clock.now()]);
      await deliver(t);
      expect((await deliveriesOf(t, user, id))[0]).toMatchObject({ state: 'failed', attempts: WEBHOOK_TRIES });
    }
    expect(await find(failing.user, failing.id)).toMatchObject({ is_on: false, off_reason: 'failing' });
    expect(await find(flaky.user, flaky.id)).toMatchObject({ is_on: true, off_reason: null });
  });

  it('is not called if the settings no longer allow its address', async () => {
    const { user, id } = await build();
    await t.db.rows("update webhooks set url = 'http://127.0.0.2:1/' where id = $1", [id]);
    await test(user, id);
    await t.queue.drain();
    expect((await deliveriesOf(t, user, id))[0]).toMatchObject({ error: 'unreachable', response_status: null });
  });
});

describe('turning a webhook off during an attempt', () => {
  it('records a success, and leaves a failed delivery given up', async () => {
    for (const [status, outcome] of [
      [200, { state: 'delivered', attempts: 1, response_status: 200 }],
      [500, { state: 'failed', attempts: 0, response_status: null }],
    ] as const) {
      const { user, id } = await build();
      receiver.received.splice(0);
      receiver.setAnswer('silent');
      await test(user, id);
      const drained = t.queue.drain();
      await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 10_000);
      await t.call(updateWebhook, { token: user.token, params: { id }, body: { is_on: false } });
      receiver.endSilence(status);
      await drained;
      expect((await deliveriesOf(t, user, id))[0]).toMatchObject({ ...outcome, next_attempt_at: null });
      expect(await find(user, id)).toMatchObject({
        ...{ is_on: false, off_reason: 'owner' },
        last_success_at: status === 200 ? t.clock.now().toISOString() : null,
      });
    }
  });
});

describe('a delivery', () => {
  it('is neither sent nor written again by a second run of its jobs', async () => {
    const { user, id } = await build();
    const mission = await buildMission(t, user);
    await checkIn(t, user, mission);
    const job = await firstRow(
      t.db,
      Job,
      "select data from jobs where name = 'fan-out-webhook' and state = 'waiting' and data is not null",
    );
    await deliver(t);
    const [delivery] = await deliveriesOf(t, user, id);
    await t.db.transact(async (tx) => {
      await tx.enqueue(fanOutWebhook, job!.data);
      await tx.enqueue(deliverWebhook, { delivery_id: delivery!.id, due_at: delivery!.created_at });
    });
    await deliver(t);
    expect(receiver.received).toHaveLength(1);
    expect(await deliveriesOf(t, user, id)).toEqual([delivery]);
  });

  it('ignores the job of an earlier attempt after a redelivery', async () => {
    const { user, id } = await build();
    receiver.setAnswer(500);
    const { id: deliveryId } = (await test(user, id)).json();
    await deliver(t);
    t.clock.advance(1000);
    await t.call(redeliverWebhook, { token: user.token, params: { id, deliveryId } });
    await t.queue.drain();
    expect(receiver.received).toHaveLength(2);
    expect((await deliveriesOf(t, user, id))[0]).toMatchObject({ state: 'pending', attempts: 1 });
    // Now the old job and the new one are both waiting.
    await deliver(t);
    expect(receiver.received).toHaveLength(3);
    expect((await deliveriesOf(t, user, id))[0]).toMatchObject({ state: 'pending', attempts: 2 });
    receiver.setAnswer(204);
    await deliver(t);
  });

  it('fails beyond 500 pending per user, listing only the first failure until a success', async () => {
    const { user, id } = await build();
    const mission = await buildMission(t, user);
    await t.db.rows(
      `insert into webhook_deliveries (id, webhook_id, event_id, event, body, created_at)
       select gen_random_uuid(), $1, i::text, 'webhook.test', '{}', $2 from generate_series(1, $3::int) i`,
      [id, t.clock.now(), WEBHOOK_PENDING_MAX - 1],
    );
    const pending = (await test(user, id)).json();
    expect(pending).toMatchObject({ state: 'pending', error: null });
    const raise = async () => {
      await t.db.transact((tx) =>
        tx.enqueue(fanOutWebhook, {
          ...{ id: newId(t.clock.now()), at: t.clock.now().toISOString() },
          raised: { event: 'member.joined', mission_id: mission, actor_id: user.id },
        }),
      );
      await t.queue.drain();
    };
    const listGivenUp = () =>
      t.db.rows(
        GivenUp,
        `select id, state from webhook_deliveries where webhook_id = $1 and error = 'too_many' and next_attempt_at is null`,
        [id],
      );
    await loseJob(id);
    await raise();
    await raise();
    const dropped = await listGivenUp();
    expect(dropped).toEqual([{ id: expect.any(String), state: 'failed' }]);
    const again = (deliveryId: string) => t.call(redeliverWebhook, { token: user.token, params: { id, deliveryId } });
    for (const refused of [await test(user, id), await again(dropped[0]!.id)])
      expect([refused.statusCode, refused.json().code]).toEqual([400, 'too_many_deliveries']);
    expect((await again(pending.id)).json()).toMatchObject({ state: 'pending', attempts: 0 });
    t.clock.advance(1000);
    await t.db.rows('update webhooks set last_success_at = $2 where id = $1', [id, t.clock.now()]);
    t.clock.advance(1000);
    await raise();
    await raise();
    expect(await listGivenUp()).toHaveLength(2);
    await t.db.rows('delete from webhooks where id = $1', [id]);
  });

  it('is neither stored nor sent without plan or valid token, or for a suspended user', async () => {
    const user = await upgradeToPremium(t, await buildUser(t));
    const created = await t.call(createToken, { token: user.token, body: { name: 'n8n', scope: 'write' } });
    const { id } = await buildWebhook(t, created.json(), { url: receiver.url });
    const mission = await buildMission(t, user);
    const count = async () => (await t.db.rows('select id from webhook_deliveries where webhook_id = $1', [id])).length;
    for (const [bar, lift, key = 'id'] of [
      ["update users set subscription_tier = 'free'", "update users set subscription_tier = 'pro'"],
      ['update users set suspended_at = created_at', 'update users set suspended_at = null'],
      ['update api_tokens set expires_at = created_at', 'update api_tokens set expires_at = null', 'user_id'],
    ] as const) {
      await test(user, id);
      await t.db.rows(`${bar} where ${key} = $1`, [user.id]);
      await deliver(t);
      await t.db.transact((tx) =>
        tx.enqueue(fanOutWebhook, {
          id: `${bar} of ${mission}`,
          at: t.clock.now().toISOString(),
          raised: { event: 'member.joined', mission_id: mission, actor_id: user.id },
        }),
      );
      const before = await count();
      await deliver(t);
      expect(await count()).toBe(before);
      await t.db.rows(`${lift} where ${key} = $1`, [user.id]);
    }
    expect(receiver.received).toEqual([]);
    for (const delivery of await deliveriesOf(t, user, id))
      expect(delivery).toMatchObject({ state: 'failed', attempts: 0 });
  });

  it('fails if no key opens the secret, and is sent after a rotation', async () => {
    const { user, id } = await build();
    await t.db.rows("update webhooks set secret = '\\x00' where id = $1", [id]);
    await test(user, id);
    await t.queue.drain();
    expect(receiver.received).toEqual([]);
    expect((await deliveriesOf(t, user, id))[0]).toMatchObject({ state: 'pending', attempts: 1, error: 'secret' });
    const rotated = (await t.call(rotateWebhookSecret, { token: user.token, params: { id } })).json();
    await deliver(t);
    verifyWebhook(rotated.secret, receiver.received[0]!);
  });

  it('gets a new job 5 minutes after it was due, automatically or by a redelivery', async () => {
    const { user, id } = await build();
    const revive = async () => {
      await t.queue.tick();
      await deliver(t);
    };
    const sent = (await test(user, id)).json();
    await loseJob(id);
    t.clock.advance(5 * MINUTE_MS);
    await revive();
    await t.call(redeliverWebhook, { token: user.token, params: { id, deliveryId: sent.id } });
    await deliver(t);
    expect(receiver.received).toEqual([]);
    t.clock.advance(MINUTE_MS);
    await revive();
    expect((await deliveriesOf(t, user, id))[0]).toMatchObject({ state: 'delivered', attempts: 1 });
    const second = (await test(user, id)).json();
    await loseJob(id);
    t.clock.advance(6 * MINUTE_MS);
    await t.call(redeliverWebhook, { token: user.token, params: { id, deliveryId: second.id } });
    await deliver(t);
    expect(receiver.received).toHaveLength(2);
  });

  it('is sent within minutes after a job of version 1 did nothing', async () => {
    const { user, id } = await build();
    await test(user, id);
    await loseJob(id);
    await t.db.transact((tx) =>
      tx.enqueue(sendToWebhook, { webhook_id: id, next_send_at: t.clock.now().toISOString() }),
    );
    await t.queue.drain();
    expect(receiver.received).toEqual([]);
    t.clock.advance(10 * MINUTE_MS);
    await t.queue.tick();
    await t.queue.drain();
    expect(receiver.received).toHaveLength(1);
  });

  it('is deleted with the account, as is its webhook', async () => {
    const { user, id } = await build();
    await test(user, id);
    const deleted = await t.call(deleteAccount, { token: user.token, body: { password: user.password } });
    expect(deleted.statusCode).toBe(204);
    await deliver(t);
    expect(receiver.received).toEqual([]);
    expect(await t.db.rows('select id from webhooks where id = $1', [id])).toEqual([]);
    expect(await t.db.rows('select id from webhook_deliveries where webhook_id = $1', [id])).toEqual([]);
  });
});
