import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { createWebhook, listWebhookDeliveries } from '#contract/webhooks.ts';
import { WEBHOOK_EVENTS } from '#domain/webhooks.ts';
import type { TestApp } from '../test-app.ts';
import { succeed } from './succeed.ts';
import type { TestUser } from './users.ts';

/** Gives the person the plan that has webhooks. */
export async function upgradeToPremium(t: TestApp, person: TestUser): Promise<TestUser> {
  await t.db.rows("update users set subscription_tier = 'pro', subscription_plan = 'premium_yearly' where id = $1", [
    person.id,
  ]);
  return person;
}

/** Creates a webhook for every event unless the body says otherwise. */
export const buildWebhook = (
  t: TestApp,
  person: Pick<TestUser, 'token'>,
  body: Record<string, unknown> & { url: string },
): Promise<Webhook & { secret: string }> =>
  succeed(t, createWebhook, { token: person.token, body: { events: WEBHOOK_EVENTS, ...body } });

/** The deliveries of a webhook, newest first. */
export const deliveriesOf = async (
  t: TestApp,
  person: Pick<TestUser, 'token'>,
  id: string,
): Promise<WebhookDelivery[]> =>
  (await succeed(t, listWebhookDeliveries, { token: person.token, params: { id } })).deliveries;

/** The jobs of webhooks that are not lost, with the columns of the queue. */
const WAITING_JOBS = `jobs where name = 'send-to-webhook' and state = 'waiting'`;

/** Runs what is enqueued, and of each delivery that waits for a later try the next one; a webhook that rests is woken. */
export async function deliver(t: TestApp): Promise<void> {
  await t.db.rows(
    `update webhook_deliveries set next_attempt_at = least(next_attempt_at, $1) where state = 'pending'
       and webhook_id in (select (data->>'webhook_id')::uuid from ${WAITING_JOBS})`,
    [t.clock.now()],
  );
  await t.db.rows(`update jobs set run_at = now() where id in (select id from ${WAITING_JOBS})`);
  await t.queue.drain();
}
