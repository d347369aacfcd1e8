import * as z from 'zod/mini';
import { ON_SERVER } from '#contract-side';
import { PLAN_TYPES } from '#domain/billing.ts';
import { described } from '#platform/contract/describe.ts';
import { endpoint } from '#platform/contract/endpoint.ts';
import { problem } from '#platform/i18n/problem.ts';
import { User } from './auth.ts';

const PlanType = z.enum(PLAN_TYPES, problem('problems.plan'));
const ChangedPlan = z.object({
  message: described(z.string(), 'A sentence to show to people.'),
  user: described(User, 'Your account now.'),
});

export const paymentOptions = endpoint(
  { method: 'GET', path: '/api/payments/options' },
  ON_SERVER && {
    access: 'user',
    summary: 'Find out whether plans can be bought here, and the support address if there is one',
    response: z.object({
      upgrades: described(z.enum(['on', 'off', 'test']), 'Whether plans can be bought here; in `test` no money moves.'),
      support_email: described(z.nullable(z.string()), 'The email address of support; null without one.'),
    }),
  },
);

/** The server sets price and quantity, and the return address is always PUBLIC_URL. `origin_url` has no effect. */
export const createCheckout = endpoint(
  {
    method: 'POST',
    path: '/api/payments/create-checkout',
    body: z.object({
      plan_type: described(PlanType, 'The plan.'),
      origin_url: described(z.optional(z.unknown()), 'Has no effect: you always come back to this server.', {
        type: ['string', 'null'],
        maxLength: 1000,
      }),
    }),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Open a hosted checkout for a plan',
    response: z.object({ checkout_url: described(z.string(), "The provider's page where you pay.") }),
    errors: ['upgrades_off', 'already_on_plan', 'already_subscribed', 'payments_unavailable', 'conflict'],
    rate: 'checkout',
  },
);

export const paymentStatus = endpoint(
  { method: 'GET', path: '/api/payments/status/{sessionId}' },
  ON_SERVER && {
    access: 'user',
    summary: 'Get the state of one of your checkouts',
    params: z.object({ sessionId: z.string().check(z.regex(/^[\w-]{1,100}$/)) }),
    response: z.object({
      payment_status: described(z.enum(['pending', 'paid', 'refunded']), 'Whether it was paid.'),
      status: described(z.enum(['open', 'complete', 'expired']), 'The state of the checkout.'),
      plan_type: described(PlanType, 'The plan.'),
    }),
    errors: ['payment_not_found'],
  },
);

export const cancelSubscription = endpoint(
  { method: 'POST', path: '/api/payments/cancel-subscription' },
  ON_SERVER && {
    access: 'user',
    summary: 'Cancel the plan at the end of its period; succeeds if it is already canceled',
    response: ChangedPlan,
    errors: ['upgrades_off', 'no_subscription', 'payments_unavailable'],
    rate: 'checkout',
    translated: true,
  },
);

export const switchPlan = endpoint(
  {
    method: 'POST',
    path: '/api/payments/switch-plan',
    body: z.object({ plan_type: described(PlanType, 'The plan to change to.') }),
  },
  ON_SERVER && {
    access: 'user',
    summary: 'Change between the monthly and the yearly plan; the rest of the old period is credited',
    response: ChangedPlan,
    errors: ['upgrades_off', 'no_subscription', 'already_on_plan', 'payment_declined', 'payments_unavailable'],
    rate: 'checkout',
    translated: true,
  },
);

export const refreshSubscription = endpoint(
  { method: 'POST', path: '/api/payments/refresh' },
  ON_SERVER && {
    access: 'user',
    summary: 'Refresh the subscription from the payment provider',
    response: User,
    errors: ['payments_unavailable'],
    rate: 'checkout',
  },
);

export const openPortal = endpoint(
  { method: 'POST', path: '/api/payments/portal' },
  ON_SERVER && {
    access: 'user',
    summary: "Open the payment provider's page for cards and invoices",
    response: z.object({ portal_url: described(z.string(), "The provider's page for cards and invoices.") }),
    errors: ['upgrades_off', 'no_subscription', 'payments_unavailable'],
    rate: 'checkout',
  },
);

export const paymentWebhook = endpoint(
  { method: 'POST', path: '/api/payments/webhook' },
  ON_SERVER && {
    access: 'public',
    summary: "Receive the payment provider's signed events; the signature is checked over the raw body",
    response: z.object({ received: described(z.boolean(), 'Always true.') }),
    errors: ['upgrades_off', 'event_not_verified', 'payments_unavailable'],
    rate: 'webhook',
  },
);
