/**
 * What a link shows of a mission before joining. Links are passed on, and the members other than the sender never chose
 * to be seen by whoever holds one. So the preview shows what sending a link shows by itself, the mission and its owner;
 * of the others it shows that they exist, as colours. Names or initials would tell who takes part, numbers of check-ins
 * or points how somebody does, and the description, which members write for each other, can hold anything. All
 * that a preview can hold is what `previewColumns` reads, this file alone makes them, and a test looks for everything else
 * in the answers.
 */

import type { MissionPreview } from '#contract/missions-join.ts';
import { dayOf, daysBetween } from '#domain/days.ts';
import { daysRemaining } from '#domain/missions.ts';
import { hash, PALETTES_COUNT } from '#domain/patch.ts';
import { scheduleOf } from '#domain/schedule.ts';
import type { PreviewRow } from '../../../facts/missions.ts';
import { avatarUrl } from '../../../facts/users.ts';

/** The number of today in the mission's zone: 0 before the first day, at most that of the last one. */
const dayNumber = ({ first_day, duration_days, mission_timezone }: PreviewRow, now: Date): number =>
  Math.max(0, Math.min(daysBetween(first_day, dayOf(now, mission_timezone)) + 1, duration_days));

/** The preview: names of members other than the owner become colours here, and go no further. */
export const toMissionPreview = (row: PreviewRow, now: Date): MissionPreview => ({
  mission_id: row.mission_id,
  mission_title: row.mission_title,
  patch: row.patch,
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
