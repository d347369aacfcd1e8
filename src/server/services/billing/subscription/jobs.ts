import { PAYMENT_GRACE_DAYS } from '#domain/limits.ts';
import { defineRecurring } from '#platform/jobs/job.ts';
import { daysBefore, MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import { listOverUsers, lockBuyer } from '../events/queries.ts';
import { PaymentsUnavailable } from '../payments/payments.ts';
import { applyPlan, type SyncContext, settleSubscription } from './commands.ts';
import { listDueSubscriptions } from './queries.ts';

const BATCH = 100;
/** The minimum time between two fetches of the same subscription if the provider's events are late. */
const ASK_AGAIN_MS = 5 * MINUTE_MS;

/**
 * Fetches subscriptions whose period has passed, in case an event was lost. Ends subscriptions at the provider that
 * have ended here.
 */
async function settleDue(syncing: SyncContext, signal: AbortSignal): Promise<void> {
  const { db, now } = syncing;
  const grace_over = daysBefore(now, PAYMENT_GRACE_DAYS);
  const synced_before = new Date(now.getTime() - ASK_AGAIN_MS);
  for (const id of await listDueSubscriptions(db, { now, grace_over, synced_before }, BATCH)) {
    if (signal.aborted) return;
    await settleSubscription(syncing, id);
  }
}

/** Ends plans with their period, even without an event. Runs every minute. */
export const settlePlans = defineRecurring({
  name: 'settle-plans',
  every_s: MINUTE_MS / SECOND_MS,
  needs_clock: true,
  handle: async ({ db, clock, payments, signal }) => {
    const now = clock.now();
    // Plans end even if the provider is unavailable. Everything else waits for the next run.
    let away: PaymentsUnavailable | null = null;
    if (payments)
      await settleDue({ db, payments, now }, signal).catch((error) => {
        if (!(error instanceof PaymentsUnavailable)) throw error;
        away = error;
      });
    for (const id of await listOverUsers(db, now, BATCH))
      await db.transact(async (tx) => applyPlan(tx, await lockBuyer(tx, id), now));
    if (away) throw away;
  },
});
