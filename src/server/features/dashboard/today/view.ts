import type { StillOut, TodayCheckinItem } from '#contract/dashboard.ts';
import { TODAY_STILL_OUT } from '#domain/limits.ts';
import { lookOf } from '#domain/looks.ts';
import type { PhotoUrls } from '#platform/storage/signed-url.ts';
import { avatarUrl, faceOf } from '../../../facts/users.ts';
import { toReactionSummary } from '../../checkins/public.ts';
import type { OutRow, TodayCheckinRow } from './queries.ts';

/** `today` is the viewer's own day. */
export const toPendingMembers = (rows: readonly OutRow[], today: string): StillOut[] =>
  rows.slice(0, TODAY_STILL_OUT).map((row) => ({
    mission_id: row.mission_id,
    mission_title: row.mission_title,
    ...faceOf(row),
    can_nudge: !row.nudged_today,
    nudged_today: row.nudged_today,
    joined_today: !row.viewer_owns && row.viewer_joined_day === today,
  }));

export const toTodayCheckin = (row: TodayCheckinRow, urls: PhotoUrls, now: Date): TodayCheckinItem => ({
  checkin_id: row.checkin_id,
  mission_id: row.mission_id,
  mission_title: row.mission_title,
  user_id: row.user_id,
  user_name: row.user_name,
  user_avatar_url: avatarUrl(row.user_avatar_key),
  user_look: lookOf(row.user_id, row.user_look),
  own_habit: row.own_habit,
  type: row.type,
  content: row.content,
  photo_small_url: urls.of(row.photo_key, now).photo_small_url,
  performed_at: row.performed_at,
  ...toReactionSummary(row.counts),
});
