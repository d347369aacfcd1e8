import type { CheckinReceipt } from '#contract/checkins.ts';
import { type CheckinDayName, checkinInstant, milestoneOf } from '#domain/checkins.ts';
import { addDays, dayOf, laterDay } from '#domain/days.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { COMEBACK_MISSED_DAYS, OFFLINE_MAX_HOURS } from '#domain/limits.ts';
import { checkinDay } from '#domain/missions.ts';
import { pausedDays } from '#domain/pauses.ts';
import { type CheckinType, earnedPoints, levelFor } from '#domain/points.ts';
import { datedSchedule, type ScheduleColumns } from '#domain/schedule.ts';
import { freeDaysOfMember, isExtra, isMissedDay, isMissedIfUnchecked } from '#domain/schedule-days.ts';
import {
  countMissed,
  hasGap,
  isOpenBehind,
  type MemberStreak,
  type OpenStreak,
  recordMemberDay,
  recordUserDay,
  stateShown,
} from '#domain/streaks.ts';
import { newId } from '../../../db/ids.ts';
import { toAskedDays } from '../../../facts/asked-days.ts';
import { awayDays, bridgedFrom, type OwnClock, takesYesterday } from '../../../facts/excuses.ts';
import { toPositions } from '../../../facts/positions.ts';
import type { UserRow } from '../../../facts/users.ts';
import { fail } from '../../../http/errors.ts';
import { alsoBridging } from '../../streaks/public.ts';
import type { CheckinRow } from '../feed/view.ts';
import { NO_PHOTO, type StoredPhoto } from '../photo/commands.ts';
import type * as queries from './queries.ts';

export interface CheckinInput {
  mission_id: string;
  type: CheckinType;
  content: string;
  client_id?: string | undefined;
  performed_at?: string | undefined;
  sent_at?: string | undefined;
  day?: CheckinDayName | undefined;
}

/** The result of a check-in; `taken` is false when it had been recorded before under its client_id. */
export interface CheckinResult {
  taken: boolean;
  receipt: Omit<CheckinReceipt, 'checkin'> & { checkin: CheckinRow };
}

/**
 * The counters after a check-in on `day`. For a day before the user's or the member's last one, for another day than what
 * was read is for, and for one that was checked elsewhere with an open day behind it, before which other rest days count
 * here, counting on is not enough: then they stay as they are until they are rebuilt.
 */
function countStreaks(context: queries.CheckinContext, day: string) {
  const before = {
    streak_days: context.member_streak_days,
    streak_last_day: context.member_streak_last_day,
    longest_streak: context.member_longest_streak,
    open_streak: context.member_open_streak,
  };
  const isBefore = (last: string | null) => last !== null && day < last;
  const isBehindOpen = day === context.streak_last_day && context.open_streak !== null;
  if (isBehindOpen || day !== context.read_for || isBefore(context.streak_last_day) || isBefore(before.streak_last_day))
    return { out_of_order: true, user: context, used_rest: [], member: before };
  const { excuses, timezone, streak_last_day } = context;
  const away = awayDays(excuses, timezone);
  const dayBefore = addDays(day, -1);
  const bridged = bridgedFrom(excuses, timezone, { since: streak_last_day, until: dayBefore });
  const isBridged = (d: string) => bridged.has(d);
  const user = recordUserDay(context, day, isBridged);
  const isOpenForUser =
    hasGap(streak_last_day, day) && isMissedDay(toAskedDays(excuses.asked ?? [], timezone), away, dayBefore);
  const open = isOpenForUser ? recordUserDay(context, day, alsoBridging(isBridged, dayBefore)) : null;
  const open_streak = open?.state.streak_days ?? null;

  const bridges = new Set([...pausedDays(away), ...context.rest_days_used, ...user.used_rest]);
  const dated = datedSchedule(context);
  const own = { joined_day: context.joined_day, checkins: context.recent, pauses: away };
  const free = freeDaysOfMember(dated, own, before.streak_last_day ?? day, day);
  const isMemberBridged = (d: string) => bridges.has(d) || free.has(d);
  const member = recordMemberDay(before, day, isMemberBridged);
  const isOpen = before.streak_last_day !== dayBefore && isMissedIfUnchecked(dated, dayBefore, own);
  const covered = new Set([dayBefore, ...(open?.used_rest ?? [])]);
  const openMember = isOpen
    ? recordMemberDay(before, day, (d) => covered.has(d) || isMemberBridged(d)).streak_days
    : null;
  return {
    out_of_order: false,
    user: { ...user.state, open_streak },
    used_rest: user.used_rest,
    member: { ...member, open_streak: openMember },
  };
}

/** What tells whether a member's check-in is a comeback. */
export type ComebackFacts = Pick<
  queries.CheckinContext,
  | keyof ScheduleColumns
  | 'first_day'
  | 'duration_days'
  | 'asks_from'
  | 'joined_day'
  | 'timezone'
  | 'recent'
  | 'excuses'
  | 'previous_day'
>;

/**
 * Whether three days or more in a row were missed before a check-in on `day`, as far back as the mission asked the
 * member. A yesterday that is open counts as missed. `rest_days` are those since the check-in before.
 */
export function isComeback(facts: ComebackFacts, day: string, rest_days: readonly string[]): boolean {
  const { previous_day, first_day, asks_from, joined_day, recent: checkins } = facts;
  const asking = laterDay(first_day, asks_from);
  const from = previous_day === null ? asking : laterDay(asking, addDays(previous_day, 1));
  if (countMissed(from, day, new Set()) < COMEBACK_MISSED_DAYS) return false;
  const pauses = awayDays(facts.excuses, facts.timezone);
  const free = freeDaysOfMember(datedSchedule(facts), { joined_day, checkins, pauses }, from, day);
  return countMissed(from, day, new Set([...pausedDays(pauses), ...rest_days, ...free])) >= COMEBACK_MISSED_DAYS;
}

/** The instant that counts for a check-in whose request came at `arrived_at`; undefined for one that is made now. */
function instantOf({ performed_at, sent_at }: CheckinInput, arrived_at: Date): Date | undefined {
  if (performed_at === undefined) return undefined;
  return checkinInstant({
    now: arrived_at,
    performed_at: new Date(performed_at),
    sent_at: sent_at === undefined ? undefined : new Date(sent_at),
  });
}

/** The day that a check-in will probably be for; what is read is for this day. One that is too old will be refused. */
export function expectedDay(input: CheckinInput, zone: string, arrived_at: Date): string {
  const at = instantOf(input, arrived_at) ?? arrived_at;
  const isNear = Math.abs(at.getTime() - arrived_at.getTime()) <= OFFLINE_MAX_HOURS * HOUR_MS;
  const today = dayOf(isNear ? at : arrived_at, zone);
  return input.day === 'yesterday' ? addDays(today, -1) : today;
}

/** Ends the request for a check-in whose day is taken. */
const refuseTaken = ({ day }: CheckinInput): never =>
  fail('already_checked_in', day === 'yesterday' ? { detail: 'You have already checked in for yesterday' } : {});

/** The day that a check-in counts for on the member's own clock, and its instant (docs/rules.md#check-ins). */
export function requireDay(
  context: queries.CheckinContext,
  input: CheckinInput,
  arrived_at: Date,
): { day: string; performed_at: Date } {
  const counted = checkinDay({
    now: arrived_at,
    performed_at: instantOf(input, arrived_at),
    day: input.day,
    joined_at: new Date(context.joined_at),
    zone: context.timezone,
    zone_changed_at: context.moved_at === null ? null : new Date(context.moved_at),
    first_day: context.first_day,
    duration_days: context.duration_days,
    completed: context.completed,
    member_last_day: context.member_streak_last_day,
    others: context.positions && toPositions(context.positions),
  });
  if (counted.ok) return counted;
  return counted.code === 'already_checked_in' ? refuseTaken(input) : fail(counted.code);
}

/** A check-in as the rules allow it for what was read, and what else it changes. */
export interface DecidedCheckin {
  row: queries.NewCheckin;
  created_at: Date;
  /** The streaks are rebuilt afterwards, since counting on is not enough. */
  out_of_order: boolean;
  used_rest: string[];
  is_push_wanted: boolean;
  is_webhook_wanted: boolean;
  receipt: (rank?: queries.Rank, is_comeback?: boolean) => CheckinResult;
}

/**
 * Decides about a check-in by what was read; fails as the rules say. Its day is that of `arrived_at`, when its request
 * came, and it is in the feed and the bell from `recorded_at` on.
 */
export function decideCheckin(
  context: queries.CheckinContext,
  user: UserRow,
  input: CheckinInput,
  arrived_at: Date,
  photo?: StoredPhoto,
  recorded_at = arrived_at,
): DecidedCheckin {
  const { day, performed_at } = requireDay(context, input, arrived_at);
  const is_extra = isExtra(datedSchedule(context), day, context.recent);
  const earning = context.earning_days.filter((one) => one === day).length;
  const points = earnedPoints(input.type, { is_extra, earning });
  const { out_of_order, used_rest, ...streaks } = countStreaks(context, day);
  const checkin = {
    id: newId(recorded_at),
    mission_id: input.mission_id,
    user_id: user.id,
    type: input.type,
    content: input.type === 'tick' ? '' : input.content,
    points_earned: points,
    local_day: day,
    is_extra,
    is_late: input.day === 'yesterday',
    // One that arrives before another one is decided anew with it, after the streaks were rebuilt.
    is_comeback: isComeback(context, day, [...context.rest_days_used, ...used_rest]),
    ...(photo ?? NO_PHOTO),
  };
  const { timezone, is_push_wanted, is_webhook_wanted } = context;
  const row = { ...checkin, timezone, performed_at, client_id: input.client_id ?? null, ...streaks, versions: context };
  const shown = {
    ...checkin,
    user_name: user.name,
    user_avatar_key: user.avatar_key,
    performed_at: performed_at.toISOString(),
    created_at: recorded_at.toISOString(),
    edited_at: null,
    cleared_at: null,
    hidden_reason: null,
    hidden_by: null,
    mission_completed: false,
    counts: [],
    comments_count: 0,
  };
  const counted = { points: context.points + points, member: streaks.member, user: streaks.user };
  const receipt = (rank: queries.Rank = counted, is_comeback = checkin.is_comeback): CheckinResult => {
    const milestone = milestoneOf({
      is_first: context.streak_last_day === null,
      is_comeback,
      before: context,
      streak_days: rank.user.streak_days,
    });
    const open = openDayOf(rank.user, context, arrived_at);
    const rest_days = used_rest.filter((one) => one !== open).length;
    return {
      taken: true,
      receipt: { ...receiptOf({ ...shown, is_comeback }, rank, context, arrived_at, { points, rest_days }), milestone },
    };
  };
  return { row, created_at: recorded_at, out_of_order, used_rest, is_push_wanted, is_webhook_wanted, receipt };
}

/** Yesterday, while the user's streak of today leaves it open; otherwise null. */
function openDayOf(user: MemberStreak & OpenStreak, clock: OwnClock, now: Date): string | null {
  const today = dayOf(now, clock.timezone);
  return isOpenBehind(user, today, takesYesterday(clock, now)) ? addDays(today, -1) : null;
}

/**
 * The receipt of a check-in as of `now`. `added` are the points of one that was recorded now, and the rest days that it
 * spent; 0 for an extra or a repeated one.
 */
export function receiptOf(
  checkin: CheckinRow,
  { points, member, user }: queries.Rank,
  clock: OwnClock,
  now: Date,
  added: { points: number; rest_days: number },
): CheckinResult['receipt'] {
  const level = levelFor(points);
  const today = dayOf(now, clock.timezone);
  const accepts_yesterday = takesYesterday(clock, now);
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
