import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { WEBHOOK_TRIES } from '#domain/limits.ts';
import { dayAtRisk } from '#domain/webhooks.ts';
import { newId } from '../../db/ids.ts';
import { defineJob, flatMapSafely, type JobContext, MAIL_TRIES } from '../../jobs/job.ts';
import { planLimits } from '../billing/public.ts';
import { findNoticeRecipient, listZones } from '../profile/public.ts';
import { sendOnce, settleTry } from './commands-deliver.ts';
import { RaisedEvent, writeDeliveries } from './commands-fan-out.ts';
import { webhookNotice, webhookOffMail } from './mails.ts';
import { claimRisks, claimSearch, claimStarted, isSearched, listRisks } from './queries-clock.ts';
import {
  type DueDelivery,
  dropDelivery,
  findDue,
  postpone,
  reviveLate,
  withdrawDelivery,
} from './queries-deliveries.ts';

const PAGE = '/tokens?tab=webhooks';

/** Tells the owner of a webhook that it went off by itself, or, without a reason, that it was created or its address changed. */
export const sendWebhookNotice = defineJob({
  name: 'send-webhook-notice',
  schema: z.object({
    user_id: z.string(),
    url: z.string(),
    off: z.nullable(z.enum(['gone', 'failing'])),
    is_changed: z._default(z.boolean(), false),
  }),
  retry: { tries: MAIL_TRIES },
  handle: async ({ user_id, url, off, is_changed }, { db, mail, config, job_id }) => {
    const owner = await findNoticeRecipient(db, config, user_id);
    if (!owner) return;
    const notice = { owner: owner.name, address: url, page_url: config.public_url + PAGE, legal: config };
    const content =
      off === null ? webhookNotice({ ...notice, is_changed }) : webhookOffMail({ ...notice, reason: off });
    const message_id = `<${job_id}@${new URL(config.public_url).hostname}>`;
    await mail.send({ to: owner.email, ...content, message_id });
  },
});

/** Seconds for which a delivery waits for a place: 1, 2, 4 ... up to half a minute. */
const waitSeconds = (waits: number) => Math.min(30, 2 ** waits);

/** Puts a delivery back for which there was no place, with the tries that it had. */
async function putBack({ db, clock }: JobContext, delivery: DueDelivery, waits: number): Promise<void> {
  const delay_s = waitSeconds(waits);
  const next_attempt_at = new Date(clock.now().getTime() + delay_s * SECOND_MS);
  await db.transact(async (tx) => {
    if (!(await postpone(tx, delivery, next_attempt_at))) return;
    const due = {
      delivery_id: delivery.id,
      attempts: delivery.attempts,
      next_attempt_at: next_attempt_at.toISOString(),
    };
    await tx.enqueue(deliverWebhook, { ...due, waits: waits + 1 }, { delay_s });
  });
}

/**
 * Sends a delivery once, and enqueues the next try where this one failed. The row says how many tries there were
 * and when the next one is, so a job that comes a second time, or after the delivery was made pending again, finds
 * something else and does nothing. A receiver that does not answer is no failure of the job: the tries of the job itself are for a database that is away.
 */
export const deliverWebhook = defineJob({
  name: 'deliver-webhook',
  schema: z.object({
    delivery_id: z.string(),
    attempts: z.number(),
    next_attempt_at: z.string(),
    waits: z.optional(z.number()),
  }),
  retry: { tries: WEBHOOK_TRIES },
  parallel: 16,
  handle: async ({ waits = 0, ...due }, context) => {
    const { db, clock, config } = context;
    const now = clock.now();
    const delivery = await findDue(db, due, now);
    if (!delivery) return;
    if (delivery.is_barred || !planLimits(delivery, now, config.plans).api_tokens) return dropDelivery(db, delivery.id);
    if (!delivery.is_visible) return withdrawDelivery(db, delivery.id);
    const release = context.webhook_http.reserve(delivery.url, delivery.user_id);
    if (!release) return putBack(context, delivery, waits);
    const sent = await sendOnce(delivery, context, now).finally(release);
    await db.transact(async (tx) => {
      const after = await settleTry(tx, delivery, sent, clock.now());
      if (!after) return;
      if (after.retry) await tx.enqueue(deliverWebhook, after.retry.due, { delay_s: after.retry.delay_s });
      if (after.off)
        await tx.enqueue(sendWebhookNotice, { user_id: after.off.user_id, url: after.off.url, off: after.off.reason });
    });
  },
});

/** Enqueues anew what is pending although its time is long over: its job died, or was lost with a restored database. */
export const reviveDeliveries = defineJob({
  name: 'revive-deliveries',
  schema: z.object({}),
  retry: { tries: 3 },
  every_s: MINUTE_MS / SECOND_MS,
  handle: (_, { db, clock }) =>
    db.transact(async (tx) => tx.enqueueAll(deliverWebhook, await reviveLate(tx, clock.now()))),
});

/** Finds out whom an event goes to, and writes a delivery for each webhook. */
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

/** How far back starts of missions are claimed, and how late one may still be told. */
const START_CLAIMED_MS = DAY_MS;
const START_LATE_MS = HOUR_MS;

/** Looks every minute for missions that begin. */
export const raiseClockEvents = defineJob({
  name: 'raise-clock-events',
  schema: z.object({}),
  retry: { tries: 3 },
  every_s: MINUTE_MS / SECOND_MS,
  handle: async (_, { db, clock }) => {
    const now = clock.now();
    await db.transact(async (tx) => {
      const ago = (ms: number) => new Date(now.getTime() - ms);
      const started = await claimStarted(tx, { since: ago(START_CLAIMED_MS), notified_since: ago(START_LATE_MS) }, now);
      await tx.enqueueAll(
        fanOutWebhook,
        started.map(({ mission_id, at }) => ({
          id: newId(now),
          at,
          raised: { event: 'mission.started' as const, mission_id },
        })),
      );
    });
  },
});

/** The quarter of an hour in which the instant lies, by which evenings begin in every zone. */
const quarterOf = (now: Date) => new Date(now.getTime() - (now.getTime() % (HOUR_MS / 4)));

/**
 * Searches for streaks at risk once in each quarter of an hour: in its first minute, or in a later one if that failed or
 * nobody was there. What becomes due during the evening is found in the next quarter.
 */
export const raiseStreakRisks = defineJob({
  name: 'raise-streak-risks',
  schema: z.object({}),
  retry: { tries: 3 },
  every_s: MINUTE_MS / SECOND_MS,
  handle: async (_, { db, clock, log }) => {
    const now = clock.now();
    const quarter = quarterOf(now);
    if (await isSearched(db, quarter)) return;
    const evenings = flatMapSafely(log, await listZones(db), (zone) => {
      const day = dayAtRisk(now, zone);
      return day === null ? [] : { zone, day };
    });
    // Before the transaction, which must be short: what it claims makes the jobs of other instances wait.
    const risks = evenings.length === 0 ? [] : await listRisks(db, log, evenings, now);
    await db.transact(async (tx) => {
      if (!(await claimSearch(tx, quarter, now))) return;
      const claimed = risks.length === 0 ? [] : await claimRisks(tx, risks, now);
      await tx.enqueueAll(
        fanOutWebhook,
        claimed.map((risk) => ({
          id: newId(now),
          at: now.toISOString(),
          raised: { event: 'streak.at_risk' as const, ...risk },
        })),
      );
    });
  },
});
