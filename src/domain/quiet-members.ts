import { addDays, daysBetween, type LocalDay, laterDay } from './days.ts';
import { QUIET_DAYS, QUIET_MISSED } from './limits.ts';
import { lastDay } from './missions.ts';
import { pauseOn } from './pauses.ts';
import type { DatedSchedule } from './schedule.ts';
import { outcomesBetween, type ScheduledMember } from './schedule-days.ts';

/**
 * What a member's being quiet depends on. Of a weekly schedule `checkins` are at least those of the last one's week.
 */
interface QuietInput extends ScheduledMember {
  /** The day of the last check-in. */
  last_checkin: LocalDay | null;
  today: LocalDay;
  /** Yesterday would close as missed, and can still be checked in: it is not over. */
  is_yesterday_open: boolean;
}

/**
 * For how many days a member has been quiet: since the last check-in or, where none came since joining, since joining or
 * the mission's first day. Null for somebody who is not quiet, because too little was missed since or it is too short,
 * or who is on a break (docs/rules.md#comebacks).
 */
export function quietDays(dated: DatedSchedule, member: QuietInput): number | null {
  const { schedule, first_day, duration_days } = dated;
  const { joined_day, last_checkin, today, pauses } = member;
  const from_day = laterDay(first_day, joined_day);
  const since = last_checkin === null ? from_day : laterDay(last_checkin, from_day);
  const days = daysBetween(since, today);
  if (days < QUIET_DAYS || pauseOn(pauses, today)) return null;
  const to_day = lastDay(first_day, duration_days);
  const checked = member.checkins.map(({ day }) => day);
  const asked = { schedule, first_day, joined_day, from_day, to_day, checked };
  const states = outcomesBetween(asked, pauses, since, addDays(today, member.is_yesterday_open ? -2 : -1));
  const missed = states.filter(({ day, state }) => state === 'missed' && day !== last_checkin).length;
  return missed >= QUIET_MISSED[schedule.kind] ? days : null;
}
