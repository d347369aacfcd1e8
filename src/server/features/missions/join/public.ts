/**
 * Builds what a link shows of a mission before joining. People pass links on, and only the sender chose to be visible
 * to anyone with the link. So the preview shows the mission and its owner, and shows other members only as colors.
 * Names or initials would reveal who takes part, and numbers of check-ins or points would reveal how they do. The
 * description can contain anything that members wrote for each other. `previewColumns` reads all that a preview can
 * contain, and a test searches the responses for everything else.
 */

import type { MissionPreview } from '#contract/missions-join.ts';
import { dayOf, daysBetween } from '#domain/days.ts';
import { daysRemaining } from '#domain/missions.ts';
import { hash, PALETTES_COUNT } from '#domain/patch.ts';
import { scheduleOf } from '#domain/schedule.ts';
import type { PreviewRow } from '../../../facts/missions.ts';
import { avatarUrl } from '../../../facts/users.ts';

/** Returns today's number in the mission's zone: 0 before the first day, at most the number of the last day. */
const dayNumber = ({ first_day, duration_days, mission_timezone }: PreviewRow, now: Date): number =>
  Math.max(0, Math.min(daysBetween(first_day, dayOf(now, mission_timezone)) + 1, duration_days));

/** Returns the preview. Names of members other than the owner become colors here and go no further. */
export const toMissionPreview = (row: PreviewRow, now: Date): MissionPreview => ({
  mission_id: row.mission_id,
  mission_title: row.mission_title,
  patch: row.patch,
  habit: row.habit,
  goal: row.goal,
  reward_description: row.reward_description,
  owner_name: row.owner_name,
  member_count: row.member_count,
  day: dayNumber(row, now),
  days_remaining: daysRemaining({ ...row, timezone: row.mission_timezone }, now),
  duration_days: row.duration_days,
  schedule: scheduleOf(row),
  faces: row.faces.map(({ name, avatar_key }) => ({
    avatar_url: avatarUrl(avatar_key),
    colour: hash(name) % PALETTES_COUNT,
  })),
});
