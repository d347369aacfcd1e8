/**
 * The server stores a purchase before it calls the provider, and uses the row's ID as the idempotency key. A call that
 * timed out after the provider acted is retried with the same key and returns the same checkout. A user has at most one
 * open purchase, because two could both be paid. A purchase of another plan first closes the open one at the provider.
 * If that one turns out to be paid, its plan is granted instead.
 */

import { PLANS, type PlanType, planEnd } from '#domain/billing.ts';
import { fail } from '#platform/http/errors.ts';
import * as queries from '../events/queries.ts';
import { PaymentRefused } from '../payments/payments.ts';
import { liveSubscription, type SyncContext, settleSubscription, syncCheckout } from '../subscription/commands.ts';
import * as purchases from './queries.ts';

/**
 * The maximum number of attempts. A checkout for another plan, a paid checkout and an unpaid plan each use one attempt.
 */
const ROUNDS = 4;

type Claim =
  | { readonly order: purchases.PaymentSessionRow; readonly buyer: queries.Buyer }
  | { readonly lapsed: string };

/** Returns the user's open purchase of any plan, or creates a purchase. Throws if the user already has a plan. */
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

/** Fetches the order's checkout, or opens it with its key. Returns null if the order was given up. */
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
    // The customer belongs to another account or a former sandbox. The next round creates a new customer.
    await queries.clearCustomer(db, buyer.id, buyer.customer_id);
    return null;
  }
}

/** Opens the provider's page where the user buys the plan. Returns its URL (docs/rules.md#payments). */
export async function startCheckout(syncing: SyncContext, userId: string, plan_type: PlanType): Promise<string> {
  const { payments } = syncing;
  for (let round = 0; round < ROUNDS; round++) {
    const claim = await claimOrder(syncing, userId, plan_type);
    if ('lapsed' in claim) {
      // Lapsed here but not yet at the provider, which must not collect money for two subscriptions.
      await settleSubscription(syncing, claim.lapsed);
      continue;
    }
    const checkout = await checkoutOf(syncing, claim);
    if (!checkout) continue;
    const { url, status, id } = checkout;
    if (status === 'open' && url !== null && claim.order.plan_type === plan_type) return url;
    // The checkout was closed in the meantime, or is for the other plan. Two open checkouts could both be paid.
    if (status === 'open') await payments.expireCheckout(id);
    await syncCheckout(syncing, id, null);
  }
  return fail('conflict');
}
