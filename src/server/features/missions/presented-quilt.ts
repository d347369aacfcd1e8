import type { Answer } from '#contract/endpoint.ts';
import type { getQuilt } from '#contract/missions.ts';
import { packDays } from '#domain/day-bits.ts';
import { dayOf, daysBetween } from '#domain/days.ts';
import { lastDay } from '#domain/missions.ts';
import type { MissionRow } from './access.ts';
import type { SquaresRow } from './queries.ts';

/** The quilt as it is sent: numbers and bits instead of dates, so that 500 members and a year are some 60 kB. */
export function toQuilt(
  { first_day, duration_days }: MissionRow,
  rows: readonly SquaresRow[],
  now: Date,
): Answer<typeof getQuilt> {
  return {
    first_day,
    last_day: lastDay(first_day, duration_days),
    members: rows.map(({ timezone, joined_day, days, rest_days, ...row }) => ({
      ...row,
      joined: daysBetween(first_day, joined_day),
      today: daysBetween(first_day, dayOf(now, timezone)),
      days: packDays(days ?? ''),
      rest_days: packDays(rest_days ?? ''),
    })),
  };
}
