import type Stripe from 'stripe';
import type { PlanType, SubscriptionFacts } from '#domain/billing.ts';
import { SECOND_MS } from '#platform/lib/durations.ts';
import type { Checkout, Invoice, ProviderSubscription } from './payments.ts';

/** Returns the ID of an object that the provider sends in full or as an ID. */
export const referenceId = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'object' && thing !== null ? thing.id : (thing ?? null);

const instant = (seconds: number) => new Date(seconds * SECOND_MS);

const checkoutStatus = (status: string | null): Checkout['status'] =>
  status === 'complete' || status === 'expired' ? status : 'open';

export const readCheckout = (session: Stripe.Checkout.Session): Checkout => ({
  id: session.id,
  url: session.url,
  reference: session.client_reference_id,
  status: checkoutStatus(session.status),
  paid: session.status === 'complete' && session.payment_status !== 'unpaid',
  subscription_id: referenceId(session.subscription),
});

/** A pause or a missing first payment gives no plan. A renewal that finally failed counts as unpaid. */
const STATUSES: Record<string, SubscriptionFacts['status']> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  incomplete: 'incomplete',
  paused: 'incomplete',
  canceled: 'canceled',
  incomplete_expired: 'canceled',
};

/** Finds the plan by price, then by interval: buyers from before a price change still have the old price. */
function planOf(price: Stripe.Price, prices: Readonly<Record<PlanType, string>>): PlanType {
  if (price.id === prices.premium_yearly) return 'premium_yearly';
  if (price.id === prices.pro_monthly) return 'pro_monthly';
  return price.recurring?.interval === 'year' ? 'premium_yearly' : 'pro_monthly';
}

/**
 * Reads a subscription. Stripe stores periods with the item, and each subscription has one item. An unknown status
 * gives no plan.
 */
export function readSubscription(
  subscription: Stripe.Subscription,
  prices: Readonly<Record<PlanType, string>>,
): ProviderSubscription {
  const [item] = subscription.items.data;
  if (!item) throw new Error('The provider sent a subscription without an item.');
  return {
    id: subscription.id,
    customer_id: referenceId(subscription.customer)!,
    plan_type: planOf(item.price, prices),
    status: STATUSES[subscription.status] ?? 'incomplete',
    cancel_at_period_end: subscription.cancel_at_period_end,
    cancel_requested_at: subscription.canceled_at === null ? null : instant(subscription.canceled_at),
    period_start: instant(item.current_period_start),
    period_end: instant(item.current_period_end),
    started_at: instant(subscription.start_date),
  };
}

/** Returns null for an invoice without a subscription. */
export function readInvoice(invoice: Stripe.Invoice): Invoice | null {
  const subscription_id = referenceId(invoice.parent?.subscription_details?.subscription);
  if (subscription_id === null || invoice.id === undefined) return null;
  const { paid_at } = invoice.status_transitions;
  return {
    id: invoice.id,
    subscription_id,
    amount: invoice.amount_paid,
    currency: invoice.currency,
    paid_at: invoice.status !== 'paid' || paid_at === null ? null : instant(paid_at),
  };
}
