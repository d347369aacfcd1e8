import { afterAll, beforeEach, expect, it } from 'vitest';
import { rotateWebhookSecret, testWebhook } from '#contract/webhooks.ts';
import { Bytes } from '#platform/db/columns.ts';
import { onlyValue } from '#platform/db/rows.ts';
import { makeLogger } from '#platform/http/log.ts';
import { systemClock } from '#platform/lib/clock.ts';
import { buildUser } from '../../testing/factories/users.ts';
import { buildWebhook, deliver, deliveriesOf, upgradeToPremium } from '../../testing/factories/webhooks.ts';
import { type TestApp, testApp, testDatabase } from '../../testing/test-app.ts';
import { verifyWebhook } from '../../testing/verify-webhook.ts';
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts';
import { enqueueRenewal } from './secrets/jobs.ts';

const receiver = await startWebhookReceiver();
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.setAnswer(204);
  receiver.received.splice(0);
});

const OLD = 'the key before this one';
const NEW = 'the key from today on';
const open = async (database_url: string, ...secret_keys: [string, ...string[]]): Promise<TestApp> => {
  const t = await testApp({ database_url, config: { webhook_allow: ['127.0.0.1', 'localhost'], secret_keys } });
  // The verifier compares timestamps with the real time.
  t.clock.set(systemClock.now());
  return t;
};

async function build(t: TestApp) {
  const user = await upgradeToPremium(t, await buildUser(t));
  return { user, ...(await buildWebhook(t, user, { url: receiver.url })) };
}
/** Sends a delivery and checks that each of the secrets signed it. */
async function expectSigned(t: TestApp, { user, id }: Awaited<ReturnType<typeof build>>, ...secrets: string[]) {
  receiver.received.splice(0);
  await t.call(testWebhook, { token: user.token, params: { id } });
  await deliver(t);
  const [got] = receiver.received;
  for (const secret of secrets) verifyWebhook(secret, got!);
}

it('renewing secrets makes the old key unnecessary, also for both secrets of a rotation', async () => {
  const url = await testDatabase();
  const before = await open(url, OLD);
  const webhook = await build(before);
  const rotated = (
    await before.call(rotateWebhookSecret, { token: webhook.user.token, params: { id: webhook.id } })
  ).json();
  const both = await open(url, NEW, OLD);
  await enqueueRenewal(both.deps);
  await both.queue.drain();
  await expectSigned(both, webhook, webhook.secret, rotated.secret);
  await expectSigned(await open(url, NEW), webhook, webhook.secret, rotated.secret);
});

it('renewing secrets without the old key leaves them unchanged and unusable', async () => {
  const url = await testDatabase();
  const webhook = await build(await open(url, OLD));
  const after = await open(url, NEW);
  await enqueueRenewal(after.deps);
  await after.queue.drain();
  await after.call(testWebhook, { token: webhook.user.token, params: { id: webhook.id } });
  await deliver(after);
  expect((await deliveriesOf(after, webhook.user, webhook.id))[0]).toMatchObject({ error: 'secret' });
  await expectSigned(await open(url, OLD), webhook, webhook.secret);
});

it('renewing secrets is left to an instance that has the new key in front', async () => {
  const url = await testDatabase();
  const before = await open(url, OLD);
  const webhook = await build(before);
  const secretNow = () => onlyValue(before.db, Bytes, 'select secret from webhooks where id = $1', [webhook.id]);
  const stored = await secretNow();
  const both = await open(url, NEW, OLD);
  await enqueueRenewal(both.deps);
  await before.queue.drain();
  expect(await secretNow()).toEqual(stored);
  await both.queue.drain({ ignore_delays: true });
  expect(await secretNow()).not.toEqual(stored);
  // A second run finds nothing to do.
  const renewed = await secretNow();
  await both.db.rows('delete from jobs');
  await enqueueRenewal(both.deps);
  await both.queue.drain();
  expect(await secretNow()).toEqual(renewed);
});

it('renewing secrets runs again for secrets that an old instance wrote, and logs the result', async () => {
  const url = await testDatabase();
  const old = await open(url, OLD);
  const [first, lost] = [await build(old), await build(old)];
  await old.db.rows("update webhooks set secret = 'nothing' where id = $1", [lost.id]);
  const lines: { msg: string; renewed: number; unreadable: number }[] = [];
  const log = makeLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const both = await testApp({ database_url: url, log, config: { secret_keys: [NEW, OLD] } });
  // Two instances start in the same minute.
  for (let starts = 0; starts < 2; starts++) await enqueueRenewal(both.deps);
  await both.queue.drain();
  const rotated = (await old.call(rotateWebhookSecret, { token: first.user.token, params: { id: first.id } })).json();
  await both.queue.drain({ ignore_delays: true });
  const [renewed, free] = [
    'the webhook secrets are encrypted with the newest SECRET_KEY',
    'no webhook secret needs an older SECRET_KEY',
  ];
  const said = lines.filter(({ msg }) => [renewed, free].includes(msg));
  expect(said.map(({ msg, renewed: count, unreadable }) => [msg, count, unreadable])).toEqual([
    [renewed, 1, 1],
    [free, 0, 1],
    [renewed, 1, 1],
    [free, 0, 1],
  ]);
  await expectSigned(await open(url, NEW), first, rotated.secret);
});

it('renewing secrets preserves the secrets of concurrent rotations', async () => {
  const url = await testDatabase();
  const before = await open(url, OLD);
  const webhooks = await Promise.all(Array.from({ length: 10 }, () => build(before)));
  const both = await open(url, NEW, OLD);
  await enqueueRenewal(both.deps);
  const rotate = async ({ user, id }: (typeof webhooks)[number]) =>
    (await both.call(rotateWebhookSecret, { token: user.token, params: { id } })).json().secret as string;
  const [secrets] = await Promise.all([Promise.all(webhooks.map(rotate)), both.queue.drain()]);
  for (const [n, webhook] of webhooks.entries()) await expectSigned(both, webhook, webhook.secret, secrets[n]!);
});
