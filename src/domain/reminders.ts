import { HOUR_MS, MINUTE_MS } from '#platform/lib/durations.ts';
import { isVisible, tidyLine } from '#platform/lib/text.ts';
import { wallClock } from '#platform/lib/zones.ts';
import { dayOf, type LocalDay, startOfMinute } from './days.ts';
import { type Day, isChosen, WEEK } from './life.ts';
import {
  CUE_MAX,
  DAILY_REMINDERS,
  QUIET_FROM_MINUTE,
  QUIET_UNTIL_MINUTE,
  REMINDER_LATE_HOURS,
  UNANSWERED_REMINDERS_MAX,
} from './limits.ts';

/** How a reminder is sent. */
export const REMINDER_CHANNELS = ['push', 'email'] as const;

/** The minutes of an hour at which a reminder can come. */
export const REMINDER_MINUTES = [0, 15, 30, 45] as const;
type ReminderMinute = (typeof REMINDER_MINUTES)[number];

/** A time of the day on the member's clock: an hour (0 to 23) and a quarter of it. */
export interface ReminderTime {
  readonly hour: number;
  readonly minute: ReminderMinute;
}

/** A chosen time whose reminder may go out now: the day it is for, on the member's calendar, and when it was due. */
export interface DueTime extends ReminderTime {
  readonly day: LocalDay;
  readonly due_at: Date;
}

const MINUTES_A_DAY = 24 * 60;
const QUARTER_MINUTES = 15;
const minuteOfDay = (now: Date, zone: string) => Math.floor(wallClock(now, zone) / MINUTE_MS) % MINUTES_A_DAY;

/** Whether a clock in `zone` reads between 21:30 and 08:00. Throws RangeError for an unknown zone. */
export function isQuiet(now: Date, zone: string): boolean {
  const minute = minuteOfDay(now, zone);
  return minute >= QUIET_FROM_MINUTE || minute < QUIET_UNTIL_MINUTE;
}

/**
 * Whether a reminder due at `due_at` may go out at `now`: within an hour at any time of day; for one hour after
 * that, which happens after a server outage, only outside the quiet hours. See docs/rules.md#notifications.
 */
export function isSendable(due_at: Date, zone: string, now: Date): boolean {
  const late = now.getTime() - due_at.getTime();
  if (late < 0 || late >= REMINDER_LATE_HOURS * HOUR_MS) return false;
  return late < HOUR_MS || !isQuiet(now, zone);
}

/**
 * The end of the time, counted from `now` to the minute, during which a reminder due at `due_at` may go out. That is
 * how long a push service may hold the message. It is `now` itself when the reminder may not go out at all.
 */
export function reminderEnd(due_at: Date, zone: string, now: Date): Date {
  let end = now;
  while (isSendable(due_at, zone, end)) end = new Date(end.getTime() + MINUTE_MS);
  return end;
}

/**
 * The reminder for a chosen time if it may go out at `now`, or null. It is due when a clock in `zone` first reads that
 * time: right after the gap if the clocks skip it, and once if they repeat it.
 */
export function dueAt({ hour, minute }: ReminderTime, zone: string, now: Date): DueTime | null {
  const day = dayOf(now, zone);
  const due_at = startOfMinute(day, hour * 60 + minute, zone);
  return isSendable(due_at, zone, now) ? { hour, minute, day, due_at } : null;
}

/**
 * Distances in quarters from the one on the clock at which a reminder may be due: up to two hours back, and two more in
 * each direction for a clock change, which is that long at Troll station.
 */
const AROUND = Array.from({ length: 24 }, (_, index) => index - 15);

/** Every quarter of an hour that is due in `zone` at `now`, earliest first. */
export function dueTimes(zone: string, now: Date): DueTime[] {
  const shown = Math.floor(minuteOfDay(now, zone) / QUARTER_MINUTES);
  return AROUND.map((distance) => (shown + distance) * QUARTER_MINUTES)
    .filter((minute) => minute >= 0 && minute < MINUTES_A_DAY)
    .map((minute) => dueAt({ hour: Math.floor(minute / 60), minute: (minute % 60) as ReminderMinute }, zone, now))
    .filter((due) => due !== null);
}

/**
 * Whether a day wants a reminder: a check-in is needed, or due on one of these weekdays, bit 0 for Monday; null for none.
 */
export const wantsReminder = (
  { due, needed }: { due: boolean; needed: boolean },
  weekdays: number | null,
  day: Day,
): boolean => due && (needed || isChosen(weekdays ?? 0, day));

/**
 * Whether a reminder goes out on `day`, which wants one, after `unanswered` reminders in a row without a check-in. The
 * first three come on each such day; then they come once a week, on Monday or else on the first such day after it; after
 * the eighth none comes. `isWanted` tells whether an earlier day of the week wanted one (docs/rules.md#coming-back).
 */
export function isReminderDay(unanswered: number, day: Day, isWanted: (day: Day) => boolean): boolean {
  if (unanswered < DAILY_REMINDERS) return true;
  if (unanswered >= UNANSWERED_REMINDERS_MAX) return false;
  const monday = day - ((day + 3) % WEEK);
  for (let earlier = day - 1; earlier >= monday; earlier -= 1) if (isWanted(earlier)) return false;
  return true;
}

/**
 * The words for a member's moment as they are stored: one line, tidied as names are; null for words that show nothing.
 */
export function tidyCue(words: string): string | null {
  const line = tidyLine(words);
  return isVisible(line) ? line : null;
}

/** Whether the tidied words for a moment are short enough. A sign outside of the first plane counts as one. */
export const isCueShort = (cue: string): boolean => Array.from(cue).length <= CUE_MAX;
