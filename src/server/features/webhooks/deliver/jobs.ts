import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { WEBHOOK_TRIES } from '#domain/limits.ts';
import { dayAtRisk, restMs } from '#domain/webhooks.ts';
import { newId } from '../../../db/ids.ts';
import type { Tx } from '../../../db/open.ts';
import { defineJob, flatMapSafely, MAIL_TRIES, slotWaitSeconds } from '../../../jobs/job.ts';
import { planLimits } from '../../billing/public.ts';
import { findNoticeRecipient, listZones } from '../../profile/public.ts';
import { claimRisks, claimSearch, claimStarted, isSearched, listRisks } from '../clock/queries.ts';
import { RaisedEvent, writeDeliveries } from '../fan-out/commands.ts';
import { type Claim, claimSend, type DueSend, endSend, findDue, lockLate, scheduleSends } from '../send/queries.ts';
import { sendOnce, settleTry } from './commands.ts';
import { webhookNotice, webhookOffMail } from './mails.ts';
import { dropDelivery, withdrawDelivery } from './queries.ts';

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

/** Enqueues what a send made due. `waits` counts how often the webhook of the claim has found no place. */
async function enqueueNext(tx: Tx, claim: Claim, sends: readonly DueSend[], waits: number, now: Date): Promise<void> {
  for (const send of sends) {
    const isOwn = send.webhook_id === claim.webhook_id && waits > 0;
    const wait_ms = new Date(send.next_send_at).getTime() - now.getTime();
    const delay_s = Math.ceil(Math.max(0, wait_ms) / SECOND_MS);
    await tx.enqueue(sendToWebhook, isOwn ? { ...send, waits } : send, { delay_s });
  }
}

/** Ends a claim without a try: there was nothing to send, or no place, or what was due may not be sent. */
async function release(tx: Tx, claim: Claim, now: Date, waits = 0): Promise<void> {
  const not_before = new Date(now.getTime() + (waits > 0 ? slotWaitSeconds(waits - 1) : 0) * SECOND_MS);
  await enqueueNext(tx, claim, await endSend(tx, claim, { not_before, timeouts: null }, now), waits, now);
}

/**
 * Sends the delivery of a webhook that has waited longest, and enqueues the next one. A webhook has one job, which knows it by
 * the instant of its next try: a job that comes a second time finds another instant there and does nothing. A receiver
 * that does not answer is no failure of the job: the tries of the job itself are for a database that is away and for a
 * process that died.
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
        await (isBarred ? dropDelivery : withdrawDelivery)(tx, delivery.id);
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
export const reviveDeliveries = defineJob({
  name: 'revive-deliveries',
  schema: z.object({}),
  retry: { tries: 3 },
  every_s: MINUTE_MS / SECOND_MS,
  handle: (_, { db, clock }) =>
    db.transact(async (tx) => {
      const now = clock.now();
      await tx.enqueueAll(sendToWebhook, await scheduleSends(tx, await lockLate(tx, now), now));
    }),
});

/** Finds out whom an event goes to, and writes a delivery for each webhook. */
export const fanOutWebhook = defineJob({
  name: 'fan-out-webhook',
  schema: z.object({ id: z.string(), at: z.string(), raised: RaisedEvent }),
  retry: { tries: WEBHOOK_TRIES },
  parallel: 4,
  handle: (event, { db, clock, config }) =>
    db.transact(async (tx) =>
      tx.enqueueAll(sendToWebhook, await writeDeliveries(tx, event, config.plans, clock.now())),
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
