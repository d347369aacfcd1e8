/**
 * What a link shows of a mission before joining. Links are passed on, and the members other than the sender never chose
 * to be seen by whoever holds one. So the preview shows what sending a link shows by itself, the mission and its owner;
 * of the others it shows that they exist, as colours. Names or initials would tell who takes part, numbers of check-ins
 * or points how somebody does, and the description, which members write for each other, can hold anything. This file
 * alone reads and makes previews, and a test looks for everything else in the answers.
 */

import type { MissionPreview } from '#contract/missions-join.ts';
import { dayOf, daysBetween } from '#domain/days.ts';
import { PREVIEW_FACES_MAX } from '#domain/limits.ts';
import { daysRemaining } from '#domain/missions.ts';
import { hash, PALETTES_COUNT } from '#domain/patch.ts';
import { type ScheduleColumns, scheduleOf } from '#domain/schedule.ts';
import { avatarUrl } from '../../../adapters/storage/media-url.ts';
import { scheduleColumnsIn } from '../../../facts/asked-days.ts';
import type { MissionRow } from '../public.ts';

const SCHEDULE_COLUMNS = scheduleColumnsIn('m');

type PreviewedMission = Pick<MissionRow, 'goal' | 'reward_description' | 'duration_days' | 'first_day' | 'end_date'>;

/** What `PREVIEW_COLUMNS` read. */
export interface PreviewRow extends PreviewedMission, ScheduleColumns {
  mission_id: string;
  mission_title: string;
  mission_timezone: string;
  owner_name: string;
  member_count: number;
  faces: { name: string; avatar_key: string | null }[];
}

/** What a public preview shows of a mission, for queries on `missions m join users o on o.id = m.owner_id`. */
export const PREVIEW_COLUMNS = `m.id as mission_id, m.title as mission_title, m.timezone as mission_timezone, m.goal,
  m.reward_description, m.duration_days, m.first_day, m.end_date, o.name as owner_name, ${SCHEDULE_COLUMNS},
  (select count(*) from members mb where mb.mission_id = m.id and mb.left_at is null) as member_count,
  (select json_agg(json_build_object('name', face.name, 'avatar_key', face.avatar_key)) from (
    select u.name, case when u.id = m.owner_id then u.avatar_key end as avatar_key
    from members mb join users u on u.id = mb.user_id where mb.mission_id = m.id and mb.left_at is null
    order by u.id = m.owner_id desc, mb.joined_at, mb.user_id limit ${PREVIEW_FACES_MAX}) face) as faces`;

/** The number of today in the mission's zone: 0 before the first day, at most that of the last one. */
const dayNumber = ({ first_day, duration_days, mission_timezone }: PreviewRow, now: Date): number =>
  Math.max(0, Math.min(daysBetween(first_day, dayOf(now, mission_timezone)) + 1, duration_days));

/** The preview: names of members other than the owner become colours here, and go no further. */
export const toMissionPreview = (row: PreviewRow, now: Date): MissionPreview => ({
  mission_id: row.mission_id,
  mission_title: row.mission_title,
  goal: row.goal,
  reward_description: row.reward_description,
  owner_name: row.owner_name,
  member_count: row.member_count,
  day: dayNumber(row, now),
  days_remaining: daysRemaining(new Date(row.end_date), now),
  duration_days: row.duration_days,
  schedule: scheduleOf(row),
  faces: row.faces.map(({ name, avatar_key }) => ({
    avatar_url: avatarUrl(avatar_key),
    colour: hash(name) % PALETTES_COUNT,
  })),
});
