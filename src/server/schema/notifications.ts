import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { NOTIFICATION_TYPES } from '#domain/notifications.ts';
import { ofUser } from './auth.ts';
import { checkins, ofCheckin } from './checkins.ts';
import { instant, oneOf } from './columns.ts';
import { comments } from './comments.ts';
import { invitations } from './invitations.ts';
import { ofMission } from './missions.ts';

const ROW_TYPES = NOTIFICATION_TYPES.filter((type) => type !== 'checkin');

/**
 * Events that concern one user, inserted in the transaction that caused them. The bell reads check-ins from their own
 * table (docs/decisions/0032).
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    type: text().notNull(),
    mission_id: ofMission(),
    actor_id: ofUser(),
    checkin_id: uuid().references(() => checkins.id, { onDelete: 'cascade' }),
    comment_id: uuid().references(() => comments.id, { onDelete: 'cascade' }),
    reaction_type: text(),
    /** Only for the type 'invitation', to a mission's next round. */
    invitation_id: uuid().references(() => invitations.id, { onDelete: 'cascade' }),
    created_at: instant().notNull(),
    read_at: instant(),
  },
  (t) => [
    index('notifications_user').on(t.user_id, t.id),
    index('notifications_unread').on(t.user_id).where(sql`${t.read_at} is null`),
    index('notifications_checkin').on(t.checkin_id),
    index('notifications_invitation').on(t.invitation_id).where(sql`${t.invitation_id} is not null`),
    index('notifications_comment').on(t.comment_id).where(sql`${t.comment_id} is not null`),
    // A reaction that is toggled repeatedly, even concurrently, notifies at most once.
    uniqueIndex('notifications_reaction_once')
      .on(t.checkin_id, t.actor_id, t.reaction_type, t.user_id)
      .where(sql`${t.type} = 'reaction'`),
    oneOf('notifications_type', 'type', ROW_TYPES),
    // Without this index, deleting a mission would read the whole table.
    index('notifications_mission').on(t.mission_id),
  ],
);

/** Single check-ins, made after `users.checkins_seen_at`, that a user marked as read in the bell. */
export const checkin_reads = pgTable(
  'checkin_reads',
  {
    user_id: ofUser(),
    checkin_id: ofCheckin(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.checkin_id] }), index('checkin_reads_checkin').on(t.checkin_id)],
);
