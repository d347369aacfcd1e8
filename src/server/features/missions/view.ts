import type { Answer } from '#contract/endpoint.ts';
import type { getQuilt, Member, Mission } from '#contract/missions.ts';
import { packDays } from '#domain/day-bits.ts';
import { dayOf, daysBetween } from '#domain/days.ts';
import { daysRemaining, lastDay, shareSinceJoining } from '#domain/missions.ts';
import { coveredRestDays, currentMemberStreak } from '#domain/streaks.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import type { UserRow } from '../profile/public.ts';
import { excusedFrom } from '../streaks/public.ts';
import { checkinDayNow, type MemberMission, type MissionRow, permissions, stateOf } from './public.ts';
import { keyOf, type MemberRow, type Nudges, type SquaresRow } from './queries.ts';

/** A member's current streak in the mission, bridged by excused days, used rest days and rest days left. */
function streakOf(row: MemberRow, today: string): number {
  const excused = excusedFrom(row.zone_changes);
  const userState = {
    streak_days: row.user_streak_days,
    streak_last_day: row.user_streak_last_day,
    longest_streak: row.user_longest_streak,
    rest_days: row.user_rest_days,
  };
  const rest = new Set([...row.rest_days, ...coveredRestDays(userState, today, (day) => excused.has(day))]);
  return currentMemberStreak(row, today, (day) => excused.has(day) || rest.has(day));
}

/** Whose view is made. A token that can only read gets no invitation code and no address of another member. */
export interface MissionViewer extends UserRow {
  readonly reads_only: boolean;
}

function toMember(row: MemberRow, mission: MemberMission, viewer: MissionViewer, nudges: Nudges, now: Date): Member {
  const today = dayOf(now, row.timezone);
  // Days only increase, so the last one tells whether today is done; it may be in the future after a journey west.
  const done = row.streak_last_day !== null && row.streak_last_day >= today;
  const shownEmail = viewer.id === mission.owner_id && !viewer.reads_only ? row.email : null;
  return {
    user_id: row.user_id,
    name: row.name,
    email: viewer.id === row.user_id ? viewer.email : shownEmail,
    avatar_url: avatarUrl(row.avatar_key),
    points: row.points,
    streak_days: streakOf(row, today),
    checkins_count: row.checkins_count,
    share_since_joining: shareSinceJoining({
      joined_day: row.joined_day,
      first_day: mission.first_day,
      last_day: lastDay(mission.first_day, mission.duration_days),
      today,
      checked_today: done,
      checkins: row.checkins_count,
    }),
    joined_at: row.joined_at,
    is_owner: row.user_id === mission.owner_id,
    is_cohost: row.is_cohost,
    checked_in_today: done,
    checked_in_at: done ? row.last_checkin_at : null,
    ...toNudges(row, mission, viewer.id, nudges, now),
  };
}

/** The open ownership offer, for the owner who made it and the member who may accept it. */
function offerOf(mission: MemberMission, rows: MemberRow[], viewer: UserRow): Mission['owner_offer'] {
  const offered = rows.find((row) => row.user_id === mission.owner_offer_id);
  if (!offered || (viewer.id !== mission.owner_id && viewer.id !== offered.user_id)) return null;
  return { user_id: offered.user_id, name: offered.name };
}

/** The mission page: the mission, its members, and what the viewer may do. */
export function toMission(
  mission: MemberMission,
  rows: MemberRow[],
  nudges: Nudges,
  viewer: MissionViewer,
  now: Date,
): Mission {
  const own = rows.find((row) => row.user_id === viewer.id)!;
  const members = rows.map((row) => toMember(row, mission, viewer, nudges, now));
  const can = permissions(mission, viewer, own.streak_last_day, now);
  const canReadCode = (mission.owner_id === viewer.id || mission.is_cohost) && !viewer.reads_only;
  return {
    ...mission,
    last_day: lastDay(mission.first_day, mission.duration_days),
    owner_name: rows.find((row) => row.user_id === mission.owner_id)?.name ?? 'Deleted user',
    owner_offer: offerOf(mission, rows, viewer),
    invitation_code: canReadCode ? mission.invitation_code : null,
    state: stateOf(mission, now),
    days_remaining: daysRemaining(new Date(mission.end_date), now),
    today: dayOf(now, viewer.timezone),
    checked_in_today: members.find((member) => member.user_id === viewer.id)!.checked_in_today,
    can,
    members,
  };
}

/** The quilt as it is sent: numbers and bits instead of dates, so that 500 members and a year take about 60 kB. */
export function toQuilt(
  { first_day, duration_days }: MissionRow,
  rows: readonly SquaresRow[],
  now: Date,
): Answer<typeof getQuilt> {
  return {
    first_day,
    last_day: lastDay(first_day, duration_days),
    members: rows.map(({ timezone, joined_day, days, rest_days, ...row }) => ({
      ...row,
      joined: daysBetween(first_day, joined_day),
      today: daysBetween(first_day, dayOf(now, timezone)),
      days: packDays(days ?? ''),
      rest_days: packDays(rest_days ?? ''),
    })),
  };
}

interface NudgedMember {
  user_id: string;
  timezone: string;
  streak_last_day: string | null;
}

/** The nudges of a member as the viewer sees them. */
export function toNudges(
  member: NudgedMember,
  mission: MemberMission,
  viewerId: string,
  nudges: Nudges,
  now: Date,
): Pick<Member, 'can_nudge' | 'nudged_today' | 'nudged_by'> {
  const open = checkinDayNow(mission, member, member.streak_last_day, now).ok;
  const key = keyOf(member.user_id, dayOf(now, member.timezone));
  const nudged = nudges.own.has(key);
  const others = nudges.others.get(key);
  return {
    can_nudge: open && !nudged && member.user_id !== viewerId && !nudges.blocked.has(member.user_id),
    nudged_today: nudged,
    nudged_by: others ? { name: others.name, others: others.count - 1 } : null,
  };
}
