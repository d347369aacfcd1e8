import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { createWebhook, listWebhookDeliveries } from '#contract/webhooks.ts';
import { WEBHOOK_EVENTS } from '#domain/webhooks.ts';
import type { TestApp } from '../test-app.ts';
import type { TestUser } from './users.ts';

/** Gives the person the plan that has webhooks. */
export async function upgradeToPremium(t: TestApp, person: TestUser): Promise<TestUser> {
  await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
    person.id,
  ]);
  return person;
}

/** Creates a webhook for every event unless the body says otherwise. */
export async function buildWebhook(
  t: TestApp,
  person: Pick<TestUser, 'token'>,
  body: Record<string, unknown> & { url: string },
): Promise<Webhook & { secret: string }> {
  const answer = await t.call(createWebhook, { token: person.token, body: { events: WEBHOOK_EVENTS, ...body } });
  if (answer.statusCode !== 201) throw new Error(`No webhook: ${answer.body}`);
  return answer.json();
}

/** The deliveries of a webhook, newest first. */
export const deliveriesOf = async (
  t: TestApp,
  person: Pick<TestUser, 'token'>,
  id: string,
): Promise<WebhookDelivery[]> =>
  (await t.call(listWebhookDeliveries, { token: person.token, params: { id } })).json().deliveries;

/** Runs what is enqueued, and of each delivery that waits for a later try the next one. */
export async function deliver(t: TestApp): Promise<void> {
  await t.db.rows("update jobs.job set start_after = now() where name = 'deliver-webhook' and state < 'active'");
  await t.queue.drain();
  // What found no place beside other deliveries to its host has had no try yet.
  const waiting = `update jobs.job set start_after = now()
    where name = 'deliver-webhook' and state < 'active' and data ? 'waits' returning id`;
  while ((await t.db.rows(waiting)).length > 0) await t.queue.drain();
}
