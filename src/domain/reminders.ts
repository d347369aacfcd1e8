import { dayOf, type LocalDay, startOfHour } from './days.ts';
import { HOUR_MS, MINUTE_MS } from './durations.ts';
import { QUIET_FROM_MINUTE, QUIET_UNTIL_MINUTE, REMINDER_LATE_HOURS } from './limits.ts';
import { wallClock } from './zones.ts';

/** How a reminder comes (Decisions 6). */
export const REMINDER_CHANNELS = ['push', 'email'] as const;
export type ReminderChannel = (typeof REMINDER_CHANNELS)[number];

/** A chosen hour whose reminder may go out now: the own day it is for, and the instant at which it was due. */
export interface DueHour {
  readonly hour: number;
  readonly day: LocalDay;
  readonly due_at: Date;
}

const MINUTES_A_DAY = 24 * 60;
const minuteOfDay = (now: Date, zone: string) => Math.floor(wallClock(now, zone) / MINUTE_MS) % MINUTES_A_DAY;

/** Whether a clock in `zone` stands between 21:30 and 08:00. Decisions 6. */
export function isQuiet(now: Date, zone: string): boolean {
  const minute = minuteOfDay(now, zone);
  return minute >= QUIET_FROM_MINUTE || minute < QUIET_UNTIL_MINUTE;
}

/**
 * The reminder of a chosen `hour` (0 to 23) if it may go out at `now`, or null. It is due when a clock in `zone` first
 * reads that hour: right after the gap if the clocks skip it, once if they repeat it. Within the hour after that it
 * goes out whatever the time of day, as that hour was chosen; a late one for another hour and never in the quiet time.
 */
export function dueAt(hour: number, zone: string, now: Date): DueHour | null {
  const day = dayOf(now, zone);
  const due_at = startOfHour(day, hour, zone);
  const late = now.getTime() - due_at.getTime();
  if (late < 0 || late >= REMINDER_LATE_HOURS * HOUR_MS) return null;
  if (late >= HOUR_MS && isQuiet(now, zone)) return null;
  return { hour, day, due_at };
}

/** Hours around the one that the clock shows which may be due, whatever a clock change did (two hours at Troll). */
const AROUND = [-3, -2, -1, 0, 1, 2];

/** Every chosen hour that is due in `zone` at `now`, the earlier ones first. Decisions 6. */
export function dueHours(zone: string, now: Date): DueHour[] {
  const shown = Math.floor(minuteOfDay(now, zone) / 60);
  return AROUND.map((distance) => shown + distance)
    .filter((hour) => hour >= 0 && hour < 24)
    .map((hour) => dueAt(hour, zone, now))
    .filter((due) => due !== null);
}
