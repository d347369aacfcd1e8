/**
 * A purchase is a row before the provider is called, and the row's id is the idempotency key: a call that timed out
 * after the provider acted is repeated under the same key and yields the same checkout. A user has one open purchase at
 * most. For another plan the open one is closed at the provider first, and if it turns out to be paid, its plan is
 * granted instead: two open ones could both be paid, and the second would only be noticed on a card statement.
 */

import { PLANS, type PlanType, planEnd } from '#domain/billing.ts';
import { fail } from '#platform/http/errors.ts';
import * as queries from '../events/queries.ts';
import { PaymentRefused } from '../payments/payments.ts';
import { liveSubscription, type SyncContext, settleSubscription, syncCheckout } from '../subscription/commands.ts';
import * as purchases from './queries.ts';

/** Attempts in all: a checkout for another plan, one that was paid meanwhile and an unpaid plan each cost one. */
const ROUNDS = 4;

type Claim =
  | { readonly order: purchases.PaymentSessionRow; readonly buyer: queries.Buyer }
  | { readonly lapsed: string };

/** The user's one open purchase: a new row, or the existing one, whatever its plan. A user with a plan has nothing to buy. */
const claimOrder = ({ db, now }: SyncContext, userId: string, plan_type: PlanType): Promise<Claim> =>
  db.transact(async (tx) => {
    const buyer = await queries.lockBuyer(tx, userId);
    const subscription = await liveSubscription(tx, userId, now);
    if (subscription && planEnd(subscription)! <= now) return { lapsed: subscription.id };
    if (subscription) return fail(subscription.plan_type === plan_type ? 'already_on_plan' : 'already_subscribed');
    const { amount, currency } = PLANS[plan_type];
    const open = await purchases.findOpenSession(tx, userId);
    const order = open ?? (await purchases.insertCheckout(tx, { user_id: userId, plan_type, amount, currency }, now));
    return { order, buyer };
  });

async function customerOf({ db, payments }: SyncContext, buyer: queries.Buyer, key: string): Promise<string> {
  if (buyer.customer_id !== null) return buyer.customer_id;
  const { id, email, name } = buyer;
  return queries.setCustomer(db, id, await payments.createCustomer({ id, email, name, idempotency_key: key }));
}

/** The order in its state at the provider; null when it had to be given up. One never confirmed is opened with its key. */
async function checkoutOf(syncing: SyncContext, { order, buyer }: Extract<Claim, { order: unknown }>) {
  const { db, payments } = syncing;
  if (order.provider_id !== null) {
    const checkout = await payments.getCheckout(order.provider_id);
    if (!checkout) await purchases.failSession(db, order.id);
    return checkout;
  }
  try {
    const customer_id = await customerOf(syncing, buyer, order.id);
    const { id: idempotency_key, plan_type } = order;
    const checkout = await payments.openCheckout({ customer_id, plan_type, idempotency_key });
    await purchases.openSession(db, order.id, checkout);
    return checkout;
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    await purchases.failSession(db, order.id);
    if (buyer.customer_id === null) throw error;
    // The customer belongs to another account or to a former sandbox: the next round creates a new one.
    await queries.clearCustomer(db, buyer.id, buyer.customer_id);
    return null;
  }
}

/** Opens the hosted page on which the user buys the plan; returns its URL (docs/rules.md#payments). */
export async function startCheckout(syncing: SyncContext, userId: string, plan_type: PlanType): Promise<string> {
  const { payments } = syncing;
  for (let round = 0; round < ROUNDS; round++) {
    const claim = await claimOrder(syncing, userId, plan_type);
    if ('lapsed' in claim) {
      // Given up by us, not yet by the provider: it must not collect money beside the new one.
      await settleSubscription(syncing, claim.lapsed);
      continue;
    }
    const checkout = await checkoutOf(syncing, claim);
    if (!checkout) continue;
    const { url, status, id } = checkout;
    if (status === 'open' && url !== null && claim.order.plan_type === plan_type) return url;
    // Closed meanwhile, or for the other plan: two open checkouts could both be paid.
    if (status === 'open') await payments.expireCheckout(id);
    await syncCheckout(syncing, id, null);
  }
  return fail('conflict');
}
