import type { CheckinReceipt } from '#contract/checkins.ts';
import { hundredthsOn } from '#domain/amounts.ts';
import { clockAt } from '#domain/life.ts';
import { levelFor } from '#domain/points.ts';
import { type Standing, standing } from '#domain/standing.ts';
import type { UserRow } from '../../../facts/users.ts';
import type { CheckinRow } from '../feed/view.ts';
import type { DecidedCheckin, NewCheckin } from './decide.ts';
import type { RecordingFacts } from './read.ts';

/** The result of a check-in. `taken` is false if it was already recorded under its `client_id`. */
export interface CheckinResult {
  taken: boolean;
  receipt: Omit<CheckinReceipt, 'checkin'> & { checkin: CheckinRow };
}

const toStreaks = (checkin: CheckinRow, { streak, missions }: Standing) => ({
  checkin,
  // A repeated check-in can be in a mission that the user has left since.
  mission_streak_days: missions.get(checkin.mission_id)?.streak ?? 0,
  streak_days: streak,
});

/** Returns the result for a check-in already recorded under its `client_id`, which is `first`. */
export const toRepeatedResult = (
  first: CheckinRow,
  { life, points }: Pick<RecordingFacts, 'life' | 'points'>,
  now: Date,
): CheckinResult => ({
  taken: false,
  receipt: {
    ...toStreaks(first, standing(life, clockAt(now, life.zone))),
    ...{ points, level: levelFor(points), level_up: false, rest_days_used: 0, milestone: null },
  },
});

/** Returns a new check-in as its author sees it, before anyone could react. */
const toNewRow = (
  id: string,
  row: NewCheckin,
  author: UserRow,
  { own_habit, amounts }: Pick<RecordingFacts, 'own_habit' | 'amounts'>,
): CheckinRow => ({
  id,
  own_habit,
  mission_id: row.mission_id,
  user_id: row.user_id,
  type: row.type,
  content: row.content,
  points_earned: row.points_earned,
  amount_hundredths: amounts && hundredthsOn(amounts, row.local_day),
  local_day: row.local_day,
  is_extra: row.is_extra,
  is_late: row.is_late,
  is_comeback: row.is_comeback,
  photo_key: row.photo_key,
  photo_width: row.photo_width,
  photo_height: row.photo_height,
  photo_thumbhash: row.photo_thumbhash,
  user_name: author.name,
  user_avatar_key: author.avatar_key,
  user_look: author.look,
  performed_at: row.performed_at.toISOString(),
  created_at: row.created_at.toISOString(),
  edited_at: null,
  cleared_at: null,
  hidden_reason: null,
  hidden_by: null,
  mission_completed: false,
  counts: [],
  comments_count: 0,
});

/** Returns the result of a new check-in. `points` of the facts are the user's points before it. */
export function toResult(
  id: string,
  { row, after, rest_days_used, milestone }: DecidedCheckin,
  author: UserRow,
  facts: Pick<RecordingFacts, 'points' | 'own_habit' | 'amounts'>,
): CheckinResult {
  const before = facts.points;
  const points = before + row.points_earned;
  const level = levelFor(points);
  const streaks = toStreaks(toNewRow(id, row, author, facts), after);
  return {
    taken: true,
    receipt: { ...streaks, points, level, level_up: level > levelFor(before), rest_days_used, milestone },
  };
}
