import { skippedDays } from '#domain/days.ts';
import { type PausedDays, pausedDays, toRanges } from '#domain/pauses.ts';
import { excusedDays, type ZoneChange } from '#domain/streaks.ts';
import { type AskedDaysRow, askedDaysColumn } from './asked-days.ts';

/** What bridges days of a user's streak beside rest days: changes of zone, breaks, and days that no schedule wanted. */
export interface Excuses {
  /** Those that excuse days. */
  zone_changes: Pick<ZoneChange, 'old_day' | 'new_day'>[];
  /** Without their reasons. */
  pauses: (PausedDays & { id: string })[];
  /** What asked something after a certain day; null where they were not read. */
  asked: AskedDaysRow[] | null;
}

/** SQL: whether a user ever changed the time zone; `user` is the alias of the users. */
export const hasMoved = (user: string): string => `${user}.moved_at is not null`;

/**
 * SQL for Excuses: everything that bridges days of the user whose id the SQL `userId` yields. What
 * missions asked is read after the day `since` (SQL); a streak needs it from its last day on. With null it is not read,
 * which saves a fifth of a short statement even where it would have come out empty. Changes of zone are read after
 * their day `since` (SQL) where the condition `when` (SQL) holds: not for those who never moved.
 */
export const excusesOf = (userId: string, since: string | null, zones: { since: string; when: string }): string =>
  `json_build_object(
     'zone_changes', coalesce(case when ${zones.when} then (
       select json_agg(json_build_object('old_day', z.old_day, 'new_day', z.new_day))
       from zone_changes z where z.user_id = ${userId} and z.new_day > ${zones.since}) end, '[]'),
     'pauses', coalesce((
       select json_agg(json_build_object('id', p.id, 'from_day', p.from_day, 'to_day', p.to_day) order by p.from_day)
       from pauses p where p.user_id = ${userId}), '[]'),
     'asked', ${since === null ? 'null' : askedDaysColumn(userId, since)})`;

/** The same as a column `excuses`. */
export const excusesColumn = (...facts: Parameters<typeof excusesOf>): string => `${excusesOf(...facts)} as excuses`;

/** What excuses days whatever missions ask. */
type AwayFacts = Pick<Excuses, 'zone_changes' | 'pauses'>;

/**
 * A user's days away as ranges without overlap: those of breaks, those that changes of zone skipped or cut short, and
 * dates that the calendar of `zone` does not have. `today` is away in a break alone, since it can be checked in.
 */
export function awayDays({ zone_changes, pauses }: AwayFacts, zone: string, today?: string): readonly PausedDays[] {
  const skipped = skippedDays(zone);
  if (zone_changes.length === 0 && skipped.length === 0) return pauses;
  const travel = [...excusedDays(zone_changes)].filter((day) => today === undefined || day < today);
  return toRanges([...pausedDays(pauses), ...travel, ...skipped]);
}
