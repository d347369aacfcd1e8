import * as z from 'zod/mini';
import { PLAN_TYPES } from '#domain/billing.ts';
import { User } from './auth.ts';
import { endpoint } from './endpoint.ts';

const PlanType = z.enum(PLAN_TYPES, 'Please choose a plan');

export const paymentOptions = endpoint({
  method: 'GET',
  path: '/api/payments/options',
  access: 'user',
  summary: 'Get whether plans can be bought here, and the address of support if there is one',
  response: z.object({
    /** `test` means that the provider is the sandbox and no money moves. */
    upgrades: z.enum(['on', 'off', 'test']),
    /** Null where this server has no address that a mail could reach. */
    support_email: z.nullable(z.string()),
  }),
});

/** Price and quantity come from the server, and the return address is always PUBLIC_URL; `origin_url` has no effect. */
export const createCheckout = endpoint({
  method: 'POST',
  path: '/api/payments/create-checkout',
  access: 'user',
  summary: 'Open a hosted checkout for a plan',
  body: z.object({ plan_type: PlanType, origin_url: z.optional(z.unknown()) }),
  response: z.object({ checkout_url: z.string() }),
  errors: ['upgrades_off', 'already_on_plan', 'already_subscribed', 'payments_unavailable', 'conflict'],
  rate: 'checkout',
});

export const paymentStatus = endpoint({
  method: 'GET',
  path: '/api/payments/status/{sessionId}',
  access: 'user',
  summary: 'Get the state of one of your checkouts',
  params: z.object({ sessionId: z.string().check(z.regex(/^[\w-]{1,100}$/)) }),
  response: z.object({
    payment_status: z.enum(['pending', 'paid', 'refunded']),
    status: z.enum(['open', 'complete', 'expired']),
    plan_type: PlanType,
  }),
  errors: ['payment_not_found'],
});

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/payments/cancel-subscription',
  access: 'user',
  summary: 'Cancel the plan at the end of its period; succeeds if it is already cancelled',
  response: z.object({ message: z.string(), user: User }),
  errors: ['upgrades_off', 'no_subscription', 'payments_unavailable'],
  rate: 'checkout',
});

export const switchPlan = endpoint({
  method: 'POST',
  path: '/api/payments/switch-plan',
  access: 'user',
  summary: 'Change between the monthly and the yearly plan; the rest of the old period is credited',
  body: z.object({ plan_type: PlanType }),
  response: z.object({ message: z.string(), user: User }),
  errors: ['upgrades_off', 'no_subscription', 'already_on_plan', 'payment_declined', 'payments_unavailable'],
  rate: 'checkout',
});

export const refreshSubscription = endpoint({
  method: 'POST',
  path: '/api/payments/refresh',
  access: 'user',
  summary: 'Read the subscription anew from the payment provider',
  response: User,
  errors: ['payments_unavailable'],
  rate: 'checkout',
});

export const openPortal = endpoint({
  method: 'POST',
  path: '/api/payments/portal',
  access: 'user',
  summary: "Open the payment provider's page for cards and invoices",
  response: z.object({ portal_url: z.string() }),
  errors: ['upgrades_off', 'no_subscription', 'payments_unavailable'],
  rate: 'checkout',
});

export const paymentWebhook = endpoint({
  method: 'POST',
  path: '/api/payments/webhook',
  access: 'public',
  summary: "Receive the payment provider's signed events; the signature is checked over the raw body",
  response: z.object({ received: z.boolean() }),
  errors: ['upgrades_off', 'event_not_verified', 'payments_unavailable'],
  rate: 'webhook',
});
