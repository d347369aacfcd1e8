import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { REACTION_TYPES } from '#domain/reactions.ts';
import { ofUser } from './auth.ts';
import { ofCheckin } from './checkins.ts';
import { instant, oneOf } from './columns.ts';

/** A member can give a check-in several types of reactions, each once. */
export const reactions = pgTable(
  'reactions',
  {
    checkin_id: ofCheckin(),
    user_id: ofUser(),
    type: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.checkin_id, t.type, t.user_id] }),
    index('reactions_user').on(t.user_id),
    oneOf('reactions_type', 'type', REACTION_TYPES),
  ],
);
