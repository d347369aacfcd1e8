import type * as contract from '#contract/dashboard.ts';
import { dayText } from '#domain/days.ts';
import { goalProgress } from '#domain/goals.ts';
import { daysRemaining, lastDay } from '#domain/missions.ts';
import { levelFor } from '#domain/points.ts';
import { currentZone } from '#platform/lib/zones.ts';
import { stateOf } from '../../../facts/missions.ts';
import type { UserRow } from '../../../facts/users.ts';
import type { LifeStanding } from '../../../life/public.ts';
import { permissions } from '../../missions/access.ts';
import { asksForReminder, toAmounts, toOwnSchedule } from '../../missions/public.ts';
import type { DashboardRow } from './queries.ts';

/** A card without faces, which are read later. */
export type MissionCard = Omit<contract.DashboardMission, 'members'>;

/** Expects a mission that is in the user's life. */
export function toMissionCard(row: DashboardRow, user: UserRow, days: LifeStanding, now: Date): MissionCard {
  const { streak, ...standing } = days.found.missions.get(row.id)!;
  const today = dayText(days.found.today);
  const own = toOwnSchedule(row, days);
  const level = levelFor(row.points);
  const { level: level_goal, streak: streak_goal } = own.own_goals;
  const goal_progress = goalProgress({ level, level_goal, streak_days: streak, streak_goal });
  // Lists fields for the reason in checkins/view.ts.
  return {
    id: row.id,
    title: row.title,
    patch: row.patch,
    description: row.description,
    habit: row.habit,
    own_habit: row.own_habit,
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
    streak_days: streak,
    last_checkin_day: row.streak_last_day,
    level,
    level_goal: row.level_goal,
    streak_goal: row.streak_goal,
    reward_description: row.reward_description,
    ask_reminder: asksForReminder(row, today, now),
    goal_progress,
    can: permissions(row, user, standing, now),
    amounts: toAmounts(row, days, now),
    ...own,
  };
}

/** Compares missions by urgency: open yesterday, needed today, ended, possible today, done or free, not started. */
export function byUrgency(done: ReadonlySet<string>) {
  const rank = (card: MissionCard) => {
    if (card.needed_yesterday) return 0;
    if (card.needed_today) return 1;
    if (card.state === 'ended') return 2;
    if (!card.started) return 5;
    return done.has(card.id) || !card.due_today ? 4 : 3;
  };
  return (a: MissionCard, b: MissionCard) => rank(a) - rank(b);
}
