import type * as contract from '#contract/dashboard.ts';
import { dayText } from '#domain/days.ts';
import { daysRemaining, lastDay } from '#domain/missions.ts';
import type { MissionStanding } from '#domain/standing.ts';
import type { Parsed } from '#platform/contract/endpoint.ts';
import type { Queryable } from '#platform/db/open.ts';
import { currentZone } from '#platform/lib/zones.ts';
import { stateOf } from '../../../facts/missions.ts';
import type { UserRow } from '../../../facts/users.ts';
import { readStanding } from '../../../life/public.ts';
import { toAmounts } from '../../missions/public.ts';
import { listSummaries, type SummaryRow } from './queries.ts';

const toSummary = (row: SummaryRow, own: MissionStanding, userId: string, now: Date) => ({
  id: row.id,
  title: row.title,
  patch: row.patch,
  habit: row.habit,
  own_habit: row.own_habit,
  state: stateOf(row, now),
  first_day: row.first_day,
  last_day: lastDay(row.first_day, row.duration_days),
  timezone: currentZone(row.timezone),
  days_remaining: daysRemaining(row, now),
  owner_id: row.owner_id,
  owner_name: row.owner_name,
  is_owner: row.owner_id === userId,
  member_count: row.member_count,
  points: row.points,
  streak_days: own.streak,
  due_today: own.due,
  needed_today: own.needed,
  checked_in_today: own.done,
});

/** Reads the user's missions for programs, which need less than a dashboard and might need past missions. */
export async function readSummaries(
  db: Queryable,
  user: UserRow,
  query: Parsed<typeof contract.listMissions, 'query'>,
  now: Date,
): Promise<contract.MissionSummary[]> {
  const [rows, days] = await Promise.all([listSummaries(db, user.id, query, now), readStanding(db, user.id, now)]);
  const { found } = days;
  const today = dayText(found.today);
  // Omits a mission that the user joined or left between the two reads.
  return rows.flatMap((row) => {
    const own = found.missions.get(row.id);
    return own ? [{ ...toSummary(row, own, user.id, now), today, amounts: toAmounts(row, days, now) }] : [];
  });
}
