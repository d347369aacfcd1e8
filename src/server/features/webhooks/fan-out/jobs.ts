import * as z from 'zod/mini';
import { WEBHOOK_TRIES } from '#domain/limits.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { deliverWebhook } from '../deliver/jobs.ts';
import { RaisedEvent, writeDeliveries } from './commands.ts';

/** Writes a delivery of an event for each webhook that receives it. */
export const fanOutWebhook = defineJob({
  name: 'fan-out-webhook',
  schema: z.object({ id: z.string(), at: z.string(), raised: RaisedEvent }),
  retry: { tries: WEBHOOK_TRIES },
  parallel: 4,
  handle: (event, { db, clock, config }) =>
    db.transact(async (tx) =>
      tx.enqueueAll(deliverWebhook, await writeDeliveries(tx, event, config.plans, clock.now())),
    ),
});
