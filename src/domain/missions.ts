import { DAY_MS, HOUR_MS } from '#platform/lib/durations.ts';
import { addDays, dayOf, daysBetween, type LocalDay, startOfDay } from './days.ts';
import { POINTS_LASTING_HOURS, ROUND_HOSTS_DAYS } from './limits.ts';

/** What the board of a mission shows: a ranking by points, or what the members reach together. */
export const BOARDS = ['stars', 'together'] as const;
export type Board = (typeof BOARDS)[number];

/**
 * Whether a member may start the next round of a mission that was completed at `completed_at` (null while it is not):
 * the owner and the co-hosts at once, any member 7 times 24 hours later.
 */
export function canStartRound(completed_at: Date | null, isHost: boolean, now: Date): boolean {
  if (completed_at === null) return false;
  return isHost || now.getTime() >= completed_at.getTime() + ROUND_HOSTS_DAYS * DAY_MS;
}

/** The last day of a mission of `durationDays` days that begins on `firstDay`. */
export function lastDay(firstDay: LocalDay, durationDays: number): LocalDay {
  return addDays(firstDay, durationDays - 1);
}

/** The instant at which a mission ends: the start of the day after its last one, in `zone`, its owner's zone. */
export function missionEnd(firstDay: LocalDay, durationDays: number, zone: string): Date {
  return startOfDay(addDays(firstDay, durationDays), zone);
}

/** The dates of a mission, in the zone of its owner. */
interface MissionDates {
  first_day: LocalDay;
  duration_days: number;
  timezone: string;
}

/**
 * Returns the number of dates from today to the last day, both included, in the mission's zone; 0 afterwards. Before the
 * first day it also counts the days until then.
 */
export const daysRemaining = ({ first_day, duration_days, timezone }: MissionDates, now: Date): number =>
  Math.max(0, daysBetween(dayOf(now, timezone), lastDay(first_day, duration_days)) + 1);

/** The mission's own days that are left: before the first day `days_remaining` also counts the days until then. */
export const daysLeft = (mission: { days_remaining: number; duration_days: number }): number =>
  Math.min(mission.days_remaining, mission.duration_days);

export const MISSION_STATES = ['active', 'ended', 'completed'] as const;
export type MissionState = (typeof MISSION_STATES)[number];

/** The state of a mission at `now`. One that was deactivated without being completed counts as ended. */
export function missionState(
  mission: { is_active: boolean; end_date: Date; completed_at: Date | null },
  now: Date,
): MissionState {
  if (mission.completed_at !== null) return 'completed';
  return mission.is_active && now < mission.end_date ? 'active' : 'ended';
}

/**
 * Whether deleting a mission at `now` takes the points earned in it along: it does for less than 24 hours after
 * `createdAt`, so that creating and deleting missions earns no more than keeping them.
 */
export const deletionTakesPoints = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < POINTS_LASTING_HOURS * HOUR_MS;
