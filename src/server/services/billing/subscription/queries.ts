import type { PlanType } from '#domain/billing.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { allValues, firstRow, onlyValue } from '#platform/db/rows.ts';
import { type UserRow, userColumns } from '../../../facts/users.ts';
import type { ProviderSubscription } from '../payments/payments.ts';

const USER_COLUMNS = userColumns('u');

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
  /** Of the answer that is stored: it changes with each one. */
  ticket: number;
}

const SUBSCRIPTION_COLUMNS = `s.id, s.user_id, s.plan_type, s.status, s.cancel_at_period_end, s.cancel_requested_at,
  s.period_start, s.period_end, s.started_at, s.ticket`;

export const listSubscriptions = (db: Queryable, userId: string): Promise<SubscriptionRow[]> =>
  db.rows(`select ${SUBSCRIPTION_COLUMNS} from subscriptions s where s.user_id = $1 order by s.started_at desc, s.id`, [
    userId,
  ]);

/** A subscription, and whether its user is suspended. */
export const findSubscription = (
  db: Queryable,
  id: string,
): Promise<(SubscriptionRow & { is_suspended: boolean }) | null> =>
  firstRow<SubscriptionRow & { is_suspended: boolean }>(
    db,
    `select ${SUBSCRIPTION_COLUMNS}, u.suspended_at is not null as is_suspended
     from subscriptions s left join users u on u.id = s.user_id where s.id = $1`,
    [id],
  );

/** Closes a subscription that the provider does not know, since no event will ever end it. */
export async function closeSubscription(db: Queryable, id: string): Promise<void> {
  await db.rows("update subscriptions set status = 'canceled' where id = $1", [id]);
}

/** A number higher than all before it, over all instances; drawn before the provider is called. */
export const nextSyncTicket = (db: Queryable): Promise<number> =>
  onlyValue(db, "select nextval('payment_tickets') as ticket");

/** Locks the user of a subscription until commit; null for a deleted account. */
export const lockOwner = (tx: Tx, subscription: ProviderSubscription): Promise<UserRow | null> =>
  firstRow<UserRow>(
    tx,
    `select ${USER_COLUMNS} from users u
     where u.customer_id = $2 or u.id = (select user_id from subscriptions where id = $1)
     limit 1 for no key update`,
    [subscription.id, subscription.customer_id],
  );

const SAVE = namedValues(
  `insert into subscriptions as s (id, user_id, plan_type, status, cancel_at_period_end, cancel_requested_at,
     period_start, period_end, started_at, checked_at, ticket)
   values (:id, :user_id, :plan_type, :status, :cancel_at_period_end, :cancel_requested_at,
     :period_start, :period_end, :started_at, :checked_at, :ticket)
   on conflict (id) do update set user_id = excluded.user_id, plan_type = excluded.plan_type,
     status = excluded.status, cancel_at_period_end = excluded.cancel_at_period_end,
     cancel_requested_at = excluded.cancel_requested_at, period_start = excluded.period_start,
     period_end = excluded.period_end, checked_at = excluded.checked_at, ticket = excluded.ticket
     where s.ticket < excluded.ticket`,
);

/** Stores a subscription as fetched from the provider, unless the answer to a later question was stored before. */
export async function saveSubscription(
  tx: Tx,
  subscription: ProviderSubscription,
  userId: string | null,
  ticket: number,
  now: Date,
): Promise<void> {
  await tx.rows(...SAVE({ ...subscription, user_id: userId, checked_at: now, ticket }));
}

/**
 * Ids of live subscriptions to fetch: their period or grace has passed, or their account was deleted, or is suspended
 * and would be charged again.
 */
export const listDueSubscriptions = (
  db: Queryable,
  { now, grace_over, synced_before }: { now: Date; grace_over: Date; synced_before: Date },
  limit: number,
): Promise<string[]> =>
  allValues(
    db,
    `select s.id from subscriptions s left join users u on u.id = s.user_id
     where s.status in ('active', 'past_due') and s.checked_at <= $3
       and (s.user_id is null or s.period_end <= $1 or (s.status = 'past_due' and s.period_start <= $2)
         or (u.suspended_at is not null and not s.cancel_at_period_end))
     order by s.checked_at, s.id limit $4`,
    [now, grace_over, synced_before, limit],
  );
