import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './auth.ts';
import { day, instant } from './columns.ts';

/** Changes of time zone: the source of excused days (docs/rules.md#streaks). */
export const zone_changes = pgTable(
  'zone_changes',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    changed_at: instant().notNull(),
    old_zone: text().notNull(),
    new_zone: text().notNull(),
    old_day: day().notNull(),
    new_day: day().notNull(),
  },
  (t) => [index('zone_changes_user').on(t.user_id, t.changed_at)],
);

/** Missed days that a rest day covered; they bridge the user's streak and the streaks in all missions. */
export const rest_days = pgTable(
  'rest_days',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: day().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.day] })],
);

/** Checked-in days of deleted missions: the check-ins are deleted, their effect on the streak stays. */
export const archivedDays = pgTable(
  'kept_days',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: day().notNull(),
    checkins_count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.day] })],
);
