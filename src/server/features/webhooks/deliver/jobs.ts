import * as z from 'zod/mini';
import { WEBHOOK_TRIES } from '#domain/limits.ts';
import type { Tx } from '#platform/db/open.ts';
import { defineJob, defineRecurring } from '#platform/jobs/job.ts';
import { slotWaitSeconds } from '#platform/jobs/retries.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { planLimits } from '../../../services/billing/public.ts';
import { sendWebhookNotice } from '../notices/jobs.ts';
import { hasten, type PlannedTry, park, postpone, renewLate } from '../plan/queries.ts';
import { sendOnce, settleTry } from './commands.ts';
import { findDue, giveUp } from './queries.ts';

/** Enqueues the job of an attempt. `waits` counts how often the attempt found no free slot. */
async function enqueueTry(tx: Tx, planned: PlannedTry, now: Date, waits = 0): Promise<void> {
  const delay_s = Math.max(0, Date.parse(planned.due_at) - now.getTime()) / SECOND_MS;
  await tx.enqueue(deliverWebhook, { ...planned, waits }, { delay_s });
}

/** Enqueues the user's next parked attempt. */
async function enqueueNext(tx: Tx, userId: string, now: Date): Promise<void> {
  const next = await hasten(tx, userId, now);
  if (next) await enqueueTry(tx, next, now);
}

/** Returns a random wait between half of the back-off and all of it, so attempts do not collide again. */
const slotWaitMs = (waits: number) => (slotWaitSeconds(waits) * SECOND_MS * (1 + Math.random())) / 2;

/**
 * Makes one attempt of a delivery and plans the next one (docs/decisions/0047). A receiver that does not respond is no
 * failure of the job. The job's own retries are for an unavailable database and for a dead process.
 */
export const deliverWebhook = defineJob({
  name: 'deliver-webhook',
  schema: z.object({ delivery_id: z.string(), due_at: z.string(), waits: z._default(z.number(), 0) }),
  retry: { tries: WEBHOOK_TRIES },
  parallel: 64,
  handle: async ({ waits, ...planned }, context): Promise<void> => {
    const { db, clock, config, webhook_http } = context;
    const now = clock.now();
    const delivery = await findDue(db, planned, now);
    if (!delivery) return;
    const isBarred = delivery.is_barred || !planLimits(delivery, now, config.plans).api_tokens;
    const { user_id, url } = delivery;
    if (isBarred || !delivery.is_visible)
      return db.transact(async (tx) => {
        await giveUp(tx, planned.delivery_id, { empties: !delivery.is_visible });
        await enqueueNext(tx, user_id, now);
      });
    if (webhook_http.isFull(user_id)) {
      await db.transact((tx) => park(tx, planned));
      // The user's last running attempt might have looked for parked attempts before this one was parked.
      if (!webhook_http.isFull(user_id)) await db.transact((tx) => enqueueNext(tx, user_id, clock.now()));
      return;
    }
    const giveBack = webhook_http.reserve(url, user_id);
    if (!giveBack)
      return db.transact(async (tx) => {
        const later = await postpone(tx, planned, new Date(now.getTime() + slotWaitMs(waits)));
        if (later) await enqueueTry(tx, later, now, waits + 1);
      });
    const sent = await sendOnce(delivery, context, now).finally(giveBack);
    await db.transact(async (tx) => {
      const settled_at = clock.now();
      const { due_at, off_reason } = await settleTry(tx, delivery, sent, settled_at);
      if (due_at !== null) await enqueueTry(tx, { delivery_id: planned.delivery_id, due_at }, settled_at);
      await enqueueNext(tx, user_id, settled_at);
      if (off_reason !== null) await tx.enqueue(sendWebhookNotice, { user_id, url, off: off_reason });
    });
  },
});

/**
 * Plans overdue attempts again. Their job failed permanently, or was lost with a restored database or another version.
 */
export const reviveDeliveries = defineRecurring({
  name: 'revive-deliveries',
  every_s: MINUTE_MS / SECOND_MS,
  handle: ({ db, clock }) => db.transact(async (tx) => tx.enqueueAll(deliverWebhook, await renewLate(tx, clock.now()))),
});

/**
 * Completes the jobs of version 1, which had one per webhook, without sending anything. They come from its database, a
 * backup or a process that still runs. `reviveDeliveries` plans what they would have sent.
 */
export const sendToWebhook = defineJob({
  name: 'send-to-webhook',
  schema: z.looseObject({}),
  retry: { tries: WEBHOOK_TRIES },
  handle: async () => undefined,
});
