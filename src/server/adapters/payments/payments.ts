import type { PlanType, SubscriptionFacts } from '#domain/billing.ts';

/** A hosted checkout as the provider has it. */
export interface Checkout {
  readonly id: string;
  /** The idempotency key under which it was opened. */
  readonly reference: string | null;
  /** Where the buyer pays; null once it is closed. */
  readonly url: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  readonly paid: boolean;
  readonly subscription_id: string | null;
}

/** A subscription as the provider has it. */
export interface ProviderSubscription extends SubscriptionFacts {
  readonly id: string;
  readonly customer_id: string;
  readonly started_at: Date;
  /** When the cancellation was asked for. */
  readonly cancel_requested_at: Date | null;
}

/** What a subscription costs at one time: its beginning, a renewal or a change of plan. */
export interface Invoice {
  readonly id: string;
  readonly subscription_id: string;
  /** What was collected, in cents of `currency`; 0 until it is paid, and where a credit paid it. */
  readonly amount: number;
  readonly currency: string;
  readonly paid_at: Date | null;
}

/** A charge that was given back or is disputed. */
export interface ReturnedCharge {
  readonly invoice: Invoice;
  /** Whether it was the first one of its subscription: the purchase itself. */
  readonly first: boolean;
  /** Whether it paid for the period that runs; an older one given back does not end the plan. */
  readonly current: boolean;
  readonly refunded: boolean;
  readonly disputed: boolean;
  /** In cents: what was given back of it, a part or all; all while it is disputed. */
  readonly returned: number;
}

/** What an event is about: its state is always asked for, never read from the event. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly about: { readonly kind: 'checkout' | 'subscription' | 'invoice' | 'charge'; readonly id: string } | null;
}

/**
 * The payment provider: hosted checkout, subscriptions, signed events. Every call throws PaymentsUnavailable when the
 * provider did not answer, so that trying again makes sense; what it refuses throws an ordinary error.
 */
export interface Payments {
  /** `sandbox`: no money moves. */
  readonly kind: 'stripe' | 'sandbox';
  /** The provider's id for a user. Equal `idempotency_key`s yield one customer. */
  createCustomer(user: { id: string; email: string; name: string; idempotency_key: string }): Promise<string>;
  /** Equal `idempotency_key`s yield one checkout. Throws PaymentRefused when there can be none under this key. */
  openCheckout(order: { customer_id: string; plan_type: PlanType; idempotency_key: string }): Promise<Checkout>;
  getCheckout(id: string): Promise<Checkout | null>;
  /** Closes a checkout for good; one that is closed already stays as it is. */
  expireCheckout(id: string): Promise<void>;
  getSubscription(id: string): Promise<ProviderSubscription | null>;
  /** Ids of all of a customer's subscriptions, ended ones too; at most the newest 100. */
  listSubscriptions(customerId: string): Promise<string[]>;
  /** The plan stays until the period ends. One that is cancelled or over already stays as it is. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** Ends it at once, without money back. One that is over already stays as it is. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** Another plan from now on, the unused time credited; a cancellation is taken back. Throws PaymentDeclined. */
  switchPlan(subscriptionId: string, plan: PlanType): Promise<void>;
  /** The address of the page for cards and invoices. */
  openPortal(customerId: string): Promise<string>;
  /** Null for one that is of no subscription. */
  getInvoice(id: string): Promise<Invoice | null>;
  /** Null for a charge that paid for no subscription. */
  getReturnedCharge(chargeId: string): Promise<ReturnedCharge | null>;
  /** Throws EventNotVerified unless the body is signed with the shared secret and the signature is at most 300 s old. */
  readEvent(body: Buffer, signature: string | undefined, now: Date): PaymentEvent;
  close(): void;
}

/** The provider did not answer, or says that it is the one in trouble. */
export class PaymentsUnavailable extends Error {}
/** The provider will not do this, however often it is asked in the same way. */
export class PaymentRefused extends Error {}
/** The card was declined. */
export class PaymentDeclined extends Error {}
/** An event that nobody who knows the secret has sent just now. */
export class EventNotVerified extends Error {}
