import { DAY_MS, HOUR_MS } from '#platform/lib/durations.ts';
import { addDays, dayOf, daysBetween, type LocalDay, startOfDay } from './days.ts';
import { POINTS_LASTING_HOURS, ROUND_HOSTS_DAYS } from './limits.ts';

export const BOARDS = ['stars', 'together'] as const;
export type Board = (typeof BOARDS)[number];

/** `shared`: all members have the habit of the title. `own`: each member says what their habit is. */
export const HABITS = ['shared', 'own'] as const;
export type Habit = (typeof HABITS)[number];

/**
 * Returns true if a member may start the next round. `completed_at` is null before the completion. Hosts may start
 * immediately after it, any member 7 times 24 hours later.
 */
export function canStartRound(completed_at: Date | null, isHost: boolean, now: Date): boolean {
  if (completed_at === null) return false;
  return isHost || now.getTime() >= completed_at.getTime() + ROUND_HOSTS_DAYS * DAY_MS;
}

/** Returns the last day of a mission of `durationDays` days that starts on `firstDay`. */
export function lastDay(firstDay: LocalDay, durationDays: number): LocalDay {
  return addDays(firstDay, durationDays - 1);
}

/** Returns when a mission ends: the start of the day after its last day, in `zone`, its owner's zone. */
export function missionEnd(firstDay: LocalDay, durationDays: number, zone: string): Date {
  return startOfDay(addDays(firstDay, durationDays), zone);
}

interface MissionDates {
  first_day: LocalDay;
  duration_days: number;
  timezone: string;
}

/**
 * Counts the dates from today to the last day, both included, in the mission's zone; 0 afterwards. Before the first
 * day, the days before the start count too.
 */
export const daysRemaining = ({ first_day, duration_days, timezone }: MissionDates, now: Date): number =>
  Math.max(0, daysBetween(dayOf(now, timezone), lastDay(first_day, duration_days)) + 1);

/** Counts the mission's remaining days, without the days before its start. */
export const daysLeft = (mission: { days_remaining: number; duration_days: number }): number =>
  Math.min(mission.days_remaining, mission.duration_days);

export const MISSION_STATES = ['active', 'ended', 'completed'] as const;
export type MissionState = (typeof MISSION_STATES)[number];

/** Returns the mission's state at `now`. A mission deactivated without completion is `ended`. */
export function missionState(
  mission: { is_active: boolean; end_date: Date; completed_at: Date | null },
  now: Date,
): MissionState {
  if (mission.completed_at !== null) return 'completed';
  return mission.is_active && now < mission.end_date ? 'active' : 'ended';
}

/**
 * Returns true if deleting a mission removes its points: for less than 24 hours after `createdAt`. Otherwise, creating
 * and deleting missions could earn more than keeping them.
 */
export const deletionTakesPoints = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < POINTS_LASTING_HOURS * HOUR_MS;
