import { PLANS, type PlanType } from '#domain/billing.ts';
import type { SandboxInvoice, SandboxSession, SandboxSubscription } from './state.ts';

export const PRICES: Readonly<Record<PlanType, string>> = {
  pro_monthly: 'price_sandboxpromonthly',
  premium_yearly: 'price_sandboxpremiumyearly',
};

export const planOfPrice = (price: string | null): PlanType | null =>
  (Object.keys(PRICES) as PlanType[]).find((plan) => PRICES[plan] === price) ?? null;

const priceObject = (plan: PlanType) => ({
  id: PRICES[plan],
  object: 'price',
  unit_amount: PLANS[plan].amount,
  currency: PLANS[plan].currency,
  recurring: { interval: PLANS[plan].interval, interval_count: 1 },
});

/** API objects with the fields of Stripe's objects that an integration reads. */
export const sessionObject = (session: SandboxSession, url: string) => ({
  id: session.id,
  object: 'checkout.session',
  mode: 'subscription',
  livemode: false,
  customer: session.customer,
  client_reference_id: session.reference,
  status: session.status,
  payment_status: session.payment_status,
  subscription: session.subscription,
  success_url: session.success_url,
  cancel_url: session.cancel_url,
  created: session.created,
  expires_at: session.expires_at,
  url: session.status === 'open' ? url : null,
});

export const subscriptionObject = (subscription: SandboxSubscription) => ({
  id: subscription.id,
  object: 'subscription',
  livemode: false,
  customer: subscription.customer,
  status: subscription.status,
  cancel_at_period_end: subscription.cancel_at_period_end,
  canceled_at: subscription.canceled_at,
  start_date: subscription.start_date,
  latest_invoice: subscription.latest_invoice,
  items: {
    object: 'list',
    has_more: false,
    data: [
      {
        id: `si_${subscription.id}`,
        object: 'subscription_item',
        quantity: 1,
        price: priceObject(subscription.plan),
        current_period_start: subscription.period_start,
        current_period_end: subscription.period_end,
      },
    ],
  },
});

export const invoiceObject = (invoice: SandboxInvoice) => ({
  id: invoice.id,
  object: 'invoice',
  customer: invoice.customer,
  status: invoice.paid_at === null ? 'open' : 'paid',
  billing_reason: invoice.first ? 'subscription_create' : 'subscription_update',
  currency: 'usd',
  amount_due: invoice.amount,
  amount_paid: invoice.paid_at === null ? 0 : invoice.amount,
  status_transitions: { paid_at: invoice.paid_at },
  created: invoice.created,
  parent: { type: 'subscription_details', subscription_details: { subscription: invoice.subscription } },
});

export const chargeObject = (invoice: SandboxInvoice) => ({
  id: invoice.charge,
  object: 'charge',
  customer: invoice.customer,
  amount: invoice.amount,
  payment_intent: invoice.payment_intent,
  paid: invoice.paid_at !== null,
  amount_refunded: invoice.refunded,
  refunded: invoice.refunded === invoice.amount,
  disputed: invoice.disputed,
});

export const disputeObject = (invoice: SandboxInvoice) => ({
  id: `dp_${invoice.id}`,
  object: 'dispute',
  charge: invoice.charge,
  payment_intent: invoice.payment_intent,
  status: 'needs_response',
});

export const listOf = (data: object[]) => ({ object: 'list', has_more: false, data });
