import type * as contract from '#contract/dashboard.ts';
import { addDays, dayOf, earlierDay } from '#domain/days.ts';
import { goalProgress } from '#domain/goals.ts';
import { daysRemaining, lastDay } from '#domain/missions.ts';
import { pausedDays } from '#domain/pauses.ts';
import { levelFor } from '#domain/points.ts';
import { datedSchedule } from '#domain/schedule.ts';
import { freeDaysOfMember } from '#domain/schedule-days.ts';
import { coveredRestDays, currentMemberStreak, hasGap, stateShown } from '#domain/streaks.ts';
import { currentZone } from '#platform/lib/zones.ts';
import { type OpenMemberRow, openMemberOf, toDueSchedule } from '../../../facts/due.ts';
import { awayDays, bridgedNow, type Excuses, takesYesterday } from '../../../facts/excuses.ts';
import { stateOf } from '../../../facts/missions.ts';
import type { UserRow } from '../../../facts/users.ts';
import { permissions } from '../../missions/access.ts';
import { asksForReminder } from '../../missions/public.ts';
import type { HomeRow } from '../home/queries.ts';
import type { SummaryRow } from '../summaries/queries.ts';
import type { DashboardRow } from './queries.ts';

/** A mission of the user's with what the user's streak in it needs. */
type OwnMission = SummaryRow | DashboardRow;

/** What bridges the user's streaks in all missions alike. */
export interface Bridges {
  excuses: Excuses;
  /** Excused days, used rest days, rest days left. */
  days: ReadonlySet<string>;
}

export function bridgesOf(user: UserRow, { excuses, spent }: Pick<HomeRow, 'excuses' | 'spent'>, now: Date) {
  const today = dayOf(now, user.timezone);
  const bridged = bridgedNow(excuses, user, now);
  const isBridged = (day: string) => bridged.has(day);
  const rest = [...spent, ...coveredRestDays(user, today, isBridged)];
  const away = awayDays(excuses, user.timezone, today);
  const bridges: Bridges = { excuses, days: new Set([...pausedDays(away), ...rest]) };
  return { isBridged, bridges };
}

/** The user as a member of a mission. Fields are listed: spreading both rows for each card cost a fifth of a dashboard. */
const memberOf = (row: OwnMission, user: UserRow, excuses: Excuses): OpenMemberRow => ({
  timezone: user.timezone,
  moved_at: user.moved_at,
  joined_day: row.joined_day,
  recent: row.recent,
  streak_last_day: row.streak_last_day,
  open_streak: row.open_streak,
  excuses,
});

/** The streak in a mission as of the member's own today; after the mission's last day it stays as it ended. */
export function streakIn(row: OwnMission, user: UserRow, { excuses, days }: Bridges, now: Date): number {
  const today = dayOf(now, user.timezone);
  const until = earlierDay(today, addDays(lastDay(row.first_day, row.duration_days), 1));
  const state = stateShown(row, today, takesYesterday(user, now));
  const last = row.streak_last_day;
  if (last === null || !hasGap(last, until)) return currentMemberStreak(state, until, () => false);
  const member = openMemberOf(row, memberOf(row, user, excuses), now);
  const free = freeDaysOfMember(datedSchedule(row), member, last, until);
  const open = member.is_yesterday_open ? addDays(today, -1) : null;
  return currentMemberStreak(state, until, (day) => day === open || days.has(day) || free.has(day));
}

/** Whose faces it shows is read afterwards. */
export type MissionCard = Omit<contract.DashboardMission, 'members'>;

export function toMissionCard(
  row: DashboardRow,
  user: UserRow,
  today: string,
  bridges: Bridges,
  now: Date,
): MissionCard {
  const { excuses } = bridges;
  const streak_days = streakIn(row, user, bridges, now);
  const own = toDueSchedule(row, { ...memberOf(row, user, excuses), days: row.days }, now);
  const level = levelFor(row.points);
  const { level: level_goal, streak: streak_goal } = own.own_goals;
  const goal_progress = goalProgress({ level, level_goal, streak_days, streak_goal });
  // Fields are listed for the reason given in checkins/view.ts.
  return {
    id: row.id,
    title: row.title,
    patch: row.patch,
    description: row.description,
    duration_days: row.duration_days,
    first_day: row.first_day,
    last_day: lastDay(row.first_day, row.duration_days),
    start_date: row.start_date,
    end_date: row.end_date,
    timezone: currentZone(row.timezone),
    days_remaining: daysRemaining(row, now),
    state: stateOf(row, now),
    started: today >= row.first_day,
    owner_id: row.owner_id,
    owner_name: row.owner_name,
    member_count: row.member_count,
    checkins_count: row.checkins_count,
    points: row.points,
    streak_days,
    last_checkin_day: row.streak_last_day,
    level,
    level_goal: row.level_goal,
    streak_goal: row.streak_goal,
    reward_description: row.reward_description,
    ask_reminder: asksForReminder(row, today, now),
    goal_progress,
    can: permissions(row, user, row, now),
    ...own,
  };
}

/**
 * Orders missions: those whose yesterday is open, those that need today, ended ones, those that may be done today, those
 * that are done or free, and those not begun.
 */
export function byUrgency(done: Set<string>) {
  const rank = (card: MissionCard) => {
    if (card.needed_yesterday) return 0;
    if (card.needed_today) return 1;
    if (card.state === 'ended') return 2;
    if (!card.started) return 5;
    return done.has(card.id) || !card.due_today ? 4 : 3;
  };
  return (a: MissionCard, b: MissionCard) => rank(a) - rank(b);
}
