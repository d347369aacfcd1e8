import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { checkins } from './checkins.ts';
import { instant } from './columns.ts';
import { missions } from './missions.ts';
import { users } from './users.ts';

/** What happened that concerns someone; written in the transaction of what happened. */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    mission_id: uuid()
      .notNull()
      .references(() => missions.id, { onDelete: 'cascade' }),
    actor_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    checkin_id: uuid().references(() => checkins.id, { onDelete: 'cascade' }),
    created_at: instant().notNull(),
    read_at: instant(),
  },
  (t) => [
    index('notifications_user').on(t.user_id, t.id.desc()),
    index('notifications_unread').on(t.user_id).where(sql`${t.read_at} is null`),
    index('notifications_checkin').on(t.checkin_id),
    // For the deletion of a mission, which would read the whole table otherwise.
    index('notifications_mission').on(t.mission_id),
  ],
);
