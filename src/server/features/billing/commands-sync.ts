import { chosenSubscription, planEnd } from '#domain/billing.ts';
import type { Invoice, PaymentEvent, Payments, ProviderSubscription } from '../../adapters/payments/payments.ts';
import type { Db, Tx } from '../../db/open.ts';
import type { UserRow } from '../profile/public.ts';
import { sendPaymentFailed, sendPlanStarted } from './jobs-mails.ts';
import { type Buyer, type PlanColumns, setPlan } from './queries.ts';
import { isEventKnown, takeEvent } from './queries-events.ts';
import * as purchases from './queries-purchases.ts';
import * as subscriptions from './queries-subscriptions.ts';

/** What it takes to bring our rows to the provider's state. */
export interface SyncContext {
  readonly db: Db;
  readonly payments: Payments;
  readonly now: Date;
}

/** The row with the types that the rules reckon with. */
const factsOf = (row: subscriptions.SubscriptionRow) => ({
  ...row,
  period_start: new Date(row.period_start),
  period_end: new Date(row.period_end),
});

const FREE = {
  subscription_tier: 'free',
  subscription_plan: null,
  subscription_start_date: null,
  subscription_cancel_requested: null,
  subscription_period_end: null,
  subscription_ends_at: null,
} as const;

async function setPlanWithHint(tx: Tx, userId: string, plan: PlanColumns): Promise<void> {
  // Labels and limits stand on many screens of the one who has the plan.
  if (await setPlan(tx, userId, plan)) tx.changed({ user_ids: [userId] }, 'everything');
}

/**
 * Gives the user the plan of the subscriptions that are on our books; the only place where a plan is written. The
 * caller holds the user's row. A renewal that failed sends its mail once, with the change.
 */
export async function applyPlan(tx: Tx, user: UserRow, now: Date): Promise<void> {
  const all = (await subscriptions.listSubscriptions(tx, user.id)).map(factsOf);
  const best = chosenSubscription(all, now);
  if (!best) {
    const had = all.some(({ status }) => status !== 'incomplete');
    return setPlanWithHint(tx, user.id, { ...FREE, subscription_status: had ? 'canceled' : null });
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
 * Asks for a subscription and writes it down, with the plan that follows; an event counts in the same transaction.
 * Whoever handles the news of a change asks after it, and an older answer never wins: so the last one written is the
 * provider's own, whatever came in which order or at once.
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

/** The same for a checkout: the subscription first, so that whoever reads 'paid' has the plan. */
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

/** Saves what was paid, for the revenue; an invoice that waits for its payment is no money yet. */
async function saveInvoice(tx: Tx, { paid_at, ...invoice }: Invoice, returned: number): Promise<void> {
  if (paid_at) await purchases.savePaidInvoice(tx, { ...invoice, paid_at }, returned);
}

/** A renewal that was paid, or failed: its subscription has moved on. */
async function syncInvoice(syncing: SyncContext, id: string, event: PaymentEvent): Promise<void> {
  const { db, payments, now } = syncing;
  const invoice = await payments.getInvoice(id);
  if (invoice) await syncSubscription(syncing, invoice.subscription_id, null);
  await db.transact(async (tx) => {
    if ((await takeEvent(tx, event, now)) && invoice) await saveInvoice(tx, invoice, 0);
  });
}

/** Money that went back, or that is disputed, ends the plan it paid for, and is no revenue. */
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

/** Applies an event once, by its id; the state is always the provider's own of now, so the order does not matter. */
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
 * Asks for a subscription, and ends it at the provider when it has ended here: unpaid through its grace, or of an
 * account that is gone. That of a suspended account is not renewed. Asked first: our books may be behind, and what was
 * paid must not be ended.
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
  else if (row.is_suspended && !row.cancel_at_period_end) await payments.cancelAtPeriodEnd(id);
  else return;
  await syncSubscription(syncing, id, null);
}

/** Asks for everything that the provider has of a user. */
export async function syncUser(syncing: SyncContext, user: Buyer): Promise<void> {
  if (user.customer_id === null) return;
  for (const id of await syncing.payments.listSubscriptions(user.customer_id))
    await syncSubscription(syncing, id, null);
}

/** The user's subscription that runs or waits for its payment; null when there is none. */
export async function liveSubscription(db: Db | Tx, userId: string, now: Date) {
  const rows = (await subscriptions.listSubscriptions(db, userId)).map(factsOf);
  const live = rows.filter(({ status }) => status === 'active' || status === 'past_due');
  return chosenSubscription(live, now) ?? live[0] ?? null;
}
