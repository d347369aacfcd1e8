import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { CUE_MAX, OWN_HABIT_MAX } from '#domain/limits.ts';
import { ofUser } from './auth.ts';
import { bytes, day, decimal, instant } from './columns.ts';
import { ofMission } from './missions.ts';

/** Members. The row of a former member stays, and a return revives it. Counters cache the check-in rows. */
export const members = pgTable(
  'members',
  {
    mission_id: ofMission(),
    user_id: ofUser(),
    /** The first time; a return does not change it. */
    joined_at: instant().notNull(),
    /** When a former member last returned. The bell shows nothing made before that. */
    returned_at: instant(),
    joined_day: day().notNull(),
    left_at: instant(),
    /** The member's own day of leaving. It is null while `left_at` is null. */
    left_day: day(),
    /** The member's own day of the last return, when the schedule applies again; null: `joined_day`. */
    asks_from: day(),
    /** When the owner removed the member, or null for a member who left, or was invited back. */
    removed_at: instant(),
    is_cohost: boolean().notNull().default(false),
    points: integer().notNull().default(0),
    checkins_count: integer().notNull().default(0),
    /** The number of extra check-ins. Only release 1.0.0 reads it. */
    extra_checkins: integer().notNull().default(0),
    /**
     * The days of the check-ins as a bit set of at least 46 bytes; the highest bit of the first byte is
     * `checked_days_from`. It is valid if it has `checkins_count` days including `streak_last_day`. Otherwise release
     * 1.0.0 wrote the row, and only the check-ins are right.
     */
    checked_days: bytes(),
    checked_days_from: day(),
    /** The days that rest days saved, as bits from `checked_days_from`. It is null if there are none. */
    rest_days: bytes(),
    /**
     * When the check-in of `streak_last_day` was recorded, or null before the first check-in. Valid while
     * `checked_days` is valid.
     */
    last_checkin_at: instant(),
    streak_days: integer().notNull().default(0),
    streak_last_day: day(),
    /** Only release 1.0.0 reads it. */
    open_streak: integer(),
    longest_streak: integer().notNull().default(0),
    /** Check-ins that the schedule required, and all days that it requires, missed ones included (docs/days.md). */
    counted: integer().notNull().default(0),
    planned: integer().notNull().default(0),
    /** The sum of the member's day amounts. */
    amount_total: decimal().notNull().default('0'),
    /** Set when the mission completes. */
    reward_earned: boolean().notNull().default(false),
    reward_done_at: instant(),
    /** When the member does it, in the member's own words. Only the member reads it. */
    cue: text(),
    /** The member's own habit, in a mission whose `habit` is `own`. The other members read it. */
    own_habit: text(),
    /** Whether the mission's check-ins stay out of the member's bell and push messages. */
    muted: boolean().notNull().default(false),
    /** When the member answered or dismissed the question about a reminder; null asks. */
    reminder_asked_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.mission_id, t.user_id] }),
    index('members_user').on(t.user_id).where(sql`${t.left_at} is null`),
    // Includes former members, because days that their missions required still count.
    index('members_user_ever').on(t.user_id),
    check('members_cue_length', sql.raw(`char_length(cue) between 1 and ${CUE_MAX}`)),
    check('members_own_habit_length', sql.raw(`char_length(own_habit) between 1 and ${OWN_HABIT_MAX}`)),
    index('members_open_reward').on(t.mission_id).where(sql`${t.reward_earned} and ${t.reward_done_at} is null`),
  ],
);

/** Nudges. The key enforces one per pair and mission on a day of the nudged member. */
export const nudges = pgTable(
  'nudges',
  {
    mission_id: ofMission(),
    from_id: ofUser(),
    to_id: ofUser(),
    day: day().notNull(),
  },
  (t) => [
    // The day comes before the people: the mission page reads today's nudges.
    primaryKey({ columns: [t.mission_id, t.day, t.to_id, t.from_id] }),
    index('nudges_from').on(t.from_id),
    index('nudges_to').on(t.to_id),
  ],
);
