import * as z from 'zod/mini';
import { PLAN_TYPES } from '#domain/billing.ts';
import { User } from './auth.ts';
import { endpoint } from './endpoint.ts';

const PlanType = z.enum(PLAN_TYPES, 'Please choose a plan');

export const paymentOptions = endpoint({
  method: 'GET',
  path: '/api/payments/options',
  access: 'user',
  summary: 'Whether plans can be bought here, and where support is',
  response: z.object({
    /** `test`: the provider is the sandbox, no money moves. */
    upgrades: z.enum(['on', 'off', 'test']),
    support_email: z.string(),
  }),
});

/** Price, tier and quantity are the server's; so is the origin of the way back (Decisions 8). */
export const createCheckout = endpoint({
  method: 'POST',
  path: '/api/payments/create-checkout',
  access: 'user',
  summary: 'Open a hosted checkout for a plan',
  body: z.object({ plan_type: PlanType, origin_url: z.optional(z.unknown()) }),
  response: z.object({ checkout_url: z.string() }),
  errors: ['upgrades_off', 'already_on_plan', 'already_subscribed', 'payments_unavailable'],
  rate: 'checkout',
});

export const paymentStatus = endpoint({
  method: 'GET',
  path: '/api/payments/status/{sessionId}',
  access: 'user',
  summary: 'What became of a checkout of one’s own',
  params: z.object({ sessionId: z.string() }),
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
  summary: 'Let the plan end with its period; cancelled already counts as done',
  response: z.object({ message: z.string(), user: User }),
  errors: ['no_subscription', 'payments_unavailable'],
});

export const switchPlan = endpoint({
  method: 'POST',
  path: '/api/payments/switch-plan',
  access: 'user',
  summary: 'Change between the monthly and the yearly plan; what is left of the old period is credited',
  body: z.object({ plan_type: PlanType }),
  response: z.object({ message: z.string(), user: User }),
  errors: ['upgrades_off', 'no_subscription', 'already_on_plan', 'payment_declined', 'payments_unavailable'],
  rate: 'checkout',
});

export const refreshSubscription = endpoint({
  method: 'POST',
  path: '/api/payments/refresh',
  access: 'user',
  summary: 'Ask the provider how the subscription stands',
  response: User,
  errors: ['payments_unavailable'],
});

export const openPortal = endpoint({
  method: 'POST',
  path: '/api/payments/portal',
  access: 'user',
  summary: 'Open the provider’s page for cards and invoices',
  response: z.object({ portal_url: z.string() }),
  errors: ['upgrades_off', 'no_subscription', 'payments_unavailable'],
});

export const paymentWebhook = endpoint({
  method: 'POST',
  path: '/api/payments/webhook',
  access: 'public',
  summary: 'The provider’s signed events; the body is read as it is',
  response: z.object({ received: z.boolean() }),
  errors: ['upgrades_off', 'event_not_verified', 'payments_unavailable'],
  rate: 'webhook',
});
