import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { PAUSE_DAYS_MAX } from '#domain/limits.ts';
import { PAUSE_REASONS } from '#domain/pauses.ts';
import { ofUser } from './auth.ts';
import { day, instant, oneOf } from './columns.ts';
import { scheduleChecks, scheduleColumns } from './missions.ts';

/** The time zone changes that excuse days, at most two in a week (docs/rules.md#streaks). */
export const zone_changes = pgTable(
  'zone_changes',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    changed_at: instant().notNull(),
    old_zone: text().notNull(),
    new_zone: text().notNull(),
    old_day: day().notNull(),
    new_day: day().notNull(),
  },
  (t) => [index('zone_changes_user').on(t.user_id, t.changed_at)],
);

/**
 * When a user's saved standing expires: when time changes it, and after a week at the latest. A separate table, because
 * each check-in would have to update an index on `users`.
 */
export const standing_ends = pgTable(
  'standing_ends',
  {
    user_id: ofUser().primaryKey(),
    at: instant().notNull(),
  },
  (t) => [index('standing_ends_at').on(t.at)],
);

/** Missed days that a rest day covered. Only release 1.0.0 uses it. */
export const rest_days = pgTable(
  'rest_days',
  {
    user_id: ofUser(),
    day: day().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.day] })],
);

/** Checked days of deleted missions, whose effect on the streak stays. */
export const archived_days = pgTable(
  'archived_days',
  {
    user_id: ofUser(),
    day: day().notNull(),
    checkins_count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.day] })],
);

/** What an ended membership required of a user. Stored when its mission is deleted or the user returns to it. */
export const archived_asked_days = pgTable(
  'archived_asked_days',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    ...scheduleColumns(),
    /** The first day of the mission, where its weeks start. */
    first_day: day().notNull(),
    joined_day: day().notNull(),
    /** The first and the last day when the mission required anything of the user. */
    from_day: day().notNull(),
    to_day: day().notNull(),
    /** The checked days as hex digits from `first_day` (domain/day-bits.ts). */
    days: text().notNull(),
  },
  (t) => [index('archived_asked_days_user').on(t.user_id), ...scheduleChecks('archived_asked_days')],
);

/** Users' breaks on their own calendar, both days included (docs/rules.md#pauses). */
export const pauses = pgTable(
  'pauses',
  {
    id: uuid().primaryKey(),
    user_id: ofUser(),
    from_day: day().notNull(),
    to_day: day().notNull(),
    /** Only the user sees it. */
    reason: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [
    index('pauses_user').on(t.user_id, t.from_day),
    check('pauses_length', sql.raw(`to_day - from_day between 0 and ${PAUSE_DAYS_MAX - 1}`)),
    oneOf('pauses_reason', 'reason', PAUSE_REASONS),
  ],
);
