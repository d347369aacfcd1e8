import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { REASON_MAX } from '#domain/limits.ts';
import { ofUser } from './auth.ts';
import { checkins } from './checkins.ts';
import { instant } from './columns.ts';
import { comments } from './comments.ts';
import { missions } from './missions.ts';

/** Users' reports for the operator. They contain the original text, even if the check-in or comment changes. */
export const reports = pgTable(
  'reports',
  {
    id: uuid().primaryKey(),
    reporter_id: ofUser(),
    author_id: ofUser(),
    mission_id: uuid().references(() => missions.id, { onDelete: 'set null' }),
    checkin_id: uuid().references(() => checkins.id, { onDelete: 'set null' }),
    comment_id: uuid().references(() => comments.id, { onDelete: 'set null' }),
    /** 'checkin' or 'comment'. */
    kind: text().notNull(),
    content: text().notNull(),
    reason: text().notNull(),
    created_at: instant().notNull(),
    /** 'open', then 'hidden' or 'dismissed' by the operator. */
    status: text().notNull().default('open'),
    resolved_at: instant(),
  },
  (t) => [
    uniqueIndex('reports_checkin_once').on(t.reporter_id, t.checkin_id).where(sql`${t.kind} = 'checkin'`),
    uniqueIndex('reports_comment_once').on(t.reporter_id, t.comment_id).where(sql`${t.kind} = 'comment'`),
    index('reports_open').on(t.id).where(sql`${t.status} = 'open'`),
    index('reports_author').on(t.author_id),
    index('reports_checkin').on(t.checkin_id),
    index('reports_comment').on(t.comment_id),
    index('reports_mission').on(t.mission_id),
    check('reports_kind', sql`${t.kind} in ('checkin', 'comment')`),
    check('reports_status', sql`${t.status} in ('open', 'hidden', 'dismissed')`),
    check('reports_reason_length', sql.raw(`char_length(reason) between 1 and ${REASON_MAX}`)),
  ],
);

/** Users whose check-ins and notifications someone does not want to see. */
export const blocks = pgTable(
  'blocks',
  {
    blocker_id: ofUser(),
    blocked_id: ofUser(),
    created_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.blocker_id, t.blocked_id] }), index('blocks_blocked').on(t.blocked_id)],
);
