import type { PlanType, SubscriptionFacts } from '#domain/billing.ts';
import { Failure } from '#platform/http/errors.ts';

/** A hosted checkout as the provider returns it. */
export interface Checkout {
  readonly id: string;
  /** The idempotency key of the call that opened it. */
  readonly reference: string | null;
  /** The payment page, or null after the checkout is closed. */
  readonly url: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  readonly paid: boolean;
  readonly subscription_id: string | null;
}

/** A subscription as the provider returns it. */
export interface ProviderSubscription extends SubscriptionFacts {
  readonly id: string;
  readonly customer_id: string;
  readonly started_at: Date;
  readonly cancel_requested_at: Date | null;
}

/** A bill for the start, a renewal or a plan change of a subscription. */
export interface Invoice {
  readonly id: string;
  readonly subscription_id: string;
  /** Collected cents of `currency`; 0 until it is paid, or if a credit paid it. */
  readonly amount: number;
  readonly currency: string;
  readonly paid_at: Date | null;
}

/** A refunded or disputed charge. */
export interface ReturnedCharge {
  readonly invoice: Invoice;
  /** Whether it paid the first invoice of the subscription. */
  readonly first: boolean;
  /** Whether it paid for the current period; refunding an older one does not end the plan. */
  readonly current: boolean;
  readonly refunded: boolean;
  readonly disputed: boolean;
  /** Refunded cents; the full amount while the charge is disputed. */
  readonly returned: number;
}

/** The subject of an event. The server always fetches its state instead of reading the event. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly about: { readonly kind: 'checkout' | 'subscription' | 'invoice' | 'charge'; readonly id: string } | null;
}

/**
 * The payment provider. Every call throws PaymentsUnavailable if the provider did not respond, so a retry makes sense.
 * It throws another error if the provider refused.
 */
export interface Payments {
  /** `sandbox`: no money moves. */
  readonly kind: 'stripe' | 'sandbox';
  /** Creates a customer and returns the provider's ID. Equal `idempotency_key`s return one customer. */
  createCustomer(user: { id: string; email: string; name: string; idempotency_key: string }): Promise<string>;
  /**
   * Opens a checkout. Calls with the same `idempotency_key` return the same checkout. Throws PaymentRefused if the key
   * cannot open a checkout.
   */
  openCheckout(order: { customer_id: string; plan_type: PlanType; idempotency_key: string }): Promise<Checkout>;
  getCheckout(id: string): Promise<Checkout | null>;
  /** Closes a checkout permanently. Safe to repeat. */
  expireCheckout(id: string): Promise<void>;
  getSubscription(id: string): Promise<ProviderSubscription | null>;
  /** Lists the IDs of a customer's newest subscriptions, at most 100, including ended ones. */
  listSubscriptions(customerId: string): Promise<string[]>;
  /**
   * Ends the subscription at the end of its period. Safe to repeat; with the same idempotency key the provider does
   * nothing.
   */
  cancelAtPeriodEnd(subscriptionId: string, idempotency_key: string): Promise<void>;
  /** Ends the subscription immediately, without a refund. Safe to repeat. */
  cancelNow(subscriptionId: string): Promise<void>;
  /**
   * Changes the plan immediately, with a credit for unused time, and withdraws a cancellation. Throws PaymentDeclined.
   */
  switchPlan(subscriptionId: string, plan: PlanType): Promise<void>;
  /** Returns the URL of the page for cards and invoices. */
  openPortal(customerId: string): Promise<string>;
  /** Null for an invoice without a subscription. */
  getInvoice(id: string): Promise<Invoice | null>;
  /** Null for a charge without a subscription. */
  getReturnedCharge(chargeId: string): Promise<ReturnedCharge | null>;
  /** Throws EventNotVerified unless the body is an event, signed with the shared secret at most 300 s ago. */
  readEvent(body: Buffer, signature: string | undefined, now: Date): PaymentEvent;
  close(): void;
}

/** The provider did not respond, or reports an internal error. */
export class PaymentsUnavailable extends Failure {
  constructor(message: string, options?: ErrorOptions) {
    super('payments_unavailable');
    this.message = message;
    this.cause = options?.cause;
  }
}
/** The provider refused and would refuse the same request again. */
export class PaymentRefused extends Error {}
export class PaymentDeclined extends Error {}
/** The body is not an event, its signature is wrong, or the signature is too old. */
export class EventNotVerified extends Error {}
