import type { CheckinReceipt } from '#contract/checkins.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { milestoneOf } from '#domain/milestones.ts';
import { levelFor } from '#domain/points.ts';
import { isOpenBehind, stateShown } from '#domain/streaks.ts';
import { type OwnClock, takesYesterday } from '../../../facts/excuses.ts';
import type { UserRow } from '../../../facts/users.ts';
import type { CheckinRow } from '../feed/view.ts';
import type { PhotoColumns } from '../photo/commands.ts';
import type { Rank, RecordingFacts } from './read.ts';

/** The result of a check-in; `taken` is false when it had been recorded before under its client_id. */
export interface CheckinResult {
  taken: boolean;
  receipt: Omit<CheckinReceipt, 'checkin'> & { checkin: CheckinRow };
}

/**
 * The receipt of a check-in as of `arrived_at`. `added` are the points of one that was recorded now, and the rest days
 * that it spent; 0 for an extra or a repeated one.
 */
function receiptOf(
  checkin: CheckinRow,
  { points, member, user }: Rank,
  clock: OwnClock,
  arrived_at: Date,
  added: { points: number; rest_days: number },
): CheckinResult['receipt'] {
  const level = levelFor(points);
  const today = dayOf(arrived_at, clock.timezone);
  const accepts_yesterday = takesYesterday(clock, arrived_at);
  return {
    checkin,
    mission_streak_days: stateShown(member, today, accepts_yesterday).streak_days,
    streak_days: stateShown(user, today, accepts_yesterday).streak_days,
    points,
    level,
    level_up: added.points > 0 && level > levelFor(points - added.points),
    rest_days_used: added.rest_days,
    milestone: null,
  };
}

/** What is answered to a check-in that was recorded before under its client_id, as `first`. */
export const toRepeatedResult = (first: CheckinRow, rank: Rank, clock: OwnClock, arrived_at: Date): CheckinResult => ({
  taken: false,
  receipt: receiptOf(first, rank, clock, arrived_at, { points: 0, rest_days: 0 }),
});

/** The columns of a new check-in that its receipt shows. */
export interface ReceiptColumns
  extends PhotoColumns,
    Pick<CheckinRow, 'id' | 'mission_id' | 'user_id' | 'type' | 'content' | 'local_day' | 'is_extra' | 'is_late'> {
  points_earned: number;
  performed_at: Date;
  created_at: Date;
}

/** A new check-in as its author sees it, before anybody could react. */
const toNewRow = (row: ReceiptColumns, author: UserRow, is_comeback: boolean): CheckinRow => ({
  id: row.id,
  mission_id: row.mission_id,
  user_id: row.user_id,
  type: row.type,
  content: row.content,
  points_earned: row.points_earned,
  local_day: row.local_day,
  is_extra: row.is_extra,
  is_late: row.is_late,
  is_comeback,
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

/** Yesterday, while the user's streak of today leaves it open; otherwise null. */
function openDayOf(user: Rank['user'], clock: OwnClock, arrived_at: Date): string | null {
  const today = dayOf(arrived_at, clock.timezone);
  return isOpenBehind(user, today, takesYesterday(clock, arrived_at)) ? addDays(today, -1) : null;
}

/** What a new check-in was decided from. */
interface Recorded {
  facts: RecordingFacts;
  author: UserRow;
  arrived_at: Date;
  /** The rest days that it spent. */
  rest_days: readonly string[];
}

/** What is answered to a new check-in; `rank` is how the user stands after it. */
export function toResult(
  row: ReceiptColumns,
  { facts, author, arrived_at, rest_days }: Recorded,
  rank: Rank,
  is_comeback: boolean,
): CheckinResult {
  const open = openDayOf(rank.user, facts, arrived_at);
  const added = { points: row.points_earned, rest_days: rest_days.filter((one) => one !== open).length };
  const milestone = milestoneOf({
    is_first: facts.streak_last_day === null,
    is_comeback,
    before: facts,
    streak_days: rank.user.streak_days,
  });
  const receipt = receiptOf(toNewRow(row, author, is_comeback), rank, facts, arrived_at, added);
  return { taken: true, receipt: { ...receipt, milestone } };
}
