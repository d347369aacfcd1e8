import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { COMMENT_MAX } from '#domain/limits.ts';
import { ofUser } from './auth.ts';
import { ofCheckin } from './checkins.ts';
import { instant } from './columns.ts';

/** Comments under a check-in, and replies, which all belong to a root comment. A removed comment keeps its position. */
export const comments = pgTable(
  'comments',
  {
    id: uuid().primaryKey(),
    checkin_id: ofCheckin(),
    user_id: ofUser(),
    parent_id: uuid().references((): AnyPgColumn => comments.id, { onDelete: 'cascade' }),
    /** Empty after removal. */
    content: text().notNull(),
    created_at: instant().notNull(),
    removed_at: instant(),
    /** Created on the author's device, so that a repeated request does not store a second comment. */
    client_id: uuid(),
  },
  (t) => [
    // Also serves queries by author.
    unique('comments_client_id').on(t.user_id, t.client_id),
    index('comments_checkin').on(t.checkin_id, t.id),
    index('comments_parent').on(t.parent_id),
    check('comments_content_length', sql.raw(`char_length(content) <= ${COMMENT_MAX}`)),
  ],
);

/** Members named in a comment by `@name`. */
export const mentions = pgTable(
  'mentions',
  {
    comment_id: uuid()
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    user_id: ofUser(),
  },
  (t) => [primaryKey({ columns: [t.comment_id, t.user_id] }), index('mentions_user').on(t.user_id)],
);
