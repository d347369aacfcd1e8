import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './auth.ts';
import { day } from './columns.ts';

/** What someone wants to hear of, and how. Without a row nothing is sent. */
export const user_settings = pgTable('user_settings', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Types of notifications that also come as a push message. */
  push_types: text().array().notNull(),
  weekly_digest: boolean().notNull(),
});

/** Weeks whose digest went out: the key makes it once. `week` is the Monday. */
export const digest_sends = pgTable(
  'digest_sends',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    week: day().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.week] })],
);
