import { dayText, startOfMinute } from '#domain/days.ts';
import { clockAt, type Day, type Life, listDays, type Membership, rangeOf } from '#domain/life.ts';
import { REST } from '#domain/outcomes.ts';
import { type DayStates, type MissionStanding, type Standing, standing } from '#domain/standing.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Tx } from '#platform/db/open.ts';
import { DAY_MS } from '#platform/lib/durations.ts';
import { lockLife } from './read.ts';

/** The maximum age of a user's saved numbers. */
export const STANDING_AGE_DAYS = 7;
/** One bit for each day of the longest mission. Release 1.0.0 sets single bits and needs this size. */
const BYTES_MIN = 46;
const NOON_MINUTE = 12 * 60;

/** Converts a half day of `Standing.until` to an instant in `zone`. */
const instantOf = (halfDay: number, zone: string): Date =>
  startOfMinute(dayText(Math.floor(halfDay / 2)), (halfDay % 2) * NOON_MINUTE, zone);

/** Computes when to save the numbers again: when time changes them, or after a week. */
function endOf({ until }: Standing, zone: string, now: Date): Date {
  const latest = now.getTime() + STANDING_AGE_DAYS * DAY_MS;
  return new Date(until === null ? latest : Math.min(instantOf(until, zone).getTime(), latest));
}

/** Encodes days as hex digits of a bit set whose first bit is `base`. Returns null if `days` is empty. */
function toHex(days: readonly Day[], base: Day, bytes: number): string | null {
  if (days.length === 0) return null;
  const bits = Buffer.alloc(bytes);
  for (const day of days) bits[(day - base) >> 3]! |= 128 >> ((day - base) & 7);
  return bits.toString('hex');
}

const daysOf = ({ from, states }: DayStates, wanted: number): Day[] =>
  Array.from(states.keys(), (at) => from + at).filter((day) => states[day - from] === wanted);

/** Returns the columns of a member for `json_to_recordset`. */
export function memberColumns(m: Membership, found: MissionStanding) {
  const [first, last] = rangeOf(m.days) ?? [m.first, m.first - 1];
  const checked = listDays(m.days);
  const base = Math.min(m.first, first);
  const bytes = Math.max(BYTES_MIN, Math.ceil((last - base + 1) / 8));
  return {
    mission_id: m.id,
    streak_days: found.streak,
    longest_streak: found.longest,
    streak_last_day: checked.length === 0 ? null : dayText(last),
    days_from: dayText(base),
    days: toHex(checked, base, bytes),
    // Rest days save days between check-ins, or right after the last one while the streak continues.
    rest_days: toHex(
      daysOf(found.days, REST).filter((day) => day - base < 8 * bytes),
      base,
      bytes,
    ),
    counted: found.counted,
    planned: found.planned,
    checkins: checked.length,
  };
}

const SAVE = namedValues(
  `with member as (
     update members mb set open_streak = null, streak_days = r.streak_days, longest_streak = r.longest_streak, streak_last_day = r.streak_last_day,
       checked_days_from = r.days_from, checked_days = decode(r.days, 'hex'), rest_days = decode(r.rest_days, 'hex'),
       checkins_count = r.checkins, extra_checkins = r.checkins - r.counted, counted = r.counted, planned = r.planned,
       points = mb.points + case when mb.mission_id = :mission_id then :points::int else 0 end,
       last_checkin_at = case when mb.mission_id = :mission_id then (select c.created_at from checkins c
         where c.mission_id = mb.mission_id and c.user_id = mb.user_id and c.local_day = r.streak_last_day)
         else mb.last_checkin_at end
     from json_to_recordset(:members) as r (mission_id uuid, streak_days int, longest_streak int, streak_last_day date,
       days_from date, days text, rest_days text, counted int, planned int, checkins int)
     where mb.user_id = :user_id and mb.mission_id = r.mission_id
       and (mb.mission_id = :mission_id or mb.open_streak is not null or (mb.streak_days, mb.longest_streak, mb.streak_last_day, mb.checked_days_from,
           mb.checked_days, mb.rest_days, mb.checkins_count, mb.extra_checkins, mb.counted, mb.planned)
         is distinct from (r.streak_days, r.longest_streak, r.streak_last_day, r.days_from, decode(r.days, 'hex'),
           decode(r.rest_days, 'hex'), r.checkins, r.checkins - r.counted, r.counted, r.planned))
   ), ending as (
     insert into standing_ends (user_id, at) values (:user_id, :ends_at)
     on conflict (user_id) do update set at = excluded.at
   )
   update users set points = points + :points, streak_days = :streak_days, longest_streak = :longest_streak,
     streak_last_day = :streak_last_day, rest_days = :rest_days, open_streak = null
   where id = :user_id`,
);

/** A new or undone check-in and the points it adds to its member and user. */
export interface Recorded {
  mission_id: string;
  points: number;
}

/** Returns the user's last checked day, also of missions that were deleted, or null if there is none. */
export const lastDayOf = (life: Life): Day | null => {
  const sets = [life.archived, ...life.memberships.map(({ days }) => days)];
  const lasts = sets.map((days) => rangeOf(days)?.[1]).filter((day) => day !== undefined);
  return lasts.length === 0 ? null : lasts.reduce((one, other) => Math.max(one, other));
};

/**
 * The rest days that the user's streak had after its last check-in. Release 1.0.0 spends them at the next check-in, so
 * days that they have saved since then still count.
 */
const restDaysAt = (last: Day | null, { rest_days, days }: Standing): number =>
  rest_days + daysOf(days, REST).filter((day) => last !== null && day > last).length;

/**
 * Saves a user's streaks, checked and saved days, and when time changes them. Only this function writes these columns.
 * Expects a locked user and a life that was read after the lock (`lockLife`).
 */
export async function saveStanding(
  tx: Tx,
  user_id: string,
  life: Life,
  found: Standing,
  now: Date,
  recorded?: Recorded,
): Promise<void> {
  const members = life.memberships.flatMap((m) => (m.id === null ? [] : [memberColumns(m, found.missions.get(m.id)!)]));
  const last = lastDayOf(life);
  await tx.rows(
    ...SAVE({
      user_id,
      members: JSON.stringify(members),
      mission_id: recorded?.mission_id ?? null,
      points: recorded?.points ?? 0,
      streak_days: found.streak,
      longest_streak: found.longest,
      streak_last_day: last === null ? null : dayText(last),
      rest_days: restDaysAt(last, found),
      ends_at: endOf(found, life.zone, now),
    }),
  );
}

/** SQL that clears the saved columns of a deleted account. */
export const NO_STANDING = 'streak_days = 0, streak_last_day = null, longest_streak = 0, rest_days = 0';

/**
 * Clears a member's stored days, so reads use the check-ins until the next save. After the deletion of a check-in,
 * memberships before a return must also lose its day.
 */
export async function forgetCheckedDays(tx: Tx, userId: string, missionId: string): Promise<void> {
  await tx.rows('update members set checked_days = null where mission_id = $2 and user_id = $1', [userId, missionId]);
}

/** Adds `points` (can be negative) to a member and the user, for a check-in whose day stays. */
export async function addPoints(tx: Tx, userId: string, { mission_id, points }: Recorded): Promise<void> {
  await tx.rows(
    `with member as (update members set points = points + $3 where mission_id = $2 and user_id = $1)
     update users set points = points + $3 where id = $1`,
    [userId, mission_id, points],
  );
}

/** Sets `is_comeback` on exactly the check-ins that are comebacks in the missions of the standing. */
export async function saveComebacks(tx: Tx, userId: string, { missions }: Standing): Promise<void> {
  const rows = Array.from(missions, ([mission_id, { comebacks }]) => ({ mission_id, days: comebacks.map(dayText) }));
  await tx.rows(
    `update checkins c set is_comeback = not c.is_comeback from json_to_recordset($2) as r (mission_id uuid, days date[])
     where c.user_id = $1 and c.mission_id = r.mission_id and c.is_comeback <> (c.local_day = any(r.days))`,
    [userId, JSON.stringify(rows)],
  );
}

/**
 * Locks a user, then computes and saves the standing after a change such as a break or a join. Does nothing more for a
 * deleted or unknown account than to remove its expiry.
 */
export async function refreshStanding(tx: Tx, userId: string, now: Date): Promise<void> {
  const life = await lockLife(tx, userId);
  if (life === null) {
    await tx.rows('delete from standing_ends where user_id = $1', [userId]);
    return;
  }
  const found = standing(life, clockAt(now, life.zone));
  await saveStanding(tx, userId, life, found, now);
  await saveComebacks(tx, userId, found);
}
