import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type Stripe from 'stripe';
import type { PlanType } from '#domain/billing.ts';
import { PaymentRefused, type Payments, type ReturnedCharge } from './payments.ts';
import { ask, orNull } from './stripe-errors.ts';
import { readStripeEvent } from './stripe-events.ts';
import { readCheckout, readInvoice, readSubscription, referenceId } from './stripe-objects.ts';

const TIMEOUT_MS = 10_000;

export interface StripeSettings {
  readonly secret_key: string;
  readonly webhook_secret: string;
  /** The provider's price IDs; the amounts are set at the provider. */
  readonly prices: Readonly<Record<PlanType, string>>;
  /** The origin of the API. Null means the real Stripe API. */
  readonly api_url: string | null;
  /** PUBLIC_URL, to which every hosted page returns. */
  readonly public_url: string;
  readonly kind: Payments['kind'];
  readonly timeout_ms?: number;
}

function connectionOf({ api_url, timeout_ms = TIMEOUT_MS }: StripeSettings) {
  const url = new URL(api_url ?? 'https://api.stripe.com');
  const https = url.protocol === 'https:';
  const httpAgent = https ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  return {
    host: url.hostname,
    port: url.port || (https ? 443 : 80),
    protocol: https ? ('https' as const) : ('http' as const),
    timeout: timeout_ms,
    httpAgent,
  };
}

interface Account {
  readonly stripe: Stripe;
  readonly settings: StripeSettings;
}

const findSubscription = ({ stripe }: Account, id: string) => orNull(ask(() => stripe.subscriptions.retrieve(id)));

const isCanceled = ({ settings }: Account, found: Stripe.Subscription) =>
  readSubscription(found, settings.prices).status === 'canceled';

async function findReturnedCharge(account: Account, id: string): Promise<ReturnedCharge | null> {
  const { stripe } = account;
  const charge = await orNull(ask(() => stripe.charges.retrieve(id)));
  const payment_intent = charge && referenceId(charge.payment_intent);
  if (!charge || !payment_intent) return null;
  const payment = { type: 'payment_intent', payment_intent } as const;
  const { data } = await ask(() => stripe.invoicePayments.list({ payment, limit: 1 }));
  const invoiceId = data[0] && referenceId(data[0].invoice);
  if (!invoiceId) return null;
  const found = await ask(() => stripe.invoices.retrieve(invoiceId));
  const invoice = readInvoice(found);
  const subscription = invoice && (await findSubscription(account, invoice.subscription_id));
  if (!subscription) return null;
  const { refunded, disputed } = charge;
  return {
    ...{ invoice, refunded, disputed },
    first: found.billing_reason === 'subscription_create',
    current: referenceId(subscription.latest_invoice) === invoiceId,
    returned: disputed ? charge.amount : charge.amount_refunded,
  };
}

type Checkouts = Pick<Payments, 'createCustomer' | 'openCheckout' | 'getCheckout' | 'expireCheckout' | 'openPortal'>;

const checkoutsOf = ({ stripe, settings: { prices, public_url } }: Account): Checkouts => ({
  createCustomer: ({ id, email, name, idempotency_key }) =>
    ask(async () => {
      const customer = await stripe.customers.create(
        { email, name, metadata: { user_id: id } },
        { idempotencyKey: `customer-${idempotency_key}` },
      );
      return customer.id;
    }),
  openCheckout: ({ customer_id, plan_type, idempotency_key }) =>
    ask(async () => {
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer: customer_id,
          client_reference_id: idempotency_key,
          line_items: [{ price: prices[plan_type], quantity: 1 }],
          success_url: `${public_url}/upgrade-success?session_id={CHECKOUT_SESSION_ID}`,
          cancel_url: `${public_url}/pricing`,
        },
        { idempotencyKey: idempotency_key },
      );
      return readCheckout(session);
    }),
  getCheckout: async (id) => {
    const session = await orNull(ask(() => stripe.checkout.sessions.retrieve(id)));
    return session && readCheckout(session);
  },
  expireCheckout: async (id) => {
    // Stripe refuses if the checkout is already closed, which is the goal anyway.
    await ask(() => stripe.checkout.sessions.expire(id)).catch((error) => {
      if (!(error instanceof PaymentRefused)) throw error;
    });
  },
  openPortal: (customer) =>
    ask(async () => {
      const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: `${public_url}/profile` });
      return url;
    }),
});

type Subscriptions = Pick<
  Payments,
  'getSubscription' | 'listSubscriptions' | 'cancelAtPeriodEnd' | 'cancelNow' | 'switchPlan'
>;

function subscriptionsOf(account: Account): Subscriptions {
  const { stripe, settings } = account;
  const { prices } = settings;
  return {
    getSubscription: async (id) => {
      const found = await findSubscription(account, id);
      return found && readSubscription(found, prices);
    },
    listSubscriptions: (customer) =>
      ask(async () => {
        const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
        return data.map(({ id }) => id);
      }),
    cancelAtPeriodEnd: async (id, idempotencyKey) => {
      const found = await findSubscription(account, id);
      if (!found || found.cancel_at_period_end || isCanceled(account, found)) return;
      await ask(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }, { idempotencyKey }));
    },
    cancelNow: async (id) => {
      const found = await findSubscription(account, id);
      if (!found || isCanceled(account, found)) return;
      await orNull(ask(() => stripe.subscriptions.cancel(id)));
    },
    switchPlan: async (id, plan) => {
      const found = await ask(() => stripe.subscriptions.retrieve(id));
      const [item] = found.items.data;
      // A repeated call finds the change already applied.
      if (!item || (item.price.id === prices[plan] && !found.cancel_at_period_end)) return;
      await ask(() =>
        stripe.subscriptions.update(id, {
          items: [{ id: item.id, price: prices[plan] }],
          cancel_at_period_end: false,
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
        }),
      );
    },
  };
}

/** Implements Payments with Stripe's SDK: Checkout, Billing, the customer portal and signed webhooks. */
export async function stripePayments(settings: StripeSettings): Promise<Payments> {
  // A dynamic import, so a server without payments does not load its megabytes.
  const { default: StripeSdk } = await import('stripe');
  const connection = connectionOf(settings);
  const stripe: Stripe = new StripeSdk(settings.secret_key, { ...connection, maxNetworkRetries: 1, telemetry: false });
  const account = { stripe, settings };
  return {
    kind: settings.kind,
    ...checkoutsOf(account),
    ...subscriptionsOf(account),
    getInvoice: async (id) => {
      const invoice = await orNull(ask(() => stripe.invoices.retrieve(id)));
      return invoice && readInvoice(invoice);
    },
    getReturnedCharge: (id) => findReturnedCharge(account, id),
    readEvent: (body, signature, now) => readStripeEvent(stripe, settings.webhook_secret, body, signature, now),
    close: () => connection.httpAgent.destroy(),
  };
}
