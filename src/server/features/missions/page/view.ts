import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { shareSinceJoining, tallyDays } from '#domain/day-tally.ts';
import { dayOf } from '#domain/days.ts';
import { DELETED_NAME } from '#domain/deleted-name.ts';
import { QUIET_MEMBERS_SHOWN } from '#domain/limits.ts';
import { lookOf } from '#domain/looks.ts';
import { daysRemaining, lastDay } from '#domain/missions.ts';
import { pauseOn } from '#domain/pauses.ts';
import { quietDays } from '#domain/quiet-members.ts';
import { datedSchedule } from '#domain/schedule.ts';
import { stitchesOfWeek } from '#domain/schedule-days.ts';
import { currentZone } from '#platform/lib/zones.ts';
import { toDayBits } from '../../../facts/checked-days.ts';
import { checkinDayNow, dueTodayOf, openMemberOf, toDueSchedule } from '../../../facts/due.ts';
import { stateOf } from '../../../facts/missions.ts';
import { canCheckInYesterday, isCheckedOn } from '../../../facts/positions.ts';
import { memberStreakAt } from '../../../facts/streaks.ts';
import type { UserRow } from '../../../facts/users.ts';
import { avatarUrl } from '../../../facts/users.ts';
import { type MemberMission, permissions } from '../access.ts';
import { asksForReminder } from '../public.ts';
import type { MemberRow, NudgeRow } from './queries.ts';

/** What the viewer sees of the nudges in a mission, by the nudged member and that member's day. */
interface Nudges {
  /** Members whom the viewer nudged. */
  own: ReadonlySet<string>;
  /** Nudges by others. */
  others: ReadonlyMap<string, { name: string; count: number }>;
  /** Members whom the viewer blocked. */
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

/** Whose view is made. A token that can only read gets no invitation code and no address of another member. */
export interface MissionViewer extends UserRow {
  readonly reads_only: boolean;
}

/** When the member's check-in of `today` was recorded. */
const checkedAt = ({ ahead, last_checkin_at }: MemberRow, today: string): string | null => {
  const found = ahead.find(({ day }) => day === today);
  return found ? new Date(found.at).toISOString() : last_checkin_at;
};

function toMember(row: MemberRow, mission: MemberMission, viewer: MissionViewer, nudges: Nudges, now: Date): Member {
  const open = openMemberOf(mission, row, now);
  const { today } = open;
  const done = isCheckedOn(row, today);
  const { due_today, needed_today, week } = dueTodayOf(mission, row, now);
  const hasFigures = mission.board === 'stars' || viewer.id === row.user_id;
  const shownEmail = viewer.id === mission.owner_id && !viewer.reads_only ? row.email : null;
  return {
    user_id: row.user_id,
    name: row.name,
    email: viewer.id === row.user_id ? viewer.email : shownEmail,
    avatar_url: avatarUrl(row.avatar_key),
    look: lookOf(row.user_id, row.look),
    points: hasFigures ? row.points : null,
    streak_days: memberStreakAt(mission, row, now),
    checkins_count: row.checkins_count,
    share_since_joining: hasFigures
      ? shareSinceJoining(tallyDays(datedSchedule(mission), { ...open, days: toDayBits(row.days) }))
      : null,
    joined_at: row.joined_at,
    is_owner: row.user_id === mission.owner_id,
    is_cohost: row.is_cohost,
    checked_in_today: done,
    checked_in_at: done ? checkedAt(row, today) : null,
    due_today,
    needed_today,
    week: week && { done: week.done, target: week.target },
    away_until: pauseOn(row.excuses.pauses, today)?.to_day ?? null,
    ...toNudges(row, needed_today, viewer.id, nudges, now),
  };
}

/** The open ownership offer, for the owner who made it and the member who may accept it. */
function offerOf(mission: MemberMission, rows: MemberRow[], viewer: UserRow): Mission['owner_offer'] {
  const offered = rows.find((row) => row.user_id === mission.owner_offer_id);
  if (!offered || (viewer.id !== mission.owner_id && viewer.id !== offered.user_id)) return null;
  return { user_id: offered.user_id, name: offered.name };
}

/** What all members reached of the last 7 days, each on their own calendar; null where there is a ranking. */
function togetherOf(mission: MemberMission, rows: readonly MemberRow[], now: Date): Mission['together'] {
  if (mission.board !== 'together') return null;
  const dated = datedSchedule(mission);
  const weeks = rows.map((row) =>
    stitchesOfWeek(dated, { ...openMemberOf(mission, row, now), checkins: row.latest ?? [] }),
  );
  const sum = (name: 'done' | 'total') => weeks.reduce((all, week) => all + week[name], 0);
  return { done: sum('done'), total: sum('total') };
}

/** For the owner while the mission runs: who has been quiet, each by their own days, longest first. */
function quietMembers(mission: MemberMission, rows: MemberRow[], viewer: UserRow, now: Date): Mission['quiet_members'] {
  if (mission.owner_id !== viewer.id) return null;
  if (stateOf(mission, now) !== 'active') return [];
  const others = rows.filter((row) => row.user_id !== viewer.id);
  const dated = datedSchedule(mission);
  const quiet = others.flatMap((row) => {
    const member = { ...openMemberOf(mission, row, now), joined_day: row.asks_from, last_checkin: row.streak_last_day };
    const days = quietDays(dated, member);
    return days === null ? [] : [{ user_id: row.user_id, name: row.name, days }];
  });
  return quiet.sort((a, b) => b.days - a.days).slice(0, QUIET_MEMBERS_SHOWN);
}

/** The mission page: the mission, its members, and what the viewer may do. */
export function toMission(mission: MemberMission, rows: MemberRow[], viewer: MissionViewer, now: Date): Mission {
  const own = rows.find((row) => row.user_id === viewer.id)!;
  const nudges = nudgesOf(own.nudges ?? []);
  const members = rows.map((row) => toMember(row, mission, viewer, nudges, now));
  const can = permissions(
    mission,
    viewer,
    {
      can: checkinDayNow(mission, viewer, own.streak_last_day, now).ok,
      can_yesterday: canCheckInYesterday(mission, viewer, own, now),
    },
    now,
  );
  const canReadCode = (mission.owner_id === viewer.id || mission.is_cohost) && !viewer.reads_only;
  return {
    ...mission,
    timezone: currentZone(mission.timezone),
    last_day: lastDay(mission.first_day, mission.duration_days),
    owner_name: rows.find((row) => row.user_id === mission.owner_id)?.name ?? DELETED_NAME,
    owner_offer: offerOf(mission, rows, viewer),
    invitation_code: canReadCode ? mission.invitation_code : null,
    state: stateOf(mission, now),
    days_remaining: daysRemaining(mission, now),
    today: dayOf(now, viewer.timezone),
    checked_in_today: members.find((member) => member.user_id === viewer.id)!.checked_in_today,
    last_checkin_day: own.streak_last_day,
    can,
    ...toDueSchedule(mission, own, now),
    ask_reminder: asksForReminder({ ...mission, checkins_count: own.checkins_count }, dayOf(now, viewer.timezone), now),
    quiet_members: quietMembers(mission, rows, viewer, now),
    together: togetherOf(mission, rows, now),
    members,
  };
}

interface NudgedMember {
  user_id: string;
  timezone: string;
}

/** The nudges of a member as the viewer sees them. */
function toNudges(
  member: NudgedMember,
  needed_today: boolean,
  viewerId: string,
  nudges: Nudges,
  now: Date,
): Pick<Member, 'can_nudge' | 'nudged_today' | 'nudged_by'> {
  const key = keyOf(member.user_id, dayOf(now, member.timezone));
  const nudged = nudges.own.has(key);
  const others = nudges.others.get(key);
  return {
    can_nudge: needed_today && !nudged && member.user_id !== viewerId && !nudges.blocked.has(member.user_id),
    nudged_today: nudged,
    nudged_by: others ? { name: others.name, others: others.count - 1 } : null,
  };
}
