import { addDays, daysBetween, type LocalDay, laterDay } from './days.ts';
import { QUIET_DAYS, QUIET_MISSED } from './limits.ts';
import { pauseOn } from './pauses.ts';
import type { DatedSchedule } from './schedule.ts';
import { askedDaysOf, type OpenMember, outcomesBetween } from './schedule-days.ts';

/**
 * What a member's being quiet depends on. Of a weekly schedule `checkins` are at least those of the last one's week.
 */
interface QuietInput extends OpenMember {
  /** The day of the last check-in. */
  last_checkin: LocalDay | null;
}

/**
 * For how many days a member has been quiet: since the last check-in or, where none came since joining, since joining or
 * the mission's first day. Null for somebody who is not quiet, because too little was missed since or it is too short,
 * or who is on a break (docs/rules.md#comebacks).
 */
export function quietDays(dated: DatedSchedule, member: QuietInput): number | null {
  const { last_checkin, today, pauses } = member;
  const asked = askedDaysOf(dated, member);
  const since = last_checkin === null ? asked.from_day : laterDay(last_checkin, asked.from_day);
  const days = daysBetween(since, today);
  if (days < QUIET_DAYS || pauseOn(pauses, today)) return null;
  const states = outcomesBetween(asked, pauses, since, addDays(today, member.is_yesterday_open ? -2 : -1));
  const missed = states.filter(({ day, state }) => state === 'missed' && day !== last_checkin).length;
  return missed >= QUIET_MISSED[dated.schedule.kind] ? days : null;
}
