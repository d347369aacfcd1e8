import * as z from 'zod/mini';
import { WEBHOOK_TRIES } from '#domain/limits.ts';
import { restMs } from '#domain/webhooks.ts';
import type { Tx } from '#platform/db/open.ts';
import { defineJob, defineRecurring } from '#platform/jobs/job.ts';
import { slotWaitSeconds } from '#platform/jobs/retries.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { planLimits } from '../../../services/billing/public.ts';
import { sendWebhookNotice } from '../notices/jobs.ts';
import { type Claim, claimSend, type DueSend, endSend, findDue, lockLate, scheduleSends } from '../send/queries.ts';
import { sendOnce, settleTry } from './commands.ts';
import { giveUp } from './queries.ts';

/** Enqueues what a send made due. `waits` counts how often the webhook of the claim has found no slot. */
async function enqueueNext(tx: Tx, claim: Claim, sends: readonly DueSend[], waits: number, now: Date): Promise<void> {
  for (const send of sends) {
    const isOwn = send.webhook_id === claim.webhook_id && waits > 0;
    const wait_ms = new Date(send.next_send_at).getTime() - now.getTime();
    const delay_s = Math.ceil(Math.max(0, wait_ms) / SECOND_MS);
    await tx.enqueue(sendToWebhook, isOwn ? { ...send, waits } : send, { delay_s });
  }
}

/** Ends a claim without a try: there was nothing to send, or no slot, or what was due may not be sent. */
async function release(tx: Tx, claim: Claim, now: Date, waits = 0): Promise<void> {
  const not_before = new Date(now.getTime() + (waits > 0 ? slotWaitSeconds(waits - 1) : 0) * SECOND_MS);
  await enqueueNext(tx, claim, await endSend(tx, claim, { not_before, timeouts: null }, now), waits, now);
}

/**
 * Sends the delivery of a webhook that has waited longest, and enqueues the next one (docs/decisions/0059). A receiver that
 * does not answer is no failure of the job: its own tries are for a database that is away and for a process that died.
 */
export const sendToWebhook = defineJob({
  name: 'send-to-webhook',
  schema: z.object({ webhook_id: z.string(), next_send_at: z.string(), waits: z.optional(z.number()) }),
  retry: { tries: WEBHOOK_TRIES },
  parallel: 64,
  handle: async ({ waits = 0, ...send }, context) => {
    const { db, clock, config } = context;
    const now = clock.now();
    const claim = await db.transact((tx) => claimSend(tx, send, context.attempt > 1, now));
    if (!claim) return;
    const delivery = await findDue(db, send, now);
    if (!delivery) return db.transact((tx) => release(tx, claim, now));
    const isBarred = delivery.is_barred || !planLimits(delivery, now, config.plans).api_tokens;
    if (isBarred || !delivery.is_visible)
      return db.transact(async (tx) => {
        await giveUp(tx, delivery.id, { empties: !isBarred });
        await release(tx, claim, now);
      });
    const giveBack = context.webhook_http.reserve(delivery.url);
    if (!giveBack) return db.transact((tx) => release(tx, claim, now, waits + 1));
    const sent = await sendOnce(delivery, context, now).finally(giveBack);
    await db.transact(async (tx) => {
      const settled_at = clock.now();
      const after = await settleTry(tx, delivery, sent, settled_at);
      if (after?.off)
        await tx.enqueue(sendWebhookNotice, { user_id: after.off.user_id, url: after.off.url, off: after.off.reason });
      const timeouts = after?.timeouts ?? null;
      const not_before = new Date(settled_at.getTime() + restMs(timeouts ?? 0));
      await enqueueNext(tx, claim, await endSend(tx, claim, { not_before, timeouts }, settled_at), 0, settled_at);
    });
  },
});

/** Makes webhooks due anew that are long late: their job died, or was lost with a restored database. */
export const reviveDeliveries = defineRecurring({
  name: 'revive-deliveries',
  every_s: MINUTE_MS / SECOND_MS,
  handle: ({ db, clock }) =>
    db.transact(async (tx) => {
      const now = clock.now();
      await tx.enqueueAll(sendToWebhook, await scheduleSends(tx, await lockLate(tx, now), now));
    }),
});
