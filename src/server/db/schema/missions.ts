import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import {
  DESCRIPTION_MAX,
  DURATION_MAX,
  DURATION_MIN,
  GOAL_MAX,
  LEVEL_GOAL_MAX,
  LEVEL_GOAL_MIN,
  REWARD_MAX,
  STREAK_GOAL_MAX,
  STREAK_GOAL_MIN,
  TITLE_MAX,
} from '#domain/limits.ts';
import { users } from './auth.ts';
import { day, instant } from './columns.ts';

/** Habit challenges. Days are in the owner's zone; the instants follow from first_day, duration and zone. */
export const missions = pgTable(
  'missions',
  {
    id: uuid().primaryKey(),
    title: text().notNull(),
    description: text().notNull(),
    goal: text().notNull(),
    duration_days: integer().notNull(),
    first_day: day().notNull(),
    timezone: text().notNull(),
    start_date: instant().notNull(),
    end_date: instant().notNull(),
    owner_id: uuid()
      .notNull()
      .references(() => users.id),
    /** The member to whom the owner offers the mission. */
    owner_offer_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    level_goal: integer(),
    streak_goal: integer(),
    reward_description: text(),
    invitation_code: text().unique(),
    is_active: boolean().notNull().default(true),
    completed_at: instant(),
    created_at: instant().notNull(),
    /** The latest edit: an edit that ended the mission delays its automatic completion. */
    edited_at: instant(),
  },
  (t) => [
    index('missions_owner').on(t.owner_id),
    index('missions_owner_offer').on(t.owner_offer_id).where(sql`${t.owner_offer_id} is not null`),
    // For the job that completes missions.
    index('missions_open_end').on(t.end_date).where(sql`${t.completed_at} is null`),
    check('missions_title_length', sql.raw(`char_length(title) between 1 and ${TITLE_MAX}`)),
    check('missions_description_length', sql.raw(`char_length(description) <= ${DESCRIPTION_MAX}`)),
    check('missions_goal_length', sql.raw(`char_length(goal) between 1 and ${GOAL_MAX}`)),
    check('missions_reward_length', sql.raw(`char_length(reward_description) <= ${REWARD_MAX}`)),
    check('missions_duration', sql.raw(`duration_days between ${DURATION_MIN} and ${DURATION_MAX}`)),
    check('missions_level_goal', sql.raw(`level_goal between ${LEVEL_GOAL_MIN} and ${LEVEL_GOAL_MAX}`)),
    check('missions_streak_goal', sql.raw(`streak_goal between ${STREAK_GOAL_MIN} and ${STREAK_GOAL_MAX}`)),
    check('missions_completed', sql`${t.is_active} = (${t.completed_at} is null)`),
  ],
);
