import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ofUser, users } from './auth.ts';
import { day } from './columns.ts';

/** The messages that a user wants, and how. Without a row, only emails about new devices are sent. */
export const user_settings = pgTable(
  'user_settings',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Types of notifications that are also sent as push messages. */
    push_types: text().array().notNull(),
    weekly_digest: boolean().notNull(),
    /** An email about a sign-in on a new device. */
    new_device_mail: boolean().notNull().default(true),
  },
  // Every check-in looks for members who want a push message about it.
  (t) => [index('user_settings_push_of_checkins').on(t.user_id).where(sql`'checkin' = any(${t.push_types})`)],
);

/** Weeks whose digest was sent; the key allows one each. `week` is its Monday. */
export const digest_sends = pgTable(
  'digest_sends',
  {
    user_id: ofUser(),
    week: day().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.week] })],
);
