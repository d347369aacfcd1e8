import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { REACTION_TYPES } from '#domain/reactions.ts';
import { users } from './auth.ts';
import { checkins } from './checkins.ts';
import { instant } from './columns.ts';

/** A member may give a check-in several types of reactions, each once. */
export const reactions = pgTable(
  'reactions',
  {
    checkin_id: uuid()
      .notNull()
      .references(() => checkins.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.checkin_id, t.type, t.user_id] }),
    index('reactions_user').on(t.user_id),
    check('reactions_type', sql.raw(`type in (${REACTION_TYPES.map((type) => `'${type}'`).join(', ')})`)),
  ],
);
