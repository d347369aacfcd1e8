import { REMINDER_HOUR } from '#domain/limits.ts';
import { REMINDER_MINUTES, type ReminderTime } from '#domain/reminders.ts';
import { MINUTE_MS } from '#platform/lib/durations.ts';
import { wallClock } from '#platform/lib/zones.ts';

/** Formats a time of day as '07:15'. */
export const timeName = ({ hour, minute }: ReminderTime): string =>
  [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');

const TIMES: readonly ReminderTime[] = Array.from({ length: 24 }, (_, hour) =>
  REMINDER_MINUTES.map((minute) => ({ hour, minute })),
).flat();

export const TIME_OPTIONS = TIMES.map((time) => ({ value: timeName(time), label: timeName(time) }));

export const timeOf = (name: string): ReminderTime => TIMES.find((time) => timeName(time) === name)!;

export const OFFERED_TIMES: readonly ReminderTime[] = [7, 12, 18, 21].map((hour) => ({ hour, minute: 0 }));

export function nextOfferedTime(now: Date, zone: string): ReminderTime {
  const minuteOfDay = Math.floor(wallClock(now, zone) / MINUTE_MS) % (24 * 60);
  return OFFERED_TIMES.find(({ hour }) => hour * 60 > minuteOfDay) ?? OFFERED_TIMES[0]!;
}

/** Returns true if a reminder still has its defaults: off, and at the default hour. */
export const isUntouched = ({ is_on, hour, minute }: ReminderTime & { is_on: boolean }): boolean =>
  !is_on && hour === REMINDER_HOUR && minute === 0;
