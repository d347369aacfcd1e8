import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { HIDERS } from '#domain/checkins.ts';
import { CHECKIN_CONTENT_MAX, REASON_MAX } from '#domain/limits.ts';
import { ofUser } from './auth.ts';
import { day, instant, oneOf } from './columns.ts';
import { ofMission } from './missions.ts';

/** Check-ins. `local_day` and `timezone` never change after the check-in (docs/rules.md#days). */
export const checkins = pgTable(
  'checkins',
  {
    id: uuid().primaryKey(),
    mission_id: ofMission(),
    user_id: ofUser(),
    type: text().notNull(),
    content: text().notNull().default(''),
    points_earned: integer().notNull(),
    local_day: day().notNull(),
    timezone: text().notNull(),
    performed_at: instant().notNull(),
    created_at: instant().notNull(),
    client_id: uuid(),
    /** `checkins/<uuid>`, the folder of its two pictures. The size of the large one and a thumbhash are set with it. */
    photo_key: text(),
    photo_width: integer(),
    photo_height: integer(),
    photo_thumbhash: text(),
    edited_at: instant(),
    /** Beyond the mission's schedule: it is shown and extends streaks, but earns no points. */
    is_extra: boolean().notNull().default(false),
    /** Made on the morning after its day. */
    is_late: boolean().notNull().default(false),
    /** It follows three or more missed days that nothing saved (docs/rules.md#coming-back). */
    is_comeback: boolean().notNull().default(false),
    /** When its author removed text and photo. */
    cleared_at: instant(),
    /** Hidden by the mission's owner or the operator; its author sees the reason. */
    hidden_at: instant(),
    hidden_reason: text(),
    /** 'owner' or 'operator': an owner cannot show what the operator hid. */
    hidden_by: text(),
  },
  (t) => [
    // This constraint, not a query, enforces one check-in per member, mission and day.
    unique('checkins_once_a_day').on(t.mission_id, t.user_id, t.local_day),
    unique('checkins_client_id').on(t.user_id, t.client_id),
    index('checkins_feed').on(t.mission_id, t.id),
    index('checkins_hidden_at').on(t.mission_id, t.hidden_at).where(sql`hidden_at is not null`),
    // Includes the mission, so a read of a person's days in one mission skips other missions within the index.
    index('checkins_user_day').on(t.user_id, t.local_day, t.mission_id),
    // The daily sweep reads the photos in the order in which the storage lists its files.
    uniqueIndex('checkins_photo_key').on(sql`photo_key collate "C"`).where(sql`photo_key is not null`),
    check('checkins_type', sql`${t.type} in ('tick', 'text', 'photo')`),
    check('checkins_photo', sql`(${t.type} = 'photo') = (${t.photo_key} is not null)`),
    check('checkins_photo_whole', sql`num_nulls(photo_key, photo_width, photo_height, photo_thumbhash) in (0, 4)`),
    check('checkins_hidden', sql`num_nulls(hidden_at, hidden_reason, hidden_by) in (0, 3)`),
    oneOf('checkins_hidden_by', 'hidden_by', HIDERS),
    check('checkins_hidden_reason_length', sql.raw(`char_length(hidden_reason) <= ${REASON_MAX}`)),
    check('checkins_content_length', sql.raw(`char_length(content) <= ${CHECKIN_CONTENT_MAX}`)),
  ],
);

/** Builds the column of a row that belongs to a check-in and is deleted with it. */
export const ofCheckin = () =>
  uuid()
    .notNull()
    .references(() => checkins.id, { onDelete: 'cascade' });

/** One row per photo sent within the last day, so that editing or deleting check-ins does not evade the daily limit. */
export const photo_uploads = pgTable(
  'photo_uploads',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    sent_at: instant().notNull(),
  },
  (t) => [index('photo_uploads_user').on(t.user_id, t.sent_at)],
);

/** Undone check-ins: a repeated request that arrives later must not record them again. */
export const taken_back = pgTable(
  'taken_back',
  {
    user_id: ofUser(),
    client_id: uuid().notNull(),
    taken_back_at: instant().notNull(),
  },
  // The second index is for the job that deletes old rows.
  (t) => [primaryKey({ columns: [t.user_id, t.client_id] }), index('taken_back_at').on(t.taken_back_at)],
);

/** Deleted check-ins, for programs that store a feed. The rows name no author, so they survive the account. */
export const deleted_checkins = pgTable(
  'deleted_checkins',
  {
    checkin_id: uuid().primaryKey(),
    mission_id: ofMission(),
    deleted_at: instant().notNull(),
  },
  // The second index is for the job that deletes old rows.
  (t) => [
    index('deleted_checkins_mission').on(t.mission_id, t.deleted_at),
    index('deleted_checkins_at').on(t.deleted_at),
  ],
);
