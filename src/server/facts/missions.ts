import * as z from 'zod/mini';
import { PREVIEW_FACES_MAX } from '#domain/limits.ts';
import { BOARDS, HABITS, type MissionState, missionState } from '#domain/missions.ts';
import { Bool, Day, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import { AmountsColumns, amountsColumns } from './amounts.ts';
import { Patch, ScheduleColumns } from './fields.ts';

export const MissionRow = z.object({
  ...ScheduleColumns.shape,
  ...AmountsColumns.shape,
  id: Id,
  title: Text,
  description: Text,
  goal: Text,
  duration_days: Int,
  first_day: Day,
  timezone: Text,
  start_date: Instant,
  end_date: Instant,
  owner_id: Id,
  owner_offer_id: z.nullable(Id),
  level_goal: z.nullable(Int),
  streak_goal: z.nullable(Int),
  reward_description: z.nullable(Text),
  invitation_code: z.nullable(Text),
  is_active: Bool,
  completed_at: z.nullable(Instant),
  created_at: Instant,
  edited_at: z.nullable(Instant),
  previous_id: z.nullable(Id),
  round: Int,
  board: z.enum(BOARDS),
  habit: z.enum(HABITS),
  patch: z.nullable(Patch),
});
export type MissionRow = z.output<typeof MissionRow>;

/** Returns SQL for the columns of ScheduleColumns; `mission` is an alias. */
export const scheduleColumnsIn = (mission: string): string =>
  `${mission}.schedule_kind, ${mission}.schedule_times, ${mission}.schedule_days`;

/** Returns SQL for the columns of MissionRow; `mission` is an alias. */
export const missionColumns = (mission: string): string =>
  `${mission}.id, ${mission}.title, ${mission}.description, ${mission}.goal, ${mission}.duration_days,
   ${mission}.first_day, ${mission}.timezone, ${mission}.start_date, ${mission}.end_date, ${mission}.owner_id,
   ${mission}.owner_offer_id, ${mission}.level_goal, ${mission}.streak_goal, ${mission}.reward_description,
   ${mission}.invitation_code, ${mission}.is_active, ${mission}.completed_at, ${mission}.created_at, ${mission}.edited_at,
   ${mission}.previous_id, ${mission}.round, ${mission}.board, ${mission}.habit, ${mission}.patch, ${scheduleColumnsIn(mission)},
   ${amountsColumns(mission)}`;

/** Computes the state of a mission at `now`. */
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

/** The columns of `previewColumns`. */
export const PreviewRow = z.object({
  ...ScheduleColumns.shape,
  patch: z.nullable(Patch),
  habit: z.enum(HABITS),
  goal: Text,
  reward_description: z.nullable(Text),
  duration_days: Int,
  first_day: Day,
  end_date: Instant,
  mission_id: Id,
  mission_title: Text,
  mission_timezone: Text,
  owner_name: Text,
  member_count: Int,
  /** The first members, starting with the owner. */
  faces: z.array(z.object({ name: Text, avatar_key: z.nullable(Text) })),
});
export type PreviewRow = z.output<typeof PreviewRow>;

/**
 * Returns SQL for the columns of PreviewRow, the only ones that a link may show before joining
 * (features/missions/join/public.ts). `mission` and `owner`, a user, are aliases.
 */
export const previewColumns = ({ mission, owner }: Record<'mission' | 'owner', string>): string =>
  `${mission}.id as mission_id, ${mission}.title as mission_title, ${mission}.patch, ${mission}.habit, ${mission}.timezone as mission_timezone, ${mission}.goal,
  ${mission}.reward_description, ${mission}.duration_days, ${mission}.first_day, ${mission}.end_date, ${owner}.name as owner_name,
  ${scheduleColumnsIn(mission)},
  (select count(*) from members mb where mb.mission_id = ${mission}.id and mb.left_at is null) as member_count,
  (select json_agg(json_build_object('name', face.name, 'avatar_key', face.avatar_key)) from (
    select u.name, case when u.id = ${mission}.owner_id then u.avatar_key end as avatar_key
    from members mb join users u on u.id = mb.user_id where mb.mission_id = ${mission}.id and mb.left_at is null
    order by u.id = ${mission}.owner_id desc, mb.joined_at, mb.user_id limit ${PREVIEW_FACES_MAX}) face) as faces`;
