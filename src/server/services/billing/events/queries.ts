import * as z from 'zod/mini';
import { Id, Text } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { allValues, anyRow, onlyValue } from '#platform/db/rows.ts';
import { UserRow, userColumns } from '../../../facts/users.ts';
import type { PaymentEvent } from '../payments/payments.ts';

const USER_COLUMNS = userColumns('u');

/** Marks an event as applied. Returns false if it already was. Concurrent deliveries wait for the first. */
export const takeEvent = (tx: Tx, event: PaymentEvent, now: Date): Promise<boolean> =>
  anyRow(
    tx,
    'insert into payment_events (id, type, received_at) values ($1, $2, $3) on conflict (id) do nothing returning id',
    [event.id, event.type, now],
  );

export const isEventKnown = (db: Queryable, id: string): Promise<boolean> =>
  anyRow(db, 'select from payment_events where id = $1', [id]);

export const Buyer = z.extend(UserRow, { customer_id: z.nullable(Text) });
export type Buyer = z.output<typeof Buyer>;

const BUYER_COLUMNS = `${USER_COLUMNS}, u.customer_id`;

export async function findBuyer(db: Queryable, userId: string): Promise<Buyer> {
  const [row] = await db.rows(Buyer, `select ${BUYER_COLUMNS} from users u where u.id = $1`, [userId]);
  if (!row) throw new Error('The signed-in user no longer exists.');
  return row;
}

/** Locks the buyer until commit, so purchases and plan changes of a user run one at a time. */
export async function lockBuyer(tx: Tx, userId: string): Promise<Buyer> {
  await tx.rows('select from users where id = $1 for no key update', [userId]);
  return findBuyer(tx, userId);
}

/** Stores the provider's customer ID unless one is stored. Returns the stored ID. */
export const setCustomer = (db: Queryable, userId: string, customerId: string): Promise<string> =>
  onlyValue(
    db,
    Text,
    'update users set customer_id = coalesce(customer_id, $2) where id = $1 returning coalesce(customer_id, $2)',
    [userId, customerId],
  );

/** Removes a customer ID that the provider no longer has. */
export async function clearCustomer(db: Queryable, userId: string, customerId: string): Promise<void> {
  await db.rows('update users set customer_id = null where id = $1 and customer_id = $2', [userId, customerId]);
}

export type PlanColumns = Pick<
  UserRow,
  | 'subscription_tier'
  | 'subscription_status'
  | 'subscription_plan'
  | 'subscription_start_date'
  | 'subscription_cancel_requested'
  | 'subscription_period_end'
> & { subscription_ends_at: Date | null };

/** Stores the plan. Returns true if it changed. */
export const setPlan = (tx: Tx, userId: string, plan: PlanColumns): Promise<boolean> =>
  anyRow(
    tx,
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

/** Lists IDs of users whose plan has ended. */
export const listOverUsers = (db: Queryable, now: Date, limit: number): Promise<string[]> =>
  allValues(
    db,
    Id,
    `select u.id from users u where u.subscription_tier = 'pro' and u.subscription_ends_at <= $1
     order by u.subscription_ends_at, u.id limit $2`,
    [now, limit],
  );
