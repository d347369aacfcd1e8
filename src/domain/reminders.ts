import { HOUR_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { wallClock } from '#platform/lib/zones.ts';
import { dayOf, type LocalDay, startOfMinute } from './days.ts';
import { type Day, isChosen, WEEK } from './life.ts';
import {
  DAILY_REMINDERS,
  QUIET_FROM_MINUTE,
  QUIET_UNTIL_MINUTE,
  REMINDER_LATE_HOURS,
  UNANSWERED_REMINDERS_MAX,
} from './limits.ts';

export const REMINDER_CHANNELS = ['push', 'email'] as const;

export const REMINDER_MINUTES = [0, 15, 30, 45] as const;
type ReminderMinute = (typeof REMINDER_MINUTES)[number];

/** A time on the member's clock: an hour (0 to 23) and a quarter of it. */
export interface ReminderTime {
  readonly hour: number;
  readonly minute: ReminderMinute;
}

export interface DueTime extends ReminderTime {
  readonly day: LocalDay;
  readonly due_at: Date;
}

const MINUTES_A_DAY = 24 * 60;
const QUARTER_MINUTES = 15;
const minuteOfDay = (now: Date, zone: string) => Math.floor(wallClock(now, zone) / MINUTE_MS) % MINUTES_A_DAY;

/** Returns true if a clock in `zone` reads between 21:30 and 08:00. Throws RangeError for an unknown zone. */
export function isQuiet(now: Date, zone: string): boolean {
  const minute = minuteOfDay(now, zone);
  return minute >= QUIET_FROM_MINUTE || minute < QUIET_UNTIL_MINUTE;
}

/**
 * Returns true if a reminder due at `due_at` can go out at `now`, less than two hours late. If it is more than an hour
 * late, as after an outage, it goes out only outside the quiet hours (docs/rules.md#notifications).
 */
export function isSendable(due_at: Date, zone: string, now: Date): boolean {
  const late = now.getTime() - due_at.getTime();
  if (late < 0 || late >= REMINDER_LATE_HOURS * HOUR_MS) return false;
  return late < HOUR_MS || !isQuiet(now, zone);
}

/**
 * Returns until when, to the minute, a reminder can go out or a push service can hold it. Returns `now` if it cannot go
 * out at all.
 */
export function reminderEnd(due_at: Date, zone: string, now: Date): Date {
  let end = now;
  while (isSendable(due_at, zone, end)) end = new Date(end.getTime() + MINUTE_MS);
  return end;
}

/**
 * Returns the reminder for a chosen time if it can go out at `now`, or null. It is due when a clock in `zone` first
 * reads that time, or right after a gap that skips it.
 */
export function dueAt({ hour, minute }: ReminderTime, zone: string, now: Date): DueTime | null {
  const day = dayOf(now, zone);
  const due_at = startOfMinute(day, hour * 60 + minute, zone);
  return isSendable(due_at, zone, now) ? { hour, minute, day, due_at } : null;
}

/**
 * Distances, in quarters of an hour from the clock's current quarter, at which a reminder can be due. They cover two
 * hours back and two more in each direction for a clock change, the longest of which is at Troll station.
 */
const AROUND = Array.from({ length: 24 }, (_, index) => index - 15);

/** Lists the quarters of an hour that are due in `zone` at `now`, earliest first. */
export function dueTimes(zone: string, now: Date): DueTime[] {
  const shown = Math.floor(minuteOfDay(now, zone) / QUARTER_MINUTES);
  return AROUND.map((distance) => (shown + distance) * QUARTER_MINUTES)
    .filter((minute) => minute >= 0 && minute < MINUTES_A_DAY)
    .map((minute) => dueAt({ hour: Math.floor(minute / 60), minute: (minute % 60) as ReminderMinute }, zone, now))
    .filter((due) => due !== null);
}

/** Returns true if a check-in is needed, or due on one of `weekdays` (bit 0 for Monday. Returns null for none). */
export const wantsReminder = (
  { due, needed }: { due: boolean; needed: boolean },
  weekdays: number | null,
  day: Day,
): boolean => due && (needed || isChosen(weekdays ?? 0, day));

/**
 * Returns true if a reminder goes out on `day`, a wanted day, after `unanswered` reminders in a row. The first three
 * come on each wanted day. After that they come once a week, on its first wanted day, until the eighth. `isWanted`
 * checks earlier days of the week (docs/rules.md#coming-back).
 */
export function isReminderDay(unanswered: number, day: Day, isWanted: (day: Day) => boolean): boolean {
  if (unanswered < DAILY_REMINDERS) return true;
  if (unanswered >= UNANSWERED_REMINDERS_MAX) return false;
  const monday = day - ((day + 3) % WEEK);
  for (let earlier = day - 1; earlier >= monday; earlier -= 1) if (isWanted(earlier)) return false;
  return true;
}
