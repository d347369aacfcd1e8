import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { fromHundredths, hundredthsOn } from '#domain/amounts.ts';
import { dayText } from '#domain/days.ts';
import { DELETED_NAME } from '#domain/deleted-name.ts';
import { breakOn, type Day, rangeOf, WEEK } from '#domain/life.ts';
import { QUIET_MEMBERS_SHOWN } from '#domain/limits.ts';
import { lookOf } from '#domain/looks.ts';
import { daysRemaining, lastDay } from '#domain/missions.ts';
import { quietDays } from '#domain/quiet-members.ts';
import { tallyBetween } from '#domain/shares.ts';
import { currentZone } from '#platform/lib/zones.ts';
import { stateOf } from '../../../facts/missions.ts';
import type { UserRow } from '../../../facts/users.ts';
import { avatarUrl } from '../../../facts/users.ts';
import { type MemberStanding, memberStandingAt, toMemberLife } from '../../../life/public.ts';
import { type MemberMission, permissions } from '../access.ts';
import { asksForReminder, toAmounts, toOwnSchedule } from '../public.ts';
import type { MemberRow, NudgeRow } from './queries.ts';

/** The viewer's view of nudges in a mission, by nudged member and that member's day. */
interface Nudges {
  /** Members nudged by the viewer. */
  own: ReadonlySet<string>;
  /** Nudges by others. */
  others: ReadonlyMap<string, { name: string; count: number }>;
  /** Members blocked by the viewer. */
  blocked: ReadonlySet<string>;
}

const keyOf = (userId: string, day: string | null) => `${userId} ${day}`;

function nudgesOf(rows: readonly NudgeRow[]): Nudges {
  const of = (kind: NudgeRow['kind']) => rows.filter((row) => row.kind === kind);
  return {
    own: new Set(of('own').map((row) => keyOf(row.user_id, row.day))),
    others: new Map(of('other').map((row) => [keyOf(row.user_id, row.day), row])),
    blocked: new Set(of('blocked').map((row) => row.user_id)),
  };
}

/** The viewer. A token that can only read gets no invitation code and no other member's address. */
export interface MissionViewer extends UserRow {
  readonly reads_only: boolean;
}

interface PageMember {
  row: MemberRow;
  days: MemberStanding;
}

function toMember({ row, days }: PageMember, mission: MemberMission, viewer: MissionViewer, nudges: Nudges): Member {
  const { life, own } = days;
  const { today } = days.found;
  const hasFigures = mission.board === 'stars' || viewer.id === row.user_id;
  const shownEmail = viewer.id === mission.owner_id && !viewer.reads_only ? row.email : null;
  const pause = breakOn(life, today);
  return {
    user_id: row.user_id,
    name: row.name,
    email: viewer.id === row.user_id ? viewer.email : shownEmail,
    avatar_url: avatarUrl(row.avatar_key),
    look: lookOf(row.user_id, row.look),
    own_habit: nudges.blocked.has(row.user_id) ? null : row.own_habit,
    points: hasFigures ? row.points : null,
    streak_days: days.streak,
    checkins_count: row.checkins_count,
    share_since_joining: hasFigures ? own.share : null,
    joined_at: row.joined_at,
    is_owner: row.user_id === mission.owner_id,
    is_cohost: row.is_cohost,
    checked_in_today: own.done,
    checked_in_at: lastChecked(days) === today ? row.last_checkin_at : null,
    due_today: own.due,
    needed_today: own.needed,
    week: own.week && { done: own.week.done, target: own.week.target },
    amount_today: hasFigures && row.amounts ? fromHundredths(hundredthsOn(row.amounts, dayText(today))) : null,
    away_until: pause ? dayText(pause.to) : null,
    ...toNudges(row.user_id, days, viewer.id, nudges),
  };
}

const lastChecked = ({ membership }: MemberStanding): Day | null => rangeOf(membership.days)?.[1] ?? null;

/** Returns the open ownership offer for the owner who made it and the member who may accept it. */
function offerOf(mission: MemberMission, rows: MemberRow[], viewer: UserRow): Mission['owner_offer'] {
  const offered = rows.find((row) => row.user_id === mission.owner_offer_id);
  if (!offered || (viewer.id !== mission.owner_id && viewer.id !== offered.user_id)) return null;
  return { user_id: offered.user_id, name: offered.name };
}

/** Returns what all members reached in the last 7 days on their own calendars; null for a ranking. */
function togetherOf(mission: MemberMission, members: readonly PageMember[]): Mission['together'] {
  if (mission.board !== 'together') return null;
  const weeks = members.map(({ days: { membership, own, found } }) => {
    const until = Math.min(found.today, membership.last);
    return tallyBetween(membership, own.days, until - WEEK + 1, until);
  });
  const sum = (name: 'counted' | 'missed') => weeks.reduce((all, week) => all + week[name], 0);
  return { done: sum('counted'), total: sum('counted') + sum('missed') };
}

/** Returns quiet members for the owner, longest first. Empty unless the mission is active; null for other members. */
function quietMembers(
  mission: MemberMission,
  members: readonly PageMember[],
  viewer: UserRow,
  now: Date,
): Mission['quiet_members'] {
  if (mission.owner_id !== viewer.id) return null;
  if (stateOf(mission, now) !== 'active') return [];
  const quiet = members.flatMap(({ row: { user_id, name }, days: { life, membership, own, found } }) => {
    const days = user_id === viewer.id ? null : quietDays(life, membership, own, found.today);
    return days === null ? [] : [{ user_id, name, days }];
  });
  return quiet.sort((a, b) => b.days - a.days).slice(0, QUIET_MEMBERS_SHOWN);
}

/** Returns what the mission counts, with the road of all members; null if it counts nothing. */
function toMissionAmounts(
  mission: MemberMission,
  { amounts, road_done }: MemberRow,
  days: MemberStanding,
  now: Date,
): Mission['amounts'] {
  const counted = toAmounts({ ...mission, amounts }, days, now);
  const { road_hundredths, road_name } = mission;
  const road = road_hundredths !== null && {
    length: fromHundredths(road_hundredths),
    name: road_name,
    done: fromHundredths(road_done ?? 0),
  };
  return counted && { ...counted, road: road || null };
}

export function toMission(mission: MemberMission, rows: MemberRow[], viewer: MissionViewer, now: Date): Mission {
  const found = rows.map((row): PageMember => ({ row, days: memberStandingAt(toMemberLife(row), now) }));
  const { row: ownRow, days } = found.find(({ row }) => row.user_id === viewer.id)!;
  const nudges = nudgesOf(ownRow.nudges ?? []);
  const canReadCode = (mission.owner_id === viewer.id || mission.is_cohost) && !viewer.reads_only;
  const today = dayText(days.found.today);
  const last = lastChecked(days);
  return {
    ...mission,
    timezone: currentZone(mission.timezone),
    last_day: lastDay(mission.first_day, mission.duration_days),
    owner_name: rows.find((row) => row.user_id === mission.owner_id)?.name ?? DELETED_NAME,
    owner_offer: offerOf(mission, rows, viewer),
    invitation_code: canReadCode ? mission.invitation_code : null,
    state: stateOf(mission, now),
    days_remaining: daysRemaining(mission, now),
    today,
    checked_in_today: days.own.done,
    last_checkin_day: last === null ? null : dayText(last),
    can: permissions(mission, viewer, days.own, now),
    ...toOwnSchedule(mission, days),
    ask_reminder: asksForReminder({ ...mission, checkins_count: ownRow.checkins_count }, today, now),
    quiet_members: quietMembers(mission, found, viewer, now),
    together: togetherOf(mission, found),
    amounts: toMissionAmounts(mission, ownRow, days, now),
    members: found.map((member) => toMember(member, mission, viewer, nudges)),
  };
}

function toNudges(
  userId: string,
  { found, own }: MemberStanding,
  viewerId: string,
  nudges: Nudges,
): Pick<Member, 'can_nudge' | 'nudged_today' | 'nudged_by'> {
  const key = keyOf(userId, dayText(found.today));
  const nudged = nudges.own.has(key);
  const others = nudges.others.get(key);
  return {
    can_nudge: own.needed && !nudged && userId !== viewerId && !nudges.blocked.has(userId),
    nudged_today: nudged,
    nudged_by: others ? { name: others.name, others: others.count - 1 } : null,
  };
}
