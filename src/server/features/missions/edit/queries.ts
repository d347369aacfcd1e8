import type { ScheduleColumns } from '#domain/schedule.ts';
import { Bool, Id } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { firstValue, onlyValue } from '#platform/db/rows.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import type { AmountsColumns } from '../../../facts/amounts.ts';
import type { MissionRow } from '../../../facts/missions.ts';
import { previousOwnHabit } from '../../../facts/own-habits.ts';

export type NewMission = Pick<
  MissionRow,
  | 'title'
  | 'description'
  | 'goal'
  | 'duration_days'
  | 'first_day'
  | 'timezone'
  | 'level_goal'
  | 'streak_goal'
  | 'reward_description'
  | 'previous_id'
  | 'round'
  | 'board'
  | 'habit'
  | 'patch'
> &
  ScheduleColumns &
  AmountsColumns & {
    start_date: Date;
    end_date: Date;
    owner_id: string;
    joined_day: string;
    /** The owner's line; undefined for that of the round before. */
    own_habit: string | null | undefined;
  };

const INSERT = namedValues(
  `with made as (
     insert into missions (id, title, description, goal, duration_days, first_day, timezone, start_date, end_date,
       owner_id, level_goal, streak_goal, reward_description, created_at, schedule_kind, schedule_times, schedule_days,
       previous_id, round, board, habit, patch, unit, hidden_unit, amount_target, counts_at,
       road_length, road_name)
     values (:id, :title, :description, :goal, :duration_days, :first_day, :timezone, :start_date, :end_date,
       :owner_id, :level_goal, :streak_goal, :reward_description, :created_at, :schedule_kind, :schedule_times,
       :schedule_days, :previous_id, :round, :board, :habit, :patch, :unit, :hidden_unit,
       :target_hundredths::int8::numeric / 100, :counts_at, :road_hundredths::int8::numeric / 100, :road_name)
     returning id, owner_id, previous_id, habit
   )
   insert into members (mission_id, user_id, joined_at, joined_day, own_habit)
   select id, owner_id, :created_at, :joined_day, case when :restores_own_habit
     then ${previousOwnHabit({ mission: 'made', user: 'owner_id' })} else :own_habit end from made`,
);

/** Inserts the mission with its owner as the first member and returns its ID. */
export async function insertMission(tx: Tx, mission: NewMission, now: Date): Promise<string> {
  const id = newId(now);
  const line = { own_habit: mission.own_habit ?? null, restores_own_habit: mission.own_habit === undefined };
  await tx.rows(...INSERT({ ...mission, ...line, id, created_at: now }));
  return id;
}

/**
 * Finds the next round of a mission, or null. Expects a lock on the mission, which keeps the result true until commit.
 */
export const findNextRound = (tx: Tx, missionId: string): Promise<string | null> =>
  firstValue(tx, Id, 'select id from missions where previous_id = $1', [missionId]);

type EditedMission = Omit<NewMission, 'timezone' | 'owner_id' | 'joined_day' | 'own_habit' | 'previous_id' | 'round'>;

const REPLACE = namedValues(
  `update missions set title = :title, description = :description, goal = :goal, duration_days = :duration_days,
     first_day = :first_day, start_date = :start_date, end_date = :end_date, level_goal = :level_goal,
     streak_goal = :streak_goal, reward_description = :reward_description, edited_at = :edited_at,
     schedule_kind = :schedule_kind, schedule_times = :schedule_times, schedule_days = :schedule_days, board = :board,
     habit = :habit, patch = :patch, unit = :unit, hidden_unit = :hidden_unit,
     amount_target = :target_hundredths::int8::numeric / 100, counts_at = :counts_at,
     road_length = :road_hundredths::int8::numeric / 100, road_name = :road_name
   where id = :id`,
);

/** Stores the fields that an edit may change. Expects a lock on the mission's row. */
export async function replaceMission(
  tx: Tx,
  { id }: Authorized<{ id: string }, 'host'>,
  mission: EditedMission,
  now: Date,
): Promise<void> {
  await tx.rows(...REPLACE({ ...mission, id, edited_at: now }));
}

/** Waits for check-ins in progress. Later ones wait for this transaction and read what it wrote. */
export async function lockMembersAgainstCheckins(tx: Tx, missionId: string): Promise<void> {
  await tx.rows('select from members where mission_id = $1 order by user_id for no key update', [missionId]);
}

/** Returns true if the mission has any amount. */
export const hasAmounts = (db: Queryable, missionId: string): Promise<boolean> =>
  onlyValue(db, Bool, 'select exists (select from day_amounts where mission_id = $1) as found', [missionId]);

export const hasCheckins = (db: Queryable, missionId: string): Promise<boolean> =>
  onlyValue(db, Bool, 'select exists (select from checkins where mission_id = $1) as found', [missionId]);
