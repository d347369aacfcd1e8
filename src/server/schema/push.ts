import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ofUser, sessions } from './auth.ts';
import { instant } from './columns.ts';

/**
 * Devices that receive push messages. Each belongs to the session that turned it on. Signing out, changing the password
 * or ending the session therefore removes the device in the same statement. After the next sign-in of the same user,
 * the app ties the browser's subscription to the new session.
 */
export const push_subscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** One row per device: the next user who signs in on it takes over the row. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    name: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index('push_subscriptions_user').on(t.user_id), index('push_subscriptions_session').on(t.session_id)],
);
