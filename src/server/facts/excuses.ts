import { addDays, dayOf, skippedDays } from '#domain/days.ts';
import { type PausedDays, pausedDays, toRanges } from '#domain/pauses.ts';
import { freeDays, isMissedDay } from '#domain/schedule-days.ts';
import { excusedDays, type ZoneChange } from '#domain/streaks.ts';
import { acceptsYesterday } from '#domain/yesterday.ts';
import type { Queryable } from '#platform/db/open.ts';
import { type AskedDaysRow, askedDaysColumn, toAskedDays } from './asked-days.ts';

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

/**
 * SQL for a column `excuses` with what excuses days of a user in a mission, without what missions asked; both are aliases.
 */
export const missionExcuses = ({ mission, user }: Record<'mission' | 'user', string>): string =>
  excusesColumn(`${user}.id`, null, { since: `${mission}.first_day`, when: hasMoved(user) });

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

/** A user's days away that are not days of a break. */
export const travelDays = (excuses: AwayFacts, zone: string): readonly PausedDays[] =>
  awayDays({ ...excuses, pauses: [] }, zone);

/**
 * All that bridges the user's own streak from the day after `since`, its last one, until `until`: days away, and those
 * that no schedule wanted. `checked` are the days in between with check-ins, of which a gap has none.
 */
export function bridgedFrom(
  excuses: Excuses,
  zone: string,
  { since, until, checked }: { since: string | null; until: string; checked?: Iterable<string> },
): Set<string> {
  const away = awayDays(excuses, zone);
  const days = pausedDays(away);
  if (since === null) return days;
  const asked = toAskedDays(excuses.asked ?? [], zone);
  for (const day of freeDays(asked, away, { since: addDays(since, 1), until, checked })) days.add(day);
  return days;
}

/** Somebody's clock: `moved_at` is when they last changed the zone, null if never. */
export interface OwnClock {
  timezone: string;
  moved_at: string | null;
}

/** Whether a check-in for yesterday is accepted on somebody's clock. */
export const takesYesterday = ({ timezone, moved_at }: OwnClock, now: Date): boolean =>
  acceptsYesterday(now, timezone, moved_at === null ? null : new Date(moved_at));

/** What the user's own streak is as the user's row has it. */
export interface OwnStreak extends OwnClock {
  streak_last_day: string | null;
  open_streak: number | null;
}

/**
 * Whether the user's yesterday is open: some mission missed it, no check-in is for it, and one is still accepted
 * (docs/rules.md#yesterday). What missions asked was read if there is a gap.
 */
export function isYesterdayOpenFor(excuses: Excuses, user: OwnStreak, now: Date): boolean {
  const { timezone, streak_last_day: last } = user;
  if (last === null || !takesYesterday(user, now)) return false;
  const today = dayOf(now, timezone);
  if (last >= today) return last === today && user.open_streak !== null;
  const yesterday = addDays(today, -1);
  if (last === yesterday) return false;
  return isMissedDay(toAskedDays(excuses.asked ?? [], timezone), awayDays(excuses, timezone, today), yesterday);
}

/** The days that bridge the user's own streak at `now`: those of `bridgedFrom`, and yesterday while it is open. */
export function bridgedNow(excuses: Excuses, user: OwnStreak, now: Date): Set<string> {
  const today = dayOf(now, user.timezone);
  const bridged = bridgedFrom(excuses, user.timezone, { since: user.streak_last_day, until: addDays(today, -1) });
  if (isYesterdayOpenFor(excuses, user, now)) bridged.add(addDays(today, -1));
  return bridged;
}

const FIND = `select ${excusesColumn('u.id', '$2::date', { since: '$2::date', when: hasMoved('u') })}
  from users u where u.id = $1`;

/** Reads what bridges a user's own streak after the day `since`. */
export async function findExcuses(db: Queryable, userId: string, since: string): Promise<Excuses> {
  const [row] = await db.rows<{ excuses: Excuses }>(FIND, [userId, since]);
  return row!.excuses;
}
