import { REMINDER_HOUR } from '#domain/limits.ts';
import { REMINDER_MINUTES, type ReminderTime } from '#domain/reminders.ts';
import { MINUTE_MS } from '#platform/lib/durations.ts';
import { wallClock } from '#platform/lib/zones.ts';

/** A time of the day as '07:15'. */
export const timeName = ({ hour, minute }: ReminderTime): string =>
  [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');

const TIMES: readonly ReminderTime[] = Array.from({ length: 24 }, (_, hour) =>
  REMINDER_MINUTES.map((minute) => ({ hour, minute })),
).flat();

/** When a reminder can come: every quarter of the day. */
export const TIME_OPTIONS = TIMES.map((time) => ({ value: timeName(time), label: timeName(time) }));

/** The time of such an option. */
export const timeOf = (name: string): ReminderTime => TIMES.find((time) => timeName(time) === name)!;

/** The times that are offered at a touch. */
export const OFFERED_TIMES: readonly ReminderTime[] = [7, 12, 18, 21].map((hour) => ({ hour, minute: 0 }));

/** The one of the offered times that comes next on a clock in `zone`. */
export function nextOfferedTime(now: Date, zone: string): ReminderTime {
  const minuteOfDay = Math.floor(wallClock(now, zone) / MINUTE_MS) % (24 * 60);
  return OFFERED_TIMES.find(({ hour }) => hour * 60 > minuteOfDay) ?? OFFERED_TIMES[0]!;
}

/** Whether a reminder is as every one begins: off, and at the hour of those that nobody has set. */
export const isUntouched = ({ is_on, hour, minute }: ReminderTime & { is_on: boolean }): boolean =>
  !is_on && hour === REMINDER_HOUR && minute === 0;
