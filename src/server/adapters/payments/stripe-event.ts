import type Stripe from 'stripe';
import { EventNotVerified, type PaymentEvent } from './payments.ts';
import { referenceId } from './stripe-objects.ts';

const MAX_AGE_S = 300;

/** The thing an event is about. Its fields in the event may be old: the id is all that is taken. */
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

/** Checks signature and age over the bytes as they came, then reads what the event is about. */
export function readStripeEvent(
  stripe: Stripe,
  secret: string,
  body: Buffer,
  signature: string | undefined,
  now: Date,
): PaymentEvent {
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(body, signature ?? '', secret, MAX_AGE_S, undefined, now.getTime());
  } catch (cause) {
    throw new EventNotVerified('The event is not signed, or too old.', { cause });
  }
  return { id: event.id, type: event.type, about: subjectOf(event) };
}
