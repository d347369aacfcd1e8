import type { getQuilt } from '#contract/missions-quilt.ts';
import { daysIn, hasDay, packDays } from '#domain/day-bits.ts';
import { addDays, dayOf, daysBetween } from '#domain/days.ts';
import { lastDay } from '#domain/missions.ts';
import { datedSchedule } from '#domain/schedule.ts';
import { type CheckedDay, dayOutcomes, isYesterdayNeeded, weekProgress } from '#domain/schedule-days.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import { awayDays } from '../../../facts/excuses.ts';
import type { MissionRow } from '../../../facts/missions.ts';
import { listCoveredDays } from '../../../facts/streaks.ts';
import type { SquaresRow } from './queries.ts';

/** The member's check-ins, as far as the quilt knows them. */
const checkinsOf = ({ days }: SquaresRow, { first_day }: MissionRow): CheckedDay[] =>
  daysIn(days, first_day).map((day) => ({ day, is_extra: false }));

/** Whether the member's yesterday is open, as the ledger says. */
function hasOpenYesterday(mission: MissionRow, row: SquaresRow, today: string, now: Date): boolean {
  const { timezone: zone, moved_at, joined_day, streak_last_day, open_streak } = row;
  if (mission.completed_at !== null) return false;
  const zone_changed_at = moved_at === null ? null : new Date(moved_at);
  const pauses = awayDays(row.excuses, zone, today);
  const member = { joined_day, checkins: checkinsOf(row, mission), pauses, zone, zone_changed_at };
  return isYesterdayNeeded(datedSchedule(mission), { ...member, streak_last_day, open_streak }, now);
}

/** The rest days of the ledger within the mission: those spent, and those that the next check-in spends. */
function restBits(mission: MissionRow, row: SquaresRow, more: readonly string[], openDay: string | null): string {
  const { first_day, duration_days } = mission;
  const rest = new Set([...daysIn(row.rest_days, first_day), ...more]);
  if (openDay !== null) rest.delete(openDay);
  if (rest.size === 0) return '';
  return Array.from({ length: duration_days }, (_, at) => (rest.has(addDays(first_day, at)) ? '1' : '0')).join('');
}

/** The days away and those that the schedule left free, as bit strings up to the member's today. */
function outcomeBits(mission: MissionRow, row: SquaresRow, today: string) {
  const { first_day } = mission;
  const dated = datedSchedule(mission);
  const pauses = awayDays(row.excuses, row.timezone, today);
  const length = Math.min(daysBetween(first_day, today) + 1, mission.duration_days);
  if (length <= 0 || (dated.schedule.kind === 'daily' && pauses.length === 0)) return { away: '', free: '' };
  const number = (day: string) => daysBetween(first_day, day);
  const away = Array.from({ length }, () => '0');
  for (const { from_day, to_day } of pauses)
    for (let at = Math.max(0, number(from_day)); at < length && at <= number(to_day); at += 1) away[at] = '1';
  const states = dayOutcomes(dated, 0, length - 1, {
    isChecked: (at) => hasDay(row.days, at),
    isCounted: (at) => at >= number(row.joined_day) && away[at] === '0',
  });
  // As long as something is due, today is open rather than free.
  const checkins = checkinsOf(row, mission);
  const week = weekProgress(dated, today, { joined_day: row.joined_day, checkins, pauses });
  if (number(today) === length - 1 && week !== null && week.done < week.target) states.pop();
  return { away: away.join(''), free: states.map((state) => (state === 'free' ? '1' : '0')).join('') };
}

/** The quilt as it is sent: numbers and bits instead of dates, so that 500 members and a year take about 60 kB. */
export function toQuilt(
  mission: MissionRow,
  rows: readonly SquaresRow[],
  behind: ReadonlyMap<string, readonly string[]>,
  now: Date,
): Answer<typeof getQuilt> {
  const { first_day, duration_days } = mission;
  return {
    first_day,
    last_day: lastDay(first_day, duration_days),
    members: rows.map((row) => {
      const joined = daysBetween(first_day, row.joined_day);
      const today = dayOf(now, row.timezone);
      const { away, free } = outcomeBits(mission, row, today);
      const is_yesterday_open = hasOpenYesterday(mission, row, today, now);
      const covered = [...listCoveredDays(row, today, now), ...(behind.get(row.user_id) ?? [])];
      return {
        user_id: row.user_id,
        name: row.name,
        joined,
        today: daysBetween(first_day, today),
        days: row.days,
        rest_days: packDays(restBits(mission, row, covered, is_yesterday_open ? addDays(today, -1) : null)),
        free_days: packDays(free),
        away_days: packDays(away),
        is_yesterday_open,
      };
    }),
  };
}
