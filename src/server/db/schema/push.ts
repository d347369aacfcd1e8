import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { sessions, users } from './auth.ts';
import { instant } from './columns.ts';

/**
 * Devices that take push messages. Each hangs on the session that turned it on, so that signing out, a new password and
 * ending the session from elsewhere silence the device with the same write.
 */
export const push_subscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** One device, one row: who signs in on it later takes it over. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    name: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index('push_subscriptions_user').on(t.user_id), index('push_subscriptions_session').on(t.session_id)],
);
