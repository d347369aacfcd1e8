import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { CHECKIN_CONTENT_MAX } from '#domain/limits.ts';
import { day, instant } from './columns.ts';
import { missions } from './missions.ts';
import { users } from './users.ts';

/** The daily posts. `local_day` and `timezone` are kept as they were when it was made (Decisions 2). */
export const checkins = pgTable(
  'checkins',
  {
    id: uuid().primaryKey(),
    mission_id: uuid()
      .notNull()
      .references(() => missions.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    content: text().notNull().default(''),
    points_earned: integer().notNull(),
    local_day: day().notNull(),
    timezone: text().notNull(),
    performed_at: instant().notNull(),
    created_at: instant().notNull(),
    client_id: uuid(),
  },
  (t) => [
    // At most one a day for each member and mission: the rule is this constraint, not a look-up.
    unique('checkins_once_a_day').on(t.mission_id, t.user_id, t.local_day),
    unique('checkins_client_id').on(t.user_id, t.client_id),
    index('checkins_feed').on(t.mission_id, t.id),
    index('checkins_user_day').on(t.user_id, t.local_day),
    check('checkins_type', sql`${t.type} in ('tick', 'text', 'photo')`),
    check('checkins_content_length', sql.raw(`char_length(content) <= ${CHECKIN_CONTENT_MAX}`)),
  ],
);
