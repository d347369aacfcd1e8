import type Stripe from 'stripe';
import { EventNotVerified, type PaymentEvent } from './payments.ts';
import { referenceId } from './stripe-objects.ts';

const MAX_AGE_S = 300;

/** Returns the subject of an event: only the ID, because its fields might be outdated. */
function subjectOf(event: Stripe.Event): PaymentEvent['about'] {
  const object = event.data.object;
  const kind = 'object' in object ? object.object : '';
  if (kind === 'checkout.session') return { kind: 'checkout', id: (object as Stripe.Checkout.Session).id };
  if (kind === 'subscription') return { kind: 'subscription', id: (object as Stripe.Subscription).id };
  if (kind === 'invoice') {
    const { id } = object as Stripe.Invoice;
    return id === undefined ? null : { kind: 'invoice', id };
  }
  if (kind === 'charge') return { kind: 'charge', id: (object as Stripe.Charge).id };
  if (kind === 'dispute') return { kind: 'charge', id: referenceId((object as Stripe.Dispute).charge)! };
  return null;
}

/** Verifies signature and age over the raw bytes, then reads the subject of the event. */
export function readStripeEvent(
  stripe: Stripe,
  secret: string,
  body: Buffer,
  signature: string | undefined,
  now: Date,
): PaymentEvent {
  try {
    const event = stripe.webhooks.constructEvent(body, signature ?? '', secret, MAX_AGE_S, undefined, now.getTime());
    return { id: event.id, type: event.type, about: subjectOf(event) };
  } catch (cause) {
    throw new EventNotVerified('The event is unsigned, too old or invalid.', { cause });
  }
}
