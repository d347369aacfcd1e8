import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './auth.ts';
import { day, instant } from './columns.ts';

/** Changes of zone: the source of excused days (Decisions 3). */
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

/** Missed days that a rest day covered; they bridge the user's run and the runs of all missions. */
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

/** Days checked in in missions that were deleted since: the check-ins are gone, what they did for the streak stays. */
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
