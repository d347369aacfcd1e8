import type * as contract from '#contract/dashboard.ts';
import { addDays, dayOf } from '#domain/days.ts';
import { daysRemaining, lastDay } from '#domain/missions.ts';
import { hasGap } from '#domain/streaks.ts';
import type { Parsed } from '#platform/contract/endpoint.ts';
import type { Queryable } from '#platform/db/open.ts';
import { currentZone } from '#platform/lib/zones.ts';
import { dueTodayOf } from '../../../facts/due.ts';
import type { Excuses } from '../../../facts/excuses.ts';
import { stateOf } from '../../../facts/missions.ts';
import { isCheckedOn } from '../../../facts/positions.ts';
import type { UserRow } from '../../../facts/users.ts';
import { bridgesOf, streakIn } from '../cards/view.ts';
import { QUILT_DAYS, readBridges } from '../home/queries.ts';
import { listSummaries, type SummaryRow } from './queries.ts';

/** What the mission asks of the user today, for programs. */
function todayOf(row: SummaryRow, user: UserRow, excuses: Excuses, now: Date) {
  const { due_today, needed_today } = dueTodayOf(row, { ...row, timezone: user.timezone, excuses }, now);
  return { due_today, needed_today };
}

/** The user's missions for programs, which need less than a dashboard and may want those that are over. */
export async function readSummaries(
  db: Queryable,
  user: UserRow,
  query: Parsed<typeof contract.listMissions, 'query'>,
  now: Date,
): Promise<contract.MissionSummary[]> {
  const today = dayOf(now, user.timezone);
  const last = user.streak_last_day;
  const days = { since: addDays(today, 1 - QUILT_DAYS), gap_since: hasGap(last, today) ? last : null };
  const [rows, read] = await Promise.all([listSummaries(db, user, query, now), readBridges(db, user, days)]);
  const { bridges } = bridgesOf(user, read, now);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    patch: row.patch,
    state: stateOf(row, now),
    first_day: row.first_day,
    last_day: lastDay(row.first_day, row.duration_days),
    timezone: currentZone(row.timezone),
    days_remaining: daysRemaining(row, now),
    owner_id: row.owner_id,
    owner_name: row.owner_name,
    is_owner: row.owner_id === user.id,
    member_count: row.member_count,
    points: row.points,
    streak_days: streakIn(row, user, bridges, now),
    today,
    ...todayOf(row, user, read.excuses, now),
    checked_in_today: isCheckedOn(row, today),
  }));
}
