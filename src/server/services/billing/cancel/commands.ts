import type { PlanType } from '#domain/billing.ts';
import { fail } from '#platform/http/errors.ts';
import * as queries from '../events/queries.ts';
import { PaymentRefused } from '../payments/payments.ts';
import {
  cancellationKey,
  liveSubscription,
  type SyncContext,
  syncSubscription,
  syncUser,
} from '../subscription/commands.ts';
import { listSubscriptions } from '../subscription/queries.ts';

/** Finds the running subscription. Asks the provider if none is stored. */
async function requireLive(syncing: SyncContext, userId: string) {
  const { db, now } = syncing;
  const known = await liveSubscription(db, userId, now);
  if (known) return known;
  await syncUser(syncing, await queries.findBuyer(db, userId));
  return liveSubscription(db, userId, now);
}

/**
 * Cancels the plan at the end of its period. An unpaid renewal ends immediately, so the provider collects nothing more.
 * Safe to repeat; a repeated call skips the provider (docs/rules.md#payments).
 */
export async function cancelPlan(syncing: SyncContext, userId: string): Promise<void> {
  const { db, payments } = syncing;
  const live = await requireLive(syncing, userId);
  if (!live) {
    if ((await listSubscriptions(db, userId)).length === 0) fail('no_subscription');
    return;
  }
  if (live.cancel_at_period_end) return;
  try {
    await (live.status === 'past_due'
      ? payments.cancelNow(live.id)
      : payments.cancelAtPeriodEnd(live.id, cancellationKey(live)));
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    // The subscription might have ended since the last sync; then nothing is left to do.
    const now = await payments.getSubscription(live.id);
    if (now && now.status !== 'canceled') throw error;
  }
  await syncSubscription(syncing, live.id, null);
}

/** Changes the plan of the running subscription. Throws `no_subscription` or `already_on_plan`. */
export async function changePlan(syncing: SyncContext, userId: string, plan: PlanType): Promise<void> {
  const live = await requireLive(syncing, userId);
  if (!live) return fail('no_subscription');
  if (live.plan_type === plan && !live.cancel_at_period_end) return fail('already_on_plan');
  await syncing.payments.switchPlan(live.id, plan);
  await syncSubscription(syncing, live.id, null);
}
