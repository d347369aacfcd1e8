import * as z from 'zod/mini';
import { PLAN_TYPES, type PlanType } from '#domain/billing.ts';
import { Id, Text } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { firstRow, onlyRow } from '#platform/db/rows.ts';
import type { Checkout, Invoice } from '../payments/payments.ts';

export const PaymentSessionRow = z.object({
  id: Id,
  user_id: z.nullable(Id),
  plan_type: z.enum(PLAN_TYPES),
  provider_id: z.nullable(Text),
  url: z.nullable(Text),
  status: z.enum(['new', 'open', 'complete', 'expired', 'failed']),
  payment_status: z.enum(['pending', 'paid', 'refunded']),
});
export type PaymentSessionRow = z.output<typeof PaymentSessionRow>;

const SESSION_COLUMNS = 's.id, s.user_id, s.plan_type, s.provider_id, s.url, s.status, s.payment_status';

/** Finds the user's open purchase. Returns null if none exists. */
export const findOpenSession = (db: Queryable, userId: string): Promise<PaymentSessionRow | null> =>
  firstRow(
    db,
    PaymentSessionRow,
    `select ${SESSION_COLUMNS} from payment_sessions s where s.user_id = $1 and s.status in ('new', 'open')`,
    [userId],
  );

interface Order {
  user_id: string;
  plan_type: PlanType;
  amount: number;
  currency: string;
}

export const insertCheckout = (tx: Tx, order: Order, now: Date): Promise<PaymentSessionRow> =>
  onlyRow(
    tx,
    PaymentSessionRow,
    `insert into payment_sessions as s (id, user_id, plan_type, amount, currency, status, payment_status, created_at)
     values ($1, $2, $3, $4, $5, 'new', 'pending', $6) returning ${SESSION_COLUMNS}`,
    [newId(now), order.user_id, order.plan_type, order.amount, order.currency, now],
  );

/** Stores that the provider has opened the checkout. Only the first of several attempts is stored. */
export async function openSession(db: Queryable, id: string, checkout: Checkout): Promise<void> {
  await db.rows(
    "update payment_sessions set status = 'open', provider_id = $2, url = $3 where id = $1 and status = 'new'",
    [id, checkout.id, checkout.url],
  );
}

/** Marks a purchase as failed, so the next attempt creates a new purchase. */
export async function failSession(db: Queryable, id: string): Promise<void> {
  await db.rows("update payment_sessions set status = 'failed' where id = $1 and status in ('new', 'open')", [id]);
}

export const findSession = (db: Queryable, providerId: string): Promise<PaymentSessionRow | null> =>
  firstRow(db, PaymentSessionRow, `select ${SESSION_COLUMNS} from payment_sessions s where s.provider_id = $1`, [
    providerId,
  ]);

/**
 * Stores the outcome of a checkout. States only move forward, so the order of calls does not matter. Also finds the row
 * by our own ID if its opening was never stored. Returns the row if this call marked it as paid, otherwise null.
 */
export async function settleSession(tx: Tx, checkout: Checkout, now: Date): Promise<PaymentSessionRow | null> {
  const { id, reference, url, status, paid, subscription_id } = checkout;
  await tx.rows(
    `update payment_sessions set provider_id = $1, url = $3, status = $4, subscription_id = $5
     where (provider_id = $1 or (provider_id is null and id::text = $2)) and status in ('new', 'open')`,
    [id, reference, url, status, subscription_id],
  );
  if (!paid) return null;
  return firstRow(
    tx,
    PaymentSessionRow,
    `update payment_sessions as s set payment_status = 'paid', paid_at = $2
     where s.provider_id = $1 and s.payment_status = 'pending' returning ${SESSION_COLUMNS}`,
    [id, now],
  );
}

export async function markRefunded(db: Queryable, subscriptionId: string): Promise<void> {
  await db.rows("update payment_sessions set payment_status = 'refunded' where subscription_id = $1", [subscriptionId]);
}

/** Stores a paid invoice with its refunded cents. Safe to repeat in any order, because refunds only grow. */
export async function savePaidInvoice(tx: Tx, invoice: Invoice & { paid_at: Date }, returned: number): Promise<void> {
  const { id, subscription_id, amount, currency, paid_at } = invoice;
  await tx.rows(
    `insert into paid_invoices as i (id, subscription_id, amount, currency, returned, paid_at)
     values ($1, $2, $3, $4, least($5::int, $3), $6)
     on conflict (id) do update set returned = greatest(i.returned, excluded.returned)`,
    [id, subscription_id, amount, currency, returned, paid_at],
  );
}
