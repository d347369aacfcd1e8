import { addDays, daysBetween, type LocalDay } from '#domain/days.ts';
import type { Square } from '#web/ui/team-quilt.tsx';

export interface MemberDays {
  joined_day: LocalDay;
  today: LocalDay;
  days: readonly LocalDay[];
  rest_days: readonly LocalDay[];
}

/** What each of `days` was for a member, on that member's own calendar. */
export function squaresOf(member: MemberDays, days: readonly LocalDay[]): Square[] {
  const sewn = new Set(member.days);
  const rest = new Set(member.rest_days);
  return days.map((day) => {
    if (sewn.has(day)) return 'sewn';
    if (day > member.today) return 'later';
    if (day < member.joined_day) return 'before';
    if (day === member.today) return 'open';
    return rest.has(day) ? 'rest' : 'missed';
  });
}

/**
 * The days that are shown, at most `max`: all of a short mission; of a longer one those up to tomorrow, so that one
 * sees what comes next.
 */
export function shownDays(
  mission: { first_day: LocalDay; last_day: LocalDay },
  today: LocalDay,
  max: number,
): LocalDay[] {
  const length = daysBetween(mission.first_day, mission.last_day) + 1;
  const shown = Math.min(length, max);
  const upToTomorrow = daysBetween(mission.first_day, today) + 2 - shown;
  const from = Math.max(0, Math.min(upToTomorrow, length - shown));
  return Array.from({ length: shown }, (_, at) => addDays(mission.first_day, from + at));
}
