import { type PausedDays, pausedDays } from '#domain/pauses.ts';
import { excusedDays, rebuildMember, rebuildUser } from '#domain/streaks.ts';
import type { Queryable, Tx } from '../../db/open.ts';

interface ZoneChangeRow {
  changed_at: string;
  old_day: string;
  new_day: string;
}

/** What excuses days of a user: changes of zone, and breaks, whose reasons are left out. */
export interface Excuses {
  zone_changes: ZoneChangeRow[];
  pauses: (PausedDays & { id: string })[];
}

/** A column `excuses` (Excuses) with everything that excuses days of the user whose id the SQL `userId` yields. */
export const excusesColumn = (userId: string): string =>
  `json_build_object(
     'zone_changes', coalesce((
       select json_agg(json_build_object('changed_at', z.changed_at, 'old_day', z.old_day, 'new_day', z.new_day))
       from zone_changes z where z.user_id = ${userId}), '[]'),
     'pauses', coalesce((
       select json_agg(json_build_object('id', p.id, 'from_day', p.from_day, 'to_day', p.to_day) order by p.from_day)
       from pauses p where p.user_id = ${userId}), '[]')) as excuses`;

/** The days that a user's changes of zone skipped or cut short, and those of breaks (docs/rules.md#streaks). */
export function excusedFrom({ zone_changes, pauses }: Excuses): Set<string> {
  const days = pausedDays(pauses);
  const changes = zone_changes.map((change) => ({ ...change, changed_at: new Date(change.changed_at) }));
  for (const day of excusedDays(changes)) days.add(day);
  return days;
}

export async function findExcuses(db: Queryable, userId: string): Promise<Excuses> {
  const [row] = await db.rows<{ excuses: Excuses }>(`select ${excusesColumn('$1')}`, [userId]);
  return row!.excuses;
}

export const excusedDaysOf = async (db: Queryable, userId: string): Promise<Set<string>> =>
  excusedFrom(await findExcuses(db, userId));

/** SQL: whether the user is on a break on that day of their own. Reminders and the weekly mail rest then. */
export const isPausedOn = (userId: string, day: string): string =>
  `exists (select from pauses p where p.user_id = ${userId} and ${day} between p.from_day and p.to_day)`;

/**
 * Rebuilds the streak counters of a user and of all the user's memberships from check-ins and archived days. Needed
 * where counting on is not enough: for a check-in on an earlier day, and for days excused afterwards. The caller has
 * locked the user's row.
 */
export async function rebuildStreaks(tx: Tx, userId: string): Promise<void> {
  const excused = await excusedDaysOf(tx, userId);
  const rows = await tx.rows<{ mission_id: string; local_day: string }>(
    'select mission_id, local_day from checkins where user_id = $1',
    [userId],
  );
  const archived = await tx.rows<{ day: string }>('select day from kept_days where user_id = $1', [userId]);
  const { state, rest_days_used } = rebuildUser(
    [...rows.map((row) => row.local_day), ...archived.map((row) => row.day)],
    (day) => excused.has(day),
  );
  await tx.rows(
    'update users set streak_days = $2, streak_last_day = $3, longest_streak = $4, rest_days = $5 where id = $1',
    [userId, state.streak_days, state.streak_last_day, state.longest_streak, state.rest_days],
  );
  await tx.rows('delete from rest_days where user_id = $1', [userId]);
  await insertRestDays(tx, userId, rest_days_used);

  const rest = new Set(rest_days_used);
  const byMission = new Map<string, string[]>();
  for (const row of rows) byMission.set(row.mission_id, [...(byMission.get(row.mission_id) ?? []), row.local_day]);
  const rebuilt = [...byMission].map(([mission_id, days]) => ({
    mission_id,
    ...rebuildMember(days, (day) => excused.has(day) || rest.has(day)),
  }));
  await tx.rows(
    `update members m set streak_days = r.streak_days, streak_last_day = r.streak_last_day, longest_streak = r.longest_streak
     from json_to_recordset($2) as r(mission_id uuid, streak_days int, streak_last_day date, longest_streak int)
     where m.mission_id = r.mission_id and m.user_id = $1`,
    [userId, JSON.stringify(rebuilt)],
  );
}

/**
 * Archives the days of a mission's check-ins, and how many there were on each, before the mission is deleted. They
 * preserve its members' streaks, and a rebuild gives the same result.
 */
export async function archiveDays(tx: Tx, missionId: string): Promise<void> {
  await tx.rows(
    `insert into kept_days (user_id, day, checkins_count)
     select user_id, local_day, count(*) from checkins where mission_id = $1 group by user_id, local_day
     on conflict (user_id, day) do update set checkins_count = kept_days.checkins_count + excluded.checkins_count`,
    [missionId],
  );
}

export async function insertRestDays(tx: Tx, userId: string, days: readonly string[]): Promise<void> {
  if (days.length === 0) return;
  await tx.rows('insert into rest_days (user_id, day) select $1, unnest($2::date[]) on conflict do nothing', [
    userId,
    days,
  ]);
}
