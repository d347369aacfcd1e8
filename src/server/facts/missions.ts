import { PREVIEW_FACES_MAX } from '#domain/limits.ts';
import { type MissionState, missionState } from '#domain/missions.ts';
import type { ScheduleColumns } from '#domain/schedule.ts';
import type { Row } from '#platform/db/rows.ts';
import type { missions } from '../schema/missions.ts';

export type MissionRow = Row<typeof missions>;

/** SQL for the columns of ScheduleColumns; `mission` is the alias of the missions. */
export const scheduleColumnsIn = (mission: string): string =>
  `${mission}.schedule_kind, ${mission}.schedule_times, ${mission}.schedule_days`;

/** SQL for the columns of MissionRow; `mission` is the alias of the missions. */
export const missionColumns = (mission: string): string =>
  `${mission}.id, ${mission}.title, ${mission}.description, ${mission}.goal, ${mission}.duration_days,
   ${mission}.first_day, ${mission}.timezone, ${mission}.start_date, ${mission}.end_date, ${mission}.owner_id,
   ${mission}.owner_offer_id, ${mission}.level_goal, ${mission}.streak_goal, ${mission}.reward_description,
   ${mission}.invitation_code, ${mission}.is_active, ${mission}.completed_at, ${mission}.created_at, ${mission}.edited_at,
   ${mission}.previous_id, ${mission}.round, ${mission}.board, ${mission}.patch, ${scheduleColumnsIn(mission)}`;

/** The state of a mission at `now`. */
export const stateOf = (
  { is_active, end_date, completed_at }: Pick<MissionRow, 'is_active' | 'end_date' | 'completed_at'>,
  now: Date,
): MissionState =>
  missionState(
    {
      is_active,
      end_date: new Date(end_date),
      completed_at: completed_at === null ? null : new Date(completed_at),
    },
    now,
  );

/** What `previewColumns` read. */
export interface PreviewRow
  extends Pick<MissionRow, 'patch' | 'goal' | 'reward_description' | 'duration_days' | 'first_day' | 'end_date'>,
    ScheduleColumns {
  mission_id: string;
  mission_title: string;
  mission_timezone: string;
  owner_name: string;
  member_count: number;
  /** The first members, the owner before all. */
  faces: { name: string; avatar_key: string | null }[];
}

/**
 * SQL for the columns of PreviewRow, which are all that a link may show of a mission before joining
 * (features/missions/join/public.ts); `mission` and `owner`, a user, are aliases.
 */
export const previewColumns = ({ mission, owner }: Record<'mission' | 'owner', string>): string =>
  `${mission}.id as mission_id, ${mission}.title as mission_title, ${mission}.patch, ${mission}.timezone as mission_timezone, ${mission}.goal,
  ${mission}.reward_description, ${mission}.duration_days, ${mission}.first_day, ${mission}.end_date, ${owner}.name as owner_name,
  ${scheduleColumnsIn(mission)},
  (select count(*) from members mb where mb.mission_id = ${mission}.id and mb.left_at is null) as member_count,
  (select json_agg(json_build_object('name', face.name, 'avatar_key', face.avatar_key)) from (
    select u.name, case when u.id = ${mission}.owner_id then u.avatar_key end as avatar_key
    from members mb join users u on u.id = mb.user_id where mb.mission_id = ${mission}.id and mb.left_at is null
    order by u.id = ${mission}.owner_id desc, mb.joined_at, mb.user_id limit ${PREVIEW_FACES_MAX}) face) as faces`;
