import type { getQuilt } from '#contract/missions-quilt.ts';
import { type DayAmount, fromHundredths } from '#domain/amounts.ts';
import { type DayBits, packDays } from '#domain/day-bits.ts';
import { dayText } from '#domain/days.ts';
import { awayTest, type Day, hasDay, type Membership } from '#domain/life.ts';
import { lastDay } from '#domain/missions.ts';
import { FREE, REST } from '#domain/outcomes.ts';
import type { Answer } from '#platform/contract/endpoint.ts';
import type { MissionRow } from '../../../facts/missions.ts';
import { type MemberLife, memberStandingAt, toMemberLife } from '../../../life/public.ts';
import type { SquaresRow } from './queries.ts';

/** Packs the days of a mission up to `to` that satisfy `isIn`. */
function pack({ first, last }: Membership, to: Day, isIn: (day: Day) => boolean): DayBits {
  const length = Math.max(0, Math.min(to, last) - first + 1);
  return packDays(Array.from({ length }, (_, at) => (isIn(first + at) ? '1' : '0')).join(''));
}

/** Lists the amounts of the days of a mission up to `to`; null on days without one. */
function listAmounts({ first, last }: Membership, to: Day, amounts: readonly DayAmount[]): (number | null)[] {
  const byDay = new Map(amounts.map(({ day, hundredths }) => [day, fromHundredths(hundredths)]));
  const length = Math.max(0, Math.min(to, last) - first + 1);
  return Array.from({ length }, (_, at) => byDay.get(dayText(first + at)) ?? null);
}

/**
 * Returns the squares of a member. Uses stored saved days, because saves also depend on the member's other missions.
 */
function toSquares(member: MemberLife, amounts: SquaresRow['amounts'], now: Date) {
  const { life, found, membership, own } = memberStandingAt(member, now);
  const { first, last, joined, days } = membership;
  const stateOn = (day: Day) => own.days.states[day - own.days.from];
  const isSaved = member.whole
    ? (day: Day) => stateOn(day) === REST
    : (day: Day) => hasDay(member.saved.rest_days, day);
  return {
    joined: joined - first,
    today: found.today - first,
    days: pack(membership, last, (day) => hasDay(days, day)),
    rest_days: pack(membership, last, isSaved),
    free_days: pack(membership, found.today, (day) => stateOn(day) === FREE),
    away_days: life.away.length === 0 ? '' : pack(membership, found.today, awayTest(life, found.today)),
    amounts: amounts && listAmounts(membership, found.today, amounts),
    is_yesterday_open: own.open_yesterday,
  };
}

/** Returns the quilt as numbers and bits instead of dates; 500 members and a year take about 60 kB. */
export const toQuilt = (
  { first_day, duration_days }: MissionRow,
  rows: readonly SquaresRow[],
  now: Date,
): Answer<typeof getQuilt> => ({
  first_day,
  last_day: lastDay(first_day, duration_days),
  members: rows.map((row) => ({
    user_id: row.user_id,
    name: row.name,
    ...toSquares(toMemberLife(row), row.amounts, now),
  })),
});
