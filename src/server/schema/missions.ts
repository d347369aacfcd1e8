import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { COUNTS_AT, type CountsAt } from '#domain/amounts.ts';
import {
  AMOUNT_MAX,
  AMOUNT_MIN,
  DESCRIPTION_MAX,
  DURATION_MAX,
  DURATION_MIN,
  GOAL_MAX,
  LEVEL_GOAL_MAX,
  LEVEL_GOAL_MIN,
  REWARD_MAX,
  ROAD_LENGTH_MAX,
  ROAD_LENGTH_MIN,
  ROAD_NAME_MAX,
  STREAK_GOAL_MAX,
  STREAK_GOAL_MIN,
  TITLE_MAX,
  UNIT_MAX,
} from '#domain/limits.ts';
import { BOARDS, type Board, HABITS, type Habit } from '#domain/missions.ts';
import type { ChosenPatch } from '#domain/patch-names.ts';
import { SCHEDULE_KINDS, type ScheduleKind } from '#domain/schedule.ts';
import { users } from './auth.ts';
import { day, decimal, instant, oneOf } from './columns.ts';

/** Builds the columns of a schedule, for a mission and for archived days (docs/rules.md#missions). */
export const scheduleColumns = () => ({
  schedule_kind: text().$type<ScheduleKind>().notNull().default('daily'),
  /** Times a week, only for the kind `weekly`. */
  schedule_times: smallint(),
  /** Weekdays as bits, Monday (1) to Sunday (64), only for the kind `weekdays`. */
  schedule_days: smallint(),
});

export const scheduleChecks = (table: string) => [
  oneOf(`${table}_schedule_kind`, 'schedule_kind', SCHEDULE_KINDS),
  check(
    `${table}_schedule_times`,
    sql.raw(`(schedule_kind = 'weekly') = (schedule_times is not null) and schedule_times between 1 and 6`),
  ),
  check(
    `${table}_schedule_days`,
    sql.raw(`(schedule_kind = 'weekdays') = (schedule_days is not null) and schedule_days between 1 and 126`),
  ),
];

/** Missions. Days are in the owner's zone; the instants follow from `first_day`, duration and zone. */
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
    /** The member who received the ownership offer. */
    owner_offer_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    level_goal: integer(),
    streak_goal: integer(),
    reward_description: text(),
    invitation_code: text().unique(),
    is_active: boolean().notNull().default(true),
    completed_at: instant(),
    created_at: instant().notNull(),
    /** The latest edit. An edit that ended the mission delays its automatic completion. */
    edited_at: instant(),
    ...scheduleColumns(),
    /** The completed mission that this one continues. The unique key allows only one next round. */
    previous_id: uuid()
      .unique()
      .references((): AnyPgColumn => missions.id, { onDelete: 'set null' }),
    round: smallint().notNull().default(1),
    /** `stars`: a ranking by points. `together`: the members' common total, without a comparison. */
    board: text().$type<Board>().notNull().default('stars'),
    /** `own`: each member says what their habit is (docs/rules.md#missions). The board is then `together`. */
    habit: text().$type<Habit>().notNull().default('shared'),
    /** The chosen patch. Null means the default patch, which derives from the ID (docs/rules.md#missions). */
    patch: jsonb().$type<ChosenPatch>(),
    /** What the mission counts; null if it counts nothing. */
    unit: text(),
    /** The unit of stored amounts while the mission counts nothing. */
    hidden_unit: text(),
    /** Of a member, a day. */
    amount_target: decimal(),
    counts_at: text().$type<CountsAt>().notNull().default('any'),
    /** What all members reach together. */
    road_length: decimal(),
    road_name: text(),
  },
  (t) => [
    index('missions_owner').on(t.owner_id),
    index('missions_owner_offer').on(t.owner_offer_id).where(sql`${t.owner_offer_id} is not null`),
    // For the job that completes missions.
    index('missions_open_end').on(t.end_date).where(sql`${t.completed_at} is null`),
    // For the job that notifies webhooks of missions that start.
    index('missions_open_start').on(t.start_date).where(sql`${t.completed_at} is null`),
    check('missions_title_length', sql.raw(`char_length(title) between 1 and ${TITLE_MAX}`)),
    check('missions_description_length', sql.raw(`char_length(description) <= ${DESCRIPTION_MAX}`)),
    check('missions_goal_length', sql.raw(`char_length(goal) between 1 and ${GOAL_MAX}`)),
    check('missions_reward_length', sql.raw(`char_length(reward_description) <= ${REWARD_MAX}`)),
    check('missions_duration', sql.raw(`duration_days between ${DURATION_MIN} and ${DURATION_MAX}`)),
    check('missions_level_goal', sql.raw(`level_goal between ${LEVEL_GOAL_MIN} and ${LEVEL_GOAL_MAX}`)),
    check('missions_streak_goal', sql.raw(`streak_goal between ${STREAK_GOAL_MIN} and ${STREAK_GOAL_MAX}`)),
    check('missions_completed', sql`${t.is_active} = (${t.completed_at} is null)`),
    oneOf('missions_board', 'board', BOARDS),
    oneOf('missions_habit', 'habit', HABITS),
    check('missions_round', sql`${t.round} >= 1`),
    check('missions_unit_length', sql.raw(`char_length(unit) between 1 and ${UNIT_MAX}`)),
    check('missions_amount_target', sql.raw(`amount_target between ${AMOUNT_MIN} and ${AMOUNT_MAX}`)),
    check('missions_road_length', sql.raw(`road_length between ${ROAD_LENGTH_MIN} and ${ROAD_LENGTH_MAX}`)),
    check('missions_road_name_length', sql.raw(`char_length(road_name) between 1 and ${ROAD_NAME_MAX}`)),
    oneOf('missions_counts_at', 'counts_at', COUNTS_AT),
    check(
      'missions_amounts',
      sql.raw(`case when unit is null then num_nonnulls(amount_target, road_length, road_name) = 0 and counts_at = 'any'
        else (counts_at = 'any' or amount_target is not null)
          and (road_name is null or road_length is not null) end`),
    ),
    ...scheduleChecks('missions'),
  ],
);

/** Builds the column of a row that belongs to a mission and is deleted with it. */
export const ofMission = () =>
  uuid()
    .notNull()
    .references(() => missions.id, { onDelete: 'cascade' });
