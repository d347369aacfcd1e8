import type { PlanType, SubscriptionFacts } from '#domain/billing.ts';
import { Failure } from '#platform/http/errors.ts';

/** A hosted checkout in its state at the provider. */
export interface Checkout {
  readonly id: string;
  /** The idempotency key with which it was opened. */
  readonly reference: string | null;
  /** Where the buyer pays; null when it is closed. */
  readonly url: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  readonly paid: boolean;
  readonly subscription_id: string | null;
}

/** A subscription in its state at the provider. */
export interface ProviderSubscription extends SubscriptionFacts {
  readonly id: string;
  readonly customer_id: string;
  readonly started_at: Date;
  /** When the cancellation was requested. */
  readonly cancel_requested_at: Date | null;
}

/** One bill of a subscription: its beginning, a renewal or a change of plan. */
export interface Invoice {
  readonly id: string;
  readonly subscription_id: string;
  /** Cents of `currency` that were collected; 0 until it is paid, and when a credit paid it. */
  readonly amount: number;
  readonly currency: string;
  readonly paid_at: Date | null;
}

/** A charge that was refunded or is disputed. */
export interface ReturnedCharge {
  readonly invoice: Invoice;
  /** Whether it was the first of its subscription: the purchase itself. */
  readonly first: boolean;
  /** Whether it paid for the current period; refunding an older one does not end the plan. */
  readonly current: boolean;
  readonly refunded: boolean;
  readonly disputed: boolean;
  /** Refunded cents, a part or all; all of them while it is disputed. */
  readonly returned: number;
}

/** What an event is about. Its state is always fetched, never read from the event. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly about: { readonly kind: 'checkout' | 'subscription' | 'invoice' | 'charge'; readonly id: string } | null;
}

/**
 * The payment provider: hosted checkout, subscriptions, signed events. Every call throws PaymentsUnavailable when the
 * provider did not answer, so that trying again makes sense, and an ordinary error when it refused.
 */
export interface Payments {
  /** `sandbox`: no money moves. */
  readonly kind: 'stripe' | 'sandbox';
  /** The provider's id for a user. Equal `idempotency_key`s yield one customer. */
  createCustomer(user: { id: string; email: string; name: string; idempotency_key: string }): Promise<string>;
  /** Equal `idempotency_key`s yield one checkout. Throws PaymentRefused when there can be none under this key. */
  openCheckout(order: { customer_id: string; plan_type: PlanType; idempotency_key: string }): Promise<Checkout>;
  getCheckout(id: string): Promise<Checkout | null>;
  /** Closes a checkout for good; closing it again changes nothing. */
  expireCheckout(id: string): Promise<void>;
  getSubscription(id: string): Promise<ProviderSubscription | null>;
  /** Ids of all of a customer's subscriptions, ended ones too; at most the newest 100. */
  listSubscriptions(customerId: string): Promise<string[]>;
  /**
   * Ends the subscription with its period; the plan stays until then. Doing it again changes nothing, and with the same
   * idempotency key the provider does nothing at all.
   */
  cancelAtPeriodEnd(subscriptionId: string, idempotency_key: string): Promise<void>;
  /** Ends the subscription at once, without a refund. Doing it again changes nothing. */
  cancelNow(subscriptionId: string): Promise<void>;
  /**
   * Changes the plan from now on, with a credit for the unused time; a cancellation is withdrawn. Throws
   * PaymentDeclined.
   */
  switchPlan(subscriptionId: string, plan: PlanType): Promise<void>;
  /** The URL of the page for cards and invoices. */
  openPortal(customerId: string): Promise<string>;
  /** Null for an invoice that belongs to no subscription. */
  getInvoice(id: string): Promise<Invoice | null>;
  /** Null for a charge that paid for no subscription. */
  getReturnedCharge(chargeId: string): Promise<ReturnedCharge | null>;
  /** Throws EventNotVerified unless the body is an event, signed with the shared secret at most 300 s ago. */
  readEvent(body: Buffer, signature: string | undefined, now: Date): PaymentEvent;
  close(): void;
}

/** The provider did not answer, or reports a failure of its own. */
export class PaymentsUnavailable extends Failure {
  constructor(message: string, options?: ErrorOptions) {
    super('payments_unavailable');
    this.message = message;
    this.cause = options?.cause;
  }
}
/** The provider refuses; the same request would be refused again. */
export class PaymentRefused extends Error {}
/** The card was declined. */
export class PaymentDeclined extends Error {}
/** The event was not signed with the shared secret, or too long ago, or it is none. */
export class EventNotVerified extends Error {}
