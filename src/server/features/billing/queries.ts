import type { PlanType } from '#domain/plans.ts';
import type { Checkout, PaymentEvent, ProviderSubscription } from '../../adapters/payments.ts';
import { newId } from '../../db/ids.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import { USER_COLUMNS, type UserRow } from '../../http/sign-in.ts';

export type Buyer = UserRow & { customer_id: string | null };

export interface PaymentSessionRow {
  id: string;
  user_id: string | null;
  plan_type: PlanType;
  provider_id: string | null;
  url: string | null;
  status: 'new' | 'open' | 'complete' | 'expired' | 'failed';
  payment_status: 'pending' | 'paid' | 'refunded';
}

export interface SubscriptionRow {
  id: string;
  user_id: string | null;
  plan_type: PlanType;
  status: ProviderSubscription['status'];
  cancel_at_period_end: boolean;
  cancel_requested_at: string | null;
  period_start: string;
  period_end: string;
  started_at: string;
}

const SESSION_COLUMNS = 's.id, s.user_id, s.plan_type, s.provider_id, s.url, s.status, s.payment_status';
const SUBSCRIPTION_COLUMNS = `s.id, s.user_id, s.plan_type, s.status, s.cancel_at_period_end, s.cancel_requested_at,
  s.period_start, s.period_end, s.started_at`;
const BUYER_COLUMNS = `${USER_COLUMNS}, u.customer_id`;

export async function findBuyer(db: Queryable, userId: string): Promise<Buyer> {
  const [row] = await db.rows<Buyer>(`select ${BUYER_COLUMNS} from users u where u.id = $1`, [userId]);
  if (!row) throw new Error('The signed-in user is gone.');
  return row;
}

/** The same, held until commit: purchases and plans of one user follow each other. */
export async function lockBuyer(tx: Tx, userId: string): Promise<Buyer> {
  await tx.rows('select from users where id = $1 for no key update', [userId]);
  return findBuyer(tx, userId);
}

/** Keeps the provider's id of a user; the first one stays. */
export async function keepCustomer(db: Queryable, userId: string, customerId: string): Promise<string> {
  const [row] = await db.rows<{ customer_id: string }>(
    'update users set customer_id = coalesce(customer_id, $2) where id = $1 returning customer_id',
    [userId, customerId],
  );
  return row!.customer_id;
}

/** The provider does not know this id of a user. */
export async function forgetCustomer(db: Queryable, userId: string, customerId: string): Promise<void> {
  await db.rows('update users set customer_id = null where id = $1 and customer_id = $2', [userId, customerId]);
}

/** The purchase that is still open, if there is one. */
export async function findOpenSession(db: Queryable, userId: string): Promise<PaymentSessionRow | null> {
  const [row] = await db.rows<PaymentSessionRow>(
    `select ${SESSION_COLUMNS} from payment_sessions s where s.user_id = $1 and s.status in ('new', 'open')`,
    [userId],
  );
  return row ?? null;
}

interface Order {
  user_id: string;
  plan_type: PlanType;
  amount: number;
  currency: string;
}

export async function insertSession(tx: Tx, order: Order, now: Date): Promise<PaymentSessionRow> {
  const [row] = await tx.rows<PaymentSessionRow>(
    `insert into payment_sessions as s (id, user_id, plan_type, amount, currency, status, payment_status, created_at)
     values ($1, $2, $3, $4, $5, 'new', 'pending', $6) returning ${SESSION_COLUMNS}`,
    [newId(now), order.user_id, order.plan_type, order.amount, order.currency, now],
  );
  return row!;
}

/** The provider has opened it; of several tries the first one is written. */
export async function openSession(db: Queryable, id: string, checkout: Checkout): Promise<void> {
  await db.rows(
    "update payment_sessions set status = 'open', provider_id = $2, url = $3 where id = $1 and status = 'new'",
    [id, checkout.id, checkout.url],
  );
}

/** The provider will not open it, or does not know it any more, so the next try is a new one. */
export async function failSession(db: Queryable, id: string): Promise<void> {
  await db.rows("update payment_sessions set status = 'failed' where id = $1 and status in ('new', 'open')", [id]);
}

export async function findSession(db: Queryable, providerId: string): Promise<PaymentSessionRow | null> {
  const [row] = await db.rows<PaymentSessionRow>(
    `select ${SESSION_COLUMNS} from payment_sessions s where s.provider_id = $1`,
    [providerId],
  );
  return row ?? null;
}

/**
 * Writes what became of a checkout: states only go forward, so it may be told in any order. Found by our own id as
 * well, for one whose opening was never written down. Answers the row when it was paid by this, else null.
 */
export async function settleSession(tx: Tx, checkout: Checkout, now: Date): Promise<PaymentSessionRow | null> {
  const { id, reference, url, status, paid, subscription_id } = checkout;
  await tx.rows(
    `update payment_sessions set provider_id = $1, url = $3, status = $4, subscription_id = $5
     where (provider_id = $1 or (provider_id is null and id::text = $2)) and status in ('new', 'open')`,
    [id, reference, url, status, subscription_id],
  );
  if (!paid) return null;
  const [row] = await tx.rows<PaymentSessionRow>(
    `update payment_sessions as s set payment_status = 'paid', paid_at = $2
     where s.provider_id = $1 and s.payment_status = 'pending' returning ${SESSION_COLUMNS}`,
    [id, now],
  );
  return row ?? null;
}

export async function markRefunded(db: Queryable, subscriptionId: string): Promise<void> {
  await db.rows("update payment_sessions set payment_status = 'refunded' where subscription_id = $1", [subscriptionId]);
}

export const listSubscriptions = (db: Queryable, userId: string): Promise<SubscriptionRow[]> =>
  db.rows(`select ${SUBSCRIPTION_COLUMNS} from subscriptions s where s.user_id = $1 order by s.started_at desc`, [
    userId,
  ]);

export async function findSubscription(db: Queryable, id: string): Promise<SubscriptionRow | null> {
  const [row] = await db.rows<SubscriptionRow>(`select ${SUBSCRIPTION_COLUMNS} from subscriptions s where s.id = $1`, [
    id,
  ]);
  return row ?? null;
}

/** For one that the provider does not know: nobody will ever tell that it ended. */
export async function closeSubscription(db: Queryable, id: string): Promise<void> {
  await db.rows("update subscriptions set status = 'canceled' where id = $1", [id]);
}

/** A number above all before it, over all instances: drawn before the provider is asked. */
export async function drawTicket(db: Queryable): Promise<number> {
  const [row] = await db.rows<{ ticket: number }>("select nextval('payment_tickets') as ticket");
  return row!.ticket;
}

/** The user of a subscription, held until commit; null for an account that is gone. */
export async function lockOwner(tx: Tx, subscription: ProviderSubscription): Promise<UserRow | null> {
  const [row] = await tx.rows<UserRow>(
    `select ${USER_COLUMNS} from users u
     where u.customer_id = $2 or u.id = (select user_id from subscriptions where id = $1)
     limit 1 for no key update`,
    [subscription.id, subscription.customer_id],
  );
  return row ?? null;
}

/** Writes a subscription as the provider told it, unless somebody who asked later was faster. */
export async function saveSubscription(
  tx: Tx,
  s: ProviderSubscription,
  userId: string | null,
  ticket: number,
  now: Date,
): Promise<void> {
  await tx.rows(
    `insert into subscriptions as s (id, user_id, plan_type, status, cancel_at_period_end, cancel_requested_at,
       period_start, period_end, started_at, checked_at, ticket)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (id) do update set user_id = excluded.user_id, plan_type = excluded.plan_type,
       status = excluded.status, cancel_at_period_end = excluded.cancel_at_period_end,
       cancel_requested_at = excluded.cancel_requested_at, period_start = excluded.period_start,
       period_end = excluded.period_end, checked_at = excluded.checked_at, ticket = excluded.ticket
       where s.ticket < excluded.ticket`,
    [
      ...[s.id, userId, s.plan_type, s.status, s.cancel_at_period_end, s.cancel_requested_at],
      ...[s.period_start, s.period_end, s.started_at, now, ticket],
    ],
  );
}

type PlanColumns = Pick<
  UserRow,
  | 'subscription_tier'
  | 'subscription_status'
  | 'subscription_plan'
  | 'subscription_start_date'
  | 'subscription_cancel_requested'
  | 'subscription_period_end'
> & { subscription_ends_at: Date | null };

export async function setPlan(tx: Tx, userId: string, plan: PlanColumns): Promise<boolean> {
  const rows = await tx.rows(
    `update users set subscription_tier = $2, subscription_status = $3, subscription_plan = $4,
       subscription_start_date = $5, subscription_cancel_requested = $6, subscription_period_end = $7,
       subscription_ends_at = $8
     where id = $1 and (subscription_tier, subscription_status, subscription_plan, subscription_start_date,
       subscription_cancel_requested, subscription_period_end, subscription_ends_at)
       is distinct from ($2, $3, $4, $5, $6, $7, $8)
     returning id`,
    [
      ...[userId, plan.subscription_tier, plan.subscription_status, plan.subscription_plan],
      ...[plan.subscription_start_date, plan.subscription_cancel_requested, plan.subscription_period_end],
      plan.subscription_ends_at,
    ],
  );
  return rows.length > 0;
}

/** False when the event was applied before; whoever comes at the same time waits for the first. */
export async function takeEvent(tx: Tx, event: PaymentEvent, now: Date): Promise<boolean> {
  const rows = await tx.rows(
    'insert into payment_events (id, type, received_at) values ($1, $2, $3) on conflict (id) do nothing returning id',
    [event.id, event.type, now],
  );
  return rows.length > 0;
}

export async function isEventKnown(db: Queryable, id: string): Promise<boolean> {
  return (await db.rows('select from payment_events where id = $1', [id])).length > 0;
}

/** Providers repeat an event for days, not for a month; and applying one again would change nothing. */
export async function forgetEvents(db: Queryable, before: Date): Promise<void> {
  await db.rows('delete from payment_events where received_at < $1', [before]);
}

/** What a mail about the plan needs of its reader; null for an account that is gone. */
export async function findMailed(db: Queryable, userId: string): Promise<UserRow | null> {
  const [row] = await db.rows<UserRow>(`select ${USER_COLUMNS} from users u where u.id = $1`, [userId]);
  return row ?? null;
}

/** Ids of live subscriptions that are to be asked for: the period or the grace has passed, or the account is gone. */
export async function listDueSubscriptions(
  db: Queryable,
  { now, grace_over, asked_before }: { now: Date; grace_over: Date; asked_before: Date },
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select s.id from subscriptions s where s.status in ('active', 'past_due') and s.checked_at <= $3
       and (s.user_id is null or s.period_end <= $1 or (s.status = 'past_due' and s.period_start <= $2))
     order by s.checked_at limit $4`,
    [now, grace_over, asked_before, limit],
  );
  return rows.map((row) => row.id);
}

/** Ids of users whose plan has passed its end. */
export async function listOverUsers(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select u.id from users u where u.subscription_tier = 'pro' and u.subscription_ends_at <= $1
     order by u.subscription_ends_at limit $2`,
    [now, limit],
  );
  return rows.map((row) => row.id);
}
