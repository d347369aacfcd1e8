import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { createWebhook, listWebhookDeliveries } from '#contract/webhooks.ts';
import { WEBHOOK_EVENTS } from '#domain/webhooks.ts';
import type { TestApp } from '../test-app.ts';
import { succeed } from './succeed.ts';
import type { TestUser } from './users.ts';

/** Gives the user the plan that includes webhooks. */
export async function upgradeToPremium(t: TestApp, person: TestUser): Promise<TestUser> {
  await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
    person.id,
  ]);
  return person;
}

/** Creates a webhook, for every event by default. */
export const buildWebhook = (
  t: TestApp,
  person: Pick<TestUser, 'token'>,
  body: Record<string, unknown> & { url: string },
): Promise<Webhook & { secret: string }> =>
  succeed(t, createWebhook, { token: person.token, body: { events: WEBHOOK_EVENTS, ...body } });

/** Lists the deliveries of a webhook, newest first. */
export const deliveriesOf = async (
  t: TestApp,
  person: Pick<TestUser, 'token'>,
  id: string,
): Promise<WebhookDelivery[]> =>
  (await succeed(t, listWebhookDeliveries, { token: person.token, params: { id } })).deliveries;

/** Runs enqueued jobs, and the next attempt of each waiting delivery. */
export async function deliver(t: TestApp): Promise<void> {
  await t.db.rows("update jobs set run_at = now() where name = 'deliver-webhook' and state = 'waiting'");
  await t.queue.drain();
}
