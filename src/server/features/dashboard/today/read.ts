import type * as contract from '#contract/dashboard.ts';
import { dayOf } from '#domain/days.ts';
import { clockAt } from '#domain/life.ts';
import { standing } from '#domain/standing.ts';
import type { Queryable } from '#platform/db/open.ts';
import type { Deps } from '../../../app/deps.ts';
import type { UserRow } from '../../../facts/users.ts';
import { readPairs } from '../../../life/public.ts';
import { listNotCheckedIn, listTeamZones, listTodayCheckins, type OutRow, type ZoneDay } from './queries.ts';
import { toPendingMembers, toTodayCheckin } from './view.ts';

/** Uses the calendar of each member for "today". */
async function listStillOut(db: Queryable, user: UserRow, zones: readonly ZoneDay[], now: Date): Promise<OutRow[]> {
  const rows = await listNotCheckedIn(db, user.id, zones, now);
  const members = await readPairs(db, rows, now);
  const needed = new Set(
    members
      .filter(({ mission_id, life }) => standing(life, clockAt(now, life.zone)).missions.get(mission_id)?.needed)
      .map(({ mission_id, user_id }) => `${mission_id} ${user_id}`),
  );
  return rows.filter(({ mission_id, user_id }) => needed.has(`${mission_id} ${user_id}`));
}

/** Reads what other members did today, for a user who has checked in everywhere (docs/rules.md#missions). */
export async function readToday(
  { db, photo_urls }: Pick<Deps, 'db' | 'photo_urls'>,
  user: UserRow,
  now: Date,
): Promise<contract.Today> {
  const names = await listTeamZones(db, user.id, now);
  const zones = names.map((zone) => ({ zone, day: dayOf(now, zone) }));
  const [rows, checkins] = await Promise.all([
    listStillOut(db, user, zones, now),
    listTodayCheckins(db, user.id, zones, now),
  ]);
  return {
    still_out: toPendingMembers(rows, dayOf(now, user.timezone)),
    posts: checkins.map((row) => toTodayCheckin(row, photo_urls, now)),
  };
}
