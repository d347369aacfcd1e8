import * as z from 'zod/mini';
import { PLAN_TYPES } from '#domain/billing.ts';
import { Bool, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { allValues, firstRow, onlyValue } from '#platform/db/rows.ts';
import { UserRow, userColumns } from '../../../facts/users.ts';
import type { ProviderSubscription } from '../payments/payments.ts';

const USER_COLUMNS = userColumns('u');

export const SubscriptionRow = z.object({
  id: Text,
  user_id: z.nullable(Id),
  plan_type: z.enum(PLAN_TYPES),
  status: z.enum(['active', 'past_due', 'canceled', 'incomplete']),
  cancel_at_period_end: Bool,
  cancel_requested_at: z.nullable(Instant),
  period_start: Instant,
  period_end: Instant,
  started_at: Instant,
  /** The ticket of the stored response; each response has its own. */
  ticket: Int,
});
export type SubscriptionRow = z.output<typeof SubscriptionRow>;

const SUBSCRIPTION_COLUMNS = `s.id, s.user_id, s.plan_type, s.status, s.cancel_at_period_end, s.cancel_requested_at,
  s.period_start, s.period_end, s.started_at, s.ticket`;

export const listSubscriptions = (db: Queryable, userId: string): Promise<SubscriptionRow[]> =>
  db.rows(
    SubscriptionRow,
    `select ${SUBSCRIPTION_COLUMNS} from subscriptions s where s.user_id = $1 order by s.started_at desc, s.id`,
    [userId],
  );

const OwnedSubscription = z.extend(SubscriptionRow, { is_suspended: Bool });

/** A subscription, and whether its user is suspended. */
export const findSubscription = (db: Queryable, id: string): Promise<z.output<typeof OwnedSubscription> | null> =>
  firstRow(
    db,
    OwnedSubscription,
    `select ${SUBSCRIPTION_COLUMNS}, u.suspended_at is not null as is_suspended
     from subscriptions s left join users u on u.id = s.user_id where s.id = $1`,
    [id],
  );

/** Closes a subscription that the provider does not have, because no event will end it. */
export async function closeSubscription(db: Queryable, id: string): Promise<void> {
  await db.rows("update subscriptions set status = 'canceled' where id = $1", [id]);
}

/** Returns a number that increases across all instances. Draw it before calling the provider. */
export const nextSyncTicket = (db: Queryable): Promise<number> =>
  onlyValue(db, Int, "select nextval('payment_tickets') as ticket");

/** Locks the user of a subscription until commit. Returns null for a deleted account. */
export const lockOwner = (tx: Tx, subscription: ProviderSubscription): Promise<UserRow | null> =>
  firstRow(
    tx,
    UserRow,
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

/** Stores a subscription as fetched, unless a response with a higher ticket was stored before. */
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
 * Lists IDs of live subscriptions to fetch: the period or grace has passed, or the account was deleted, or it is
 * suspended and would be charged again.
 */
export const listDueSubscriptions = (
  db: Queryable,
  { now, grace_over, synced_before }: { now: Date; grace_over: Date; synced_before: Date },
  limit: number,
): Promise<string[]> =>
  allValues(
    db,
    Text,
    `select s.id from subscriptions s left join users u on u.id = s.user_id
     where s.status in ('active', 'past_due') and s.checked_at <= $3
       and (s.user_id is null or s.period_end <= $1 or (s.status = 'past_due' and s.period_start <= $2)
         or (u.suspended_at is not null and not s.cancel_at_period_end))
     order by s.checked_at, s.id limit $4`,
    [now, grace_over, synced_before, limit],
  );
