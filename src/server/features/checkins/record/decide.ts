import { addDays } from '#domain/days.ts';
import { pausedDays } from '#domain/pauses.ts';
import { earnedPoints } from '#domain/points.ts';
import { datedSchedule } from '#domain/schedule.ts';
import { freeDaysOfMember, isExtra, isMissedDay, isMissedIfUnchecked } from '#domain/schedule-days.ts';
import { hasGap, recordMemberDay, recordUserDay } from '#domain/streaks.ts';
import { fail } from '#platform/http/errors.ts';
import { toAskedDays } from '../../../facts/asked-days.ts';
import { awayDays, bridgedFrom } from '../../../facts/excuses.ts';
import type { UserRow } from '../../../facts/users.ts';
import { alsoBridging } from '../../streaks/public.ts';
import { isComeback } from '../comebacks/decide.ts';
import { requireDay } from '../day/decide.ts';
import { NO_PHOTO, type StoredPhoto } from '../photo/commands.ts';
import type { CheckinInput, CheckinVersions, Rank, RecordingFacts } from './read.ts';
import { type CheckinResult, type ReceiptColumns, toResult } from './view.ts';

/** The row of a new check-in, the counters after it, and the versions of the rows that it was decided upon. */
export interface NewCheckin extends ReceiptColumns, CheckinVersions {
  is_comeback: boolean;
  timezone: string;
  client_id: string | null;
  member_streak_days: number;
  member_streak_last_day: string | null;
  member_longest_streak: number;
  member_open_streak: number | null;
  user_streak_days: number;
  user_streak_last_day: string | null;
  user_longest_streak: number;
  user_rest_days: number;
  user_open_streak: number | null;
}

/** What a check-in causes beside its row. */
interface CheckinEffects {
  /** The streaks are rebuilt, since counting on is not enough. */
  rebuild: boolean;
  /** The rest days that it spends. */
  rest_days: string[];
  push: boolean;
  webhook: boolean;
}

/** A check-in as the rules allow it for what was read. */
export interface DecidedCheckin {
  row: NewCheckin;
  effects: CheckinEffects;
  /** The answer to it; with how the user stands and whether it is a comeback, where that was decided anew. */
  receipt: (rank?: Rank, is_comeback?: boolean) => CheckinResult;
}

/**
 * The counters after a check-in on `day`. For a day before the user's or the member's last one, for another day than what
 * was read is for, and for one that was checked elsewhere with an open day behind it, before which other rest days count
 * here, counting on is not enough: then they stay as they are until they are rebuilt.
 */
function countStreaks(facts: RecordingFacts, day: string) {
  const before = {
    streak_days: facts.member_streak_days,
    streak_last_day: facts.member_streak_last_day,
    longest_streak: facts.member_longest_streak,
    open_streak: facts.member_open_streak,
  };
  const isBefore = (last: string | null) => last !== null && day < last;
  const isBehindOpen = day === facts.streak_last_day && facts.open_streak !== null;
  if (isBehindOpen || day !== facts.read_for || isBefore(facts.streak_last_day) || isBefore(before.streak_last_day))
    return { rebuild: true, user: facts, rest_days: [], member: before };
  const { excuses, timezone, streak_last_day } = facts;
  const away = awayDays(excuses, timezone);
  const dayBefore = addDays(day, -1);
  const bridged = bridgedFrom(excuses, timezone, { since: streak_last_day, until: dayBefore });
  const isBridged = (d: string) => bridged.has(d);
  const user = recordUserDay(facts, day, isBridged);
  const isOpenForUser =
    hasGap(streak_last_day, day) && isMissedDay(toAskedDays(excuses.asked ?? [], timezone), away, dayBefore);
  const open = isOpenForUser ? recordUserDay(facts, day, alsoBridging(isBridged, dayBefore)) : null;
  const open_streak = open?.state.streak_days ?? null;

  const bridges = new Set([...pausedDays(away), ...facts.rest_days_used, ...user.used_rest]);
  const dated = datedSchedule(facts);
  const own = { joined_day: facts.joined_day, checkins: facts.recent, pauses: away };
  const free = freeDaysOfMember(dated, own, before.streak_last_day ?? day, day);
  const isMemberBridged = (d: string) => bridges.has(d) || free.has(d);
  const member = recordMemberDay(before, day, isMemberBridged);
  const isOpen = before.streak_last_day !== dayBefore && isMissedIfUnchecked(dated, dayBefore, own);
  const covered = new Set([dayBefore, ...(open?.used_rest ?? [])]);
  const openMember = isOpen
    ? recordMemberDay(before, day, (d) => covered.has(d) || isMemberBridged(d)).streak_days
    : null;
  return {
    rebuild: false,
    user: { ...user.state, open_streak },
    rest_days: user.used_rest,
    member: { ...member, open_streak: openMember },
  };
}

/** When the headers of a check-in's request came, and when its row is written: a photo takes a while. */
export interface CheckinInstants {
  arrived_at: Date;
  recorded_at: Date;
}

/** A check-in that is to be recorded. */
export interface Recording {
  user: UserRow;
  input: CheckinInput;
  at: CheckinInstants;
  photo?: StoredPhoto | undefined;
}

/**
 * Decides about a check-in by what was read, and fails as the rules say. Its day is that of `arrived_at`, and it is in the
 * feed and the bell from `recorded_at` on. `id` is the one that it gets.
 */
export function decideCheckin(
  facts: RecordingFacts,
  { user, input, at, photo }: Recording,
  id: string,
): DecidedCheckin {
  if (facts.is_taken_back) fail('checkin_taken_back');
  const { day, performed_at } = requireDay(facts, input, at.arrived_at);
  const is_extra = isExtra(datedSchedule(facts), day, facts.recent);
  const earning = facts.earning_days.filter((one) => one === day).length;
  const points_earned = earnedPoints(input.type, { is_extra, earning });
  const streaks = countStreaks(facts, day);
  const { rebuild, rest_days } = streaks;
  const row: NewCheckin = {
    id,
    mission_id: input.mission_id,
    user_id: user.id,
    type: input.type,
    content: input.type === 'tick' ? '' : input.content,
    points_earned,
    local_day: day,
    is_extra,
    is_late: input.day === 'yesterday',
    // One that arrives before another one is decided anew with it, after the streaks were rebuilt.
    is_comeback: isComeback(facts, day, [...facts.rest_days_used, ...rest_days]),
    ...(photo ?? NO_PHOTO),
    timezone: facts.timezone,
    performed_at,
    created_at: at.recorded_at,
    client_id: input.client_id ?? null,
    member_streak_days: streaks.member.streak_days,
    member_streak_last_day: streaks.member.streak_last_day,
    member_longest_streak: streaks.member.longest_streak,
    member_open_streak: streaks.member.open_streak,
    user_streak_days: streaks.user.streak_days,
    user_streak_last_day: streaks.user.streak_last_day,
    user_longest_streak: streaks.user.longest_streak,
    user_rest_days: streaks.user.rest_days,
    user_open_streak: streaks.user.open_streak,
    user_version: facts.user_version,
    member_version: facts.member_version,
    mission_version: facts.mission_version,
  };
  const counted: Rank = { points: facts.points + points_earned, member: streaks.member, user: streaks.user };
  const recorded = { facts, author: user, arrived_at: at.arrived_at, rest_days };
  return {
    row,
    effects: { rebuild, rest_days, push: facts.is_push_wanted, webhook: facts.is_webhook_wanted },
    receipt: (rank = counted, comeback = row.is_comeback) => toResult(row, recorded, rank, comeback),
  };
}
