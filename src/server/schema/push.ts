import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ofUser, sessions } from './auth.ts';
import { instant } from './columns.ts';

/**
 * Devices that receive push messages. Each belongs to the session that turned it on, so that signing out, changing the
 * password or ending the session from elsewhere removes the device with the same statement, and none of them needs code
 * for it. After the next sign-in the app ties the browser's subscription to the new session, if the user is the same.
 */
export const push_subscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** One row for each device: the next user who signs in on it takes the row over. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    name: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index('push_subscriptions_user').on(t.user_id), index('push_subscriptions_session').on(t.session_id)],
);
