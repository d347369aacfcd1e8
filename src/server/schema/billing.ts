import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './auth.ts';
import { instant } from './columns.ts';

/**
 * Checkouts, one row for each started purchase. The row is inserted before the provider is called and its ID is the
 * idempotency key, so a repeated call creates one session. `amount` is in cents.
 */
export const payment_sessions = pgTable(
  'payment_sessions',
  {
    id: uuid().primaryKey(),
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    plan_type: text().notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    provider_id: text().unique(),
    url: text(),
    status: text().notNull(),
    payment_status: text().notNull(),
    subscription_id: text(),
    created_at: instant().notNull(),
    paid_at: instant(),
  },
  (t) => [
    // One open purchase per user: nobody can pay for two plans in two tabs.
    uniqueIndex('payment_sessions_open').on(t.user_id).where(sql`${t.status} in ('new', 'open')`),
    index('payment_sessions_user').on(t.user_id, t.created_at),
    index('payment_sessions_created').on(t.created_at),
    check('payment_sessions_plan', sql`${t.plan_type} in ('pro_monthly', 'premium_yearly')`),
    check('payment_sessions_status', sql`${t.status} in ('new', 'open', 'complete', 'expired', 'failed')`),
    check('payment_sessions_payment', sql`${t.payment_status} in ('pending', 'paid', 'refunded')`),
  ],
);

/**
 * Paid invoices of subscriptions: the revenue. `amount` is the collected sum and `returned` its refunded part, both in
 * cents. The subscription names the user.
 */
export const paid_invoices = pgTable(
  'paid_invoices',
  {
    id: text().primaryKey(),
    subscription_id: text().notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    returned: integer().notNull(),
    paid_at: instant().notNull(),
  },
  (t) => [
    index('paid_invoices_day').on(t.paid_at),
    check('paid_invoices_cents', sql`${t.amount} >= 0 and ${t.returned} between 0 and ${t.amount}`),
  ],
);

/** A number is drawn before each call to the provider, to recognize the later response. */
export const payment_tickets = pgSequence('payment_tickets');

/**
 * The provider's subscriptions in their last known state. `ticket` numbers the call: an older response never replaces a
 * newer response. Rows of deleted accounts stay until the provider has ended the subscription.
 */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: text().primaryKey(),
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    plan_type: text().notNull(),
    status: text().notNull(),
    cancel_at_period_end: boolean().notNull(),
    cancel_requested_at: instant(),
    period_start: instant().notNull(),
    period_end: instant().notNull(),
    started_at: instant().notNull(),
    checked_at: instant().notNull(),
    ticket: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    index('subscriptions_user').on(t.user_id),
    index('subscriptions_live').on(t.period_end).where(sql`${t.status} in ('active', 'past_due')`),
    check('subscriptions_plan', sql`${t.plan_type} in ('pro_monthly', 'premium_yearly')`),
    check('subscriptions_status', sql`${t.status} in ('active', 'past_due', 'canceled', 'incomplete')`),
  ],
);

/** Applied events of the provider. The ID ensures that each is applied once (docs/rules.md#payments). */
export const payment_events = pgTable('payment_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  received_at: instant().notNull(),
});
