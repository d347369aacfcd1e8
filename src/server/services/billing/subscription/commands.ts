import { chosenSubscription, FREE_PLAN, planEnd } from '#domain/billing.ts';
import type { Db, Tx } from '#platform/db/open.ts';
import type { UserRow } from '../../../facts/users.ts';
import * as purchases from '../checkout/queries.ts';
import { type Buyer, isEventKnown, type PlanColumns, setPlan, takeEvent } from '../events/queries.ts';
import { sendPaymentFailed, sendPlanStarted } from '../notices/jobs.ts';
import type { Invoice, PaymentEvent, Payments, ProviderSubscription } from '../payments/payments.ts';
import * as subscriptions from './queries.ts';

/** The dependencies for updating our rows to the provider's state. */
export interface SyncContext {
  readonly db: Db;
  readonly payments: Payments;
  readonly now: Date;
}

interface Cancellable {
  readonly id: string;
  readonly period_end: Date | string;
  readonly ticket: number;
}

/** Converts a row to the types of the domain's rules. */
const factsOf = (row: subscriptions.SubscriptionRow) => ({
  ...row,
  period_start: new Date(row.period_start),
  period_end: new Date(row.period_end),
});

async function setPlanWithHint(tx: Tx, userId: string, plan: PlanColumns): Promise<void> {
  // Many screens of the user show labels and limits of the plan.
  if (await setPlan(tx, userId, plan)) tx.changed({ user_ids: [userId] }, 'everything');
}

/**
 * Gives the user the plan of the stored subscriptions. Only this function writes a plan. Expects a lock on the user's
 * row. After a failed renewal, sends one email together with the change.
 */
export async function applyPlan(tx: Tx, user: UserRow, now: Date): Promise<void> {
  const all = (await subscriptions.listSubscriptions(tx, user.id)).map(factsOf);
  const best = chosenSubscription(all, now);
  if (!best) {
    const had = all.some(({ status }) => status !== 'incomplete');
    return setPlanWithHint(tx, user.id, { ...FREE_PLAN, subscription_status: had ? 'canceled' : null });
  }
  const live = best.cancel_at_period_end ? 'cancel_at_period_end' : 'active';
  const subscription_status = best.status === 'past_due' ? 'past_due' : live;
  await setPlanWithHint(tx, user.id, {
    subscription_tier: 'pro',
    subscription_status,
    subscription_plan: best.plan_type,
    subscription_start_date: best.started_at,
    subscription_cancel_requested: best.cancel_at_period_end ? best.cancel_requested_at : null,
    subscription_period_end: best.period_end.toISOString(),
    subscription_ends_at: planEnd(best),
  });
  if (subscription_status === 'past_due' && user.subscription_status !== 'past_due')
    await tx.enqueue(sendPaymentFailed, { user_id: user.id });
}

/**
 * Fetches a subscription and stores it with the resulting plan. The same transaction marks an event as applied. The
 * fetch follows the event, and an older response never replaces a newer response. So the stored state is the provider's
 * current state, whatever the order of events.
 */
export async function syncSubscription(
  { db, payments, now }: SyncContext,
  id: string,
  event: PaymentEvent | null,
): Promise<ProviderSubscription | null> {
  const ticket = await subscriptions.nextSyncTicket(db);
  const found = await payments.getSubscription(id);
  await db.transact(async (tx) => {
    if (event && !(await takeEvent(tx, event, now))) return;
    if (!found) return;
    const user = await subscriptions.lockOwner(tx, found);
    await subscriptions.saveSubscription(tx, found, user?.id ?? null, ticket, now);
    if (user) await applyPlan(tx, user, now);
  });
  return found;
}

/** Fetches and stores a checkout. Stores the subscription first, so a buyer who reads 'paid' already has the plan. */
export async function syncCheckout(syncing: SyncContext, id: string, event: PaymentEvent | null): Promise<void> {
  const { db, payments, now } = syncing;
  const checkout = await payments.getCheckout(id);
  if (checkout?.subscription_id) await syncSubscription(syncing, checkout.subscription_id, null);
  await db.transact(async (tx) => {
    if (event && !(await takeEvent(tx, event, now))) return;
    const paid = checkout && (await purchases.settleSession(tx, checkout, now));
    if (paid?.user_id) await tx.enqueue(sendPlanStarted, { user_id: paid.user_id, plan_type: paid.plan_type });
  });
}

/**
 * Stores a paid invoice for the revenue; an open invoice is not money yet. Purchases only record the first payment, so
 * revenue comes from invoices. The provider's ID makes a repeated report one row. The returned amount is stored next to
 * the paid amount and only grows, so it can be reported first. It counts on the day of the payment, not of the refund,
 * so no day falls below zero.
 */
async function saveInvoice(tx: Tx, { paid_at, ...invoice }: Invoice, returned: number): Promise<void> {
  if (paid_at) await purchases.savePaidInvoice(tx, { ...invoice, paid_at }, returned);
}

/** Updates the subscription of an invoice after its renewal was paid or failed. */
async function syncInvoice(syncing: SyncContext, id: string, event: PaymentEvent): Promise<void> {
  const { db, payments, now } = syncing;
  const invoice = await payments.getInvoice(id);
  if (invoice) await syncSubscription(syncing, invoice.subscription_id, null);
  await db.transact(async (tx) => {
    if ((await takeEvent(tx, event, now)) && invoice) await saveInvoice(tx, invoice, 0);
  });
}

/** Ends the plan that a refunded or disputed charge paid for, and reduces the revenue. */
async function syncCharge(syncing: SyncContext, id: string, event: PaymentEvent): Promise<void> {
  const { db, payments, now } = syncing;
  const charge = await payments.getReturnedCharge(id);
  if (charge?.disputed || (charge?.refunded && charge.current)) {
    const { subscription_id } = charge.invoice;
    await payments.cancelNow(subscription_id);
    await syncSubscription(syncing, subscription_id, null);
  }
  await db.transact(async (tx) => {
    if (!(await takeEvent(tx, event, now)) || !charge) return;
    const { invoice, first, refunded, disputed, returned } = charge;
    await saveInvoice(tx, invoice, returned);
    if (first && (refunded || disputed)) await purchases.markRefunded(tx, invoice.subscription_id);
  });
}

/**
 * Applies an event once, by its ID. The state always comes from the provider, so the order of events does not matter.
 */
export async function applyEvent(syncing: SyncContext, event: PaymentEvent): Promise<void> {
  const { db, now } = syncing;
  if (await isEventKnown(db, event.id)) return;
  const { about } = event;
  if (about?.kind === 'subscription') await syncSubscription(syncing, about.id, event);
  else if (about?.kind === 'checkout') await syncCheckout(syncing, about.id, event);
  else if (about?.kind === 'invoice') await syncInvoice(syncing, about.id, event);
  else if (about?.kind === 'charge') await syncCharge(syncing, about.id, event);
  else await db.transact((tx) => takeEvent(tx, event, now));
}

/**
 * Returns the idempotency key of a cancellation, the same for concurrent cancellations on all instances. It includes
 * the ticket, because a user can cancel, resume and cancel again in one period.
 */
export const cancellationKey = ({ id, period_end, ticket }: Cancellable): string =>
  `cancel-${id}-${new Date(period_end).toISOString()}-${ticket}`;

/**
 * Fetches a subscription and ends it at the provider if it has ended here: unpaid beyond its grace, or of a deleted
 * account. A suspended account's subscription is not renewed. The fetch comes first, because our rows might be outdated
 * and a paid subscription must not end.
 */
export async function settleSubscription(syncing: SyncContext, id: string): Promise<void> {
  const { db, payments, now } = syncing;
  const found = await syncSubscription(syncing, id, null);
  const row = await subscriptions.findSubscription(db, id);
  if (row?.status !== 'active' && row?.status !== 'past_due') return;
  const lapsed = planEnd(factsOf(row))! <= now;
  if (!found && lapsed) return subscriptions.closeSubscription(db, id);
  const ended = row.user_id === null || (lapsed && row.status === 'past_due');
  if (ended) await payments.cancelNow(id);
  else if (row.is_suspended && !row.cancel_at_period_end) await payments.cancelAtPeriodEnd(id, cancellationKey(row));
  else return;
  await syncSubscription(syncing, id, null);
}

/** Fetches all subscriptions of a user from the provider. */
export async function syncUser(syncing: SyncContext, user: Buyer): Promise<void> {
  if (user.customer_id === null) return;
  for (const id of await syncing.payments.listSubscriptions(user.customer_id))
    await syncSubscription(syncing, id, null);
}

/** Returns the user's subscription that is active or awaits its payment, or null if there is none. */
export async function liveSubscription(db: Db | Tx, userId: string, now: Date) {
  const rows = (await subscriptions.listSubscriptions(db, userId)).map(factsOf);
  const live = rows.filter(({ status }) => status === 'active' || status === 'past_due');
  return chosenSubscription(live, now) ?? live[0] ?? null;
}
