import type { CheckinReceipt } from '#contract/checkins.ts';
import { dayOf } from '#domain/days.ts';
import { checkinDay } from '#domain/missions.ts';
import { freeDaysOfMember, isExtra } from '#domain/plan-days.ts';
import { type CheckinType, levelFor, pointsFor } from '#domain/points.ts';
import { planOf } from '#domain/schedule.ts';
import { recordMemberDay, recordUserDay } from '#domain/streaks.ts';
import { newId } from '../../db/ids.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import { fail } from '../../http/errors.ts';
import { enqueuePushOfCheckin } from '../notifications/public.ts';
import type { UserRow } from '../profile/public.ts';
import { bridgedFrom, excusedFrom, insertRestDays, rebuildStreaks } from '../streaks/public.ts';
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
  receipt: Omit<CheckinReceipt, 'checkin'> & { checkin: CheckinRow };
}

/**
 * The counters after a check-in on `day`; for a day before the user's last one, and for another day than what was read
 * is for, they are rebuilt instead.
 */
function countStreaks(context: queries.CheckinContext, day: string) {
  const excused = excusedFrom(context.excuses);
  const bridged = bridgedFrom(context.excuses, context.streak_last_day, day);
  const late = day !== context.read_for || (context.streak_last_day !== null && day < context.streak_last_day);
  const user = late ? { state: context, used_rest: [] } : recordUserDay(context, day, (d) => bridged.has(d));
  const bridges = new Set([...context.rest_days_used, ...user.used_rest]);
  const before = {
    streak_days: context.member_streak_days,
    streak_last_day: context.member_streak_last_day,
    longest_streak: context.member_longest_streak,
  };
  const own = { joined_day: context.joined_day, checkins: context.recent, pauses: context.excuses.pauses };
  const free = freeDaysOfMember(planOf(context), own, before.streak_last_day ?? day, day);
  const member = recordMemberDay(before, day, (d) => excused.has(d) || bridges.has(d) || free.has(d));
  return { late, user: user.state, used_rest: user.used_rest, member };
}

/** Reads what a check-in needs; fails with mission_not_found for somebody who is no member. */
export const requireContext = async (
  db: Queryable,
  user: UserRow,
  input: CheckinInput,
  now: Date,
): Promise<queries.CheckinContext> => {
  const performed = input.performed_at === undefined ? now : new Date(input.performed_at);
  return (
    (await queries.readForCheckin(db, user.id, input, dayOf(performed, user.timezone))) ?? fail('mission_not_found')
  );
};

/** What was recorded under this client_id before, if anything was; fails with checkin_taken_back if it was taken back. */
export async function findRecorded(
  db: Queryable,
  { is_recorded, is_taken_back }: queries.CheckinContext,
  user: UserRow,
  input: CheckinInput,
  now: Date,
): Promise<CheckinResult | null> {
  const { client_id } = input;
  if (is_taken_back) fail('checkin_taken_back');
  if (!is_recorded || !client_id) return null;
  const first = await findCheckinByClientId(db, user.id, client_id);
  // It has gone since: what is true now decides.
  if (!first) return findRecorded(db, await requireContext(db, user, input, now), user, input, now);
  return { taken: false, receipt: receiptOf(first, await queries.readRank(db, user.id, first.mission_id), 0, 0) };
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

/** A check-in as the rules allow it for what was read, and what else it changes. */
export interface PlannedCheckin {
  row: queries.NewCheckin;
  created_at: Date;
  /** It is for a day before the user's last one, so the streaks are rebuilt afterwards. */
  late: boolean;
  used_rest: string[];
  is_push_wanted: boolean;
  receipt: (rank?: queries.Rank) => CheckinResult;
}

/**
 * Decides about a check-in by what was read; fails as the rules say. Its day is that of `now`, when it was sent, and it
 * is in the feed and the bell from `writtenAt` on.
 */
export function planCheckin(
  context: queries.CheckinContext,
  user: UserRow,
  input: CheckinInput,
  now: Date,
  photo?: StoredPhoto,
  writtenAt = now,
): PlannedCheckin {
  const day = requireDay(context, input, now);
  const is_extra = isExtra(planOf(context), day, context.recent);
  const points = is_extra ? 0 : pointsFor(input.type);
  const { late, used_rest, ...streaks } = countStreaks(context, day);
  const checkin = {
    id: newId(writtenAt),
    mission_id: input.mission_id,
    user_id: user.id,
    type: input.type,
    content: input.type === 'tick' ? '' : input.content,
    points_earned: points,
    local_day: day,
    is_extra,
    ...(photo ?? NO_PHOTO),
  };
  const performed_at = input.performed_at === undefined ? now : new Date(input.performed_at);
  const { timezone, is_push_wanted } = context;
  const row = { ...checkin, timezone, performed_at, client_id: input.client_id ?? null, ...streaks, versions: context };
  const shown = {
    ...checkin,
    user_name: user.name,
    user_avatar_key: user.avatar_key,
    performed_at: performed_at.toISOString(),
    created_at: writtenAt.toISOString(),
    edited_at: null,
    is_late: false,
    cleared_at: null,
    hidden_reason: null,
    hidden_by: null,
    mission_completed: false,
    counts: [],
    comments_count: 0,
  };
  const counted = {
    points: context.points + points,
    mission_streak_days: streaks.member.streak_days,
    streak_days: streaks.user.streak_days,
  };
  const receipt = (rank: queries.Rank = counted): CheckinResult => ({
    taken: true,
    receipt: receiptOf(shown, rank, points, used_rest.length),
  });
  return { row, created_at: writtenAt, late, used_rest, is_push_wanted, receipt };
}

/** Whom a check-in concerns, and the kinds of hints that they get. */
export const hintsOf = ({ row }: PlannedCheckin) =>
  [{ mission_id: row.mission_id, checkin_id: row.id }, 'feed', 'notifications'] as const;

/** Writes a planned check-in with all that it causes; null when `insertCheckin` writes nothing. */
export async function writeCheckin(tx: Tx, planned: PlannedCheckin): Promise<CheckinResult | null> {
  const { row, late, used_rest } = planned;
  if (!(await queries.insertCheckin(tx, row, planned.created_at))) return null;
  tx.changed(...hintsOf(planned));
  if (planned.is_push_wanted) await enqueuePushOfCheckin(tx, row.id);
  if (late) {
    await rebuildStreaks(tx, row.user_id);
    return planned.receipt(await queries.readRank(tx, row.user_id, row.mission_id));
  }
  await insertRestDays(tx, row.user_id, used_rest);
  return planned.receipt();
}

/**
 * Records a check-in in the caller's transaction: the day on the member's own clock, once for a day and mission, along
 * with points, streaks, hints and push messages. A repeated client_id returns the first result. The user and the member
 * are locked first, so that what is read afterwards stays true until the commit.
 */
export async function recordCheckin(
  tx: Tx,
  user: UserRow,
  input: CheckinInput,
  now: Date,
  photo?: StoredPhoto,
  writtenAt = now,
): Promise<CheckinResult> {
  if (!(await queries.lockMember(tx, user.id, input.mission_id))) fail('mission_not_found');
  const context = await requireContext(tx, user, input, now);
  const first = await findRecorded(tx, context, user, input, now);
  if (first) return first;
  return (
    (await writeCheckin(tx, planCheckin(context, user, input, now, photo, writtenAt))) ?? fail('already_checked_in')
  );
}

/** `added` are the points of a check-in that was recorded now; 0 for an extra or a repeated one. */
function receiptOf(
  checkin: CheckinRow,
  rank: queries.Rank,
  added: number,
  restDaysUsed: number,
): CheckinResult['receipt'] {
  const level = levelFor(rank.points);
  return {
    checkin,
    mission_streak_days: rank.mission_streak_days,
    streak_days: rank.streak_days,
    points: rank.points,
    level,
    level_up: added > 0 && level > levelFor(rank.points - added),
    rest_days_used: restDaysUsed,
  };
}
