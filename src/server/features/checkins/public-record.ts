import type { CheckinReceipt } from '#contract/checkins.ts';
import { checkinDay } from '#domain/missions.ts';
import { type CheckinType, levelFor, pointsFor } from '#domain/points.ts';
import { recordMemberDay, recordUserDay } from '#domain/streaks.ts';
import { newId } from '../../db/ids.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';
import type { UserRow } from '../profile/public.ts';
import { excusedFrom, insertRestDays, rebuildStreaks } from '../streaks/public.ts';
import { NO_PHOTO, type StoredPhoto } from './commands-photo.ts';
import * as queries from './queries.ts';
import { findCheckinByClientId } from './queries-feed.ts';
import type { CheckinRow } from './view.ts';

export interface CheckinInput {
  mission_id: string;
  type: CheckinType;
  content: string;
  client_id?: string | undefined;
  performed_at?: string | undefined;
}

/** The result of a check-in; `taken` is false when it had been recorded before under its client_id. */
export interface CheckinResult {
  taken: boolean;
  /** Ids of the notifications that it inserted, for `tx.notify`. */
  notified: string[];
  receipt: Omit<CheckinReceipt, 'checkin'> & { checkin: CheckinRow };
}

/** The counters after a check-in on `day`; for a day before the user's last one they are rebuilt instead. */
function countStreaks(context: queries.CheckinContext, day: string) {
  const excused = excusedFrom(context.zone_changes);
  const late = context.streak_last_day !== null && day < context.streak_last_day;
  const user = late ? { state: context, used_rest: [] } : recordUserDay(context, day, (d) => excused.has(d));
  const bridges = new Set([...context.rest_days_used, ...user.used_rest]);
  const before = {
    streak_days: context.member_streak_days,
    streak_last_day: context.member_streak_last_day,
    longest_streak: context.member_longest_streak,
  };
  const member = recordMemberDay(before, day, (d) => excused.has(d) || bridges.has(d));
  return { late, user: user.state, used_rest: user.used_rest, member };
}

export async function findRecorded(
  db: Queryable,
  user: UserRow,
  { client_id }: CheckinInput,
): Promise<CheckinResult | null> {
  const first = client_id === undefined ? null : await findCheckinByClientId(db, user.id, client_id);
  if (!first) return null;
  return receiptOf(first, await queries.readRank(db, user.id, first.mission_id), 0, 0);
}

/** The day that a check-in counts for on the member's own clock (docs/rules.md#check-ins). */
export function requireDay(context: queries.CheckinContext, { performed_at }: CheckinInput, now: Date): string {
  const counted = checkinDay({
    now,
    performed_at: performed_at === undefined ? undefined : new Date(performed_at),
    joined_at: new Date(context.joined_at),
    zone: context.timezone,
    first_day: context.first_day,
    duration_days: context.duration_days,
    completed: context.completed,
    member_last_day: context.member_streak_last_day,
  });
  return counted.ok ? counted.day : fail(counted.code);
}

/**
 * Records a check-in in the caller's transaction: the day on the member's own clock, once for a day and mission, along
 * with points, streaks and notifications. A repeated client_id returns the first result.
 */
export async function recordCheckin(
  tx: Tx,
  user: UserRow,
  input: CheckinInput,
  now: Date,
  photo?: StoredPhoto,
): Promise<CheckinResult> {
  const context = (await queries.lockForCheckin(tx, user.id, input.mission_id)) ?? fail('mission_not_found');
  const first = await findRecorded(tx, user, input);
  if (first) return first;
  const day = requireDay(context, input, now);

  const points = pointsFor(input.type);
  const streaks = countStreaks(context, day);
  const checkin = {
    id: newId(now),
    mission_id: input.mission_id,
    user_id: user.id,
    type: input.type,
    content: input.type === 'tick' ? '' : input.content,
    points_earned: points,
    local_day: day,
    ...(photo ?? NO_PHOTO),
  };
  const row = {
    ...checkin,
    timezone: context.timezone,
    performed_at: input.performed_at === undefined ? now : new Date(input.performed_at),
    client_id: input.client_id ?? null,
    member: streaks.member,
    user: streaks.user,
  };
  const notified = (await queries.insertCheckin(tx, row, now)) ?? fail('already_checked_in');
  let rank = {
    points: context.points + points,
    mission_streak_days: streaks.member.streak_days,
    streak_days: streaks.user.streak_days,
  };
  if (streaks.late) {
    await rebuildStreaks(tx, user.id);
    rank = await queries.readRank(tx, user.id, input.mission_id);
  } else await insertRestDays(tx, user.id, streaks.used_rest);
  const shown = {
    ...checkin,
    user_name: user.name,
    user_avatar_key: user.avatar_key,
    performed_at: row.performed_at.toISOString(),
    created_at: now.toISOString(),
    edited_at: null,
    hidden_reason: null,
    hidden_by: null,
    counts: [],
    comments_count: 0,
  };
  return { ...receiptOf(shown, rank, points, streaks.used_rest.length), notified };
}

/** `added` are the points of a check-in that was recorded now; 0 for a repeated one. */
function receiptOf(checkin: CheckinRow, rank: queries.Rank, added: number, restDaysUsed: number): CheckinResult {
  const level = levelFor(rank.points);
  const receipt = {
    checkin,
    mission_streak_days: rank.mission_streak_days,
    streak_days: rank.streak_days,
    points: rank.points,
    level,
    level_up: added > 0 && level > levelFor(rank.points - added),
    rest_days_used: restDaysUsed,
  };
  return { taken: added > 0, notified: [], receipt };
}
