import * as z from 'zod/mini';
import { addDays, dayOf, laterDay, skippedDays } from '#domain/days.ts';
import { acceptsYesterday } from '#domain/missions.ts';
import { type PausedDays, pausedDays, toRanges } from '#domain/pauses.ts';
import { datedSchedule, type ScheduleColumns } from '#domain/schedule.ts';
import { freeDays, freeDaysOfMember, isMissedDay, isMissedIfUnchecked } from '#domain/schedule-days.ts';
import {
  coveredBehind,
  type DayTest,
  excusedDays,
  isOpenBehind,
  rebuildMember,
  rebuildUser,
  type UserStreak,
  type ZoneChange,
} from '#domain/streaks.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import { type AskedDaysRow, askedDaysColumn, scheduleColumnsIn, toAskedDays } from '../../facts/asked-days.ts';
import { defineJob } from '../../jobs/job.ts';

const SCHEDULE_COLUMNS = scheduleColumnsIn('m');

/** What bridges days of a user's streak beside rest days: changes of zone, breaks, and days that no schedule wanted. */
export interface Excuses {
  /** Those that excuse days. */
  zone_changes: Pick<ZoneChange, 'old_day' | 'new_day'>[];
  /** Without their reasons. */
  pauses: (PausedDays & { id: string })[];
  /** What asked something after a certain day; null where they were not read. */
  asked: AskedDaysRow[] | null;
}

/** SQL for `users u`: whether the user ever changed the time zone. */
export const HAS_MOVED = 'u.moved_at is not null';

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

/** The same for `users u` in a mission `m`: what excuses days of the mission, without what missions asked. */
export const MISSION_EXCUSES = excusesColumn('u.id', null, { since: 'm.first_day', when: HAS_MOVED });

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

/**
 * The missed days that rest days cover as long as yesterday is open behind a checked today; `excuses` are those since the
 * last check-in before it.
 */
export async function findCoveredBehind(
  db: Queryable,
  excuses: Excuses,
  user: OwnStreak & UserStreak & { id: string },
  now: Date,
): Promise<string[]> {
  const today = dayOf(now, user.timezone);
  if (!isOpenBehind(user, today, takesYesterday(user, now))) return [];
  const yesterday = addDays(today, -1);
  const [row] = await db.read<{ day: string | null }>(
    `select greatest((select max(local_day) from checkins where user_id = $1 and local_day < $2),
       (select max(day) from archived_days where user_id = $1 and day < $2)) as day`,
    [user.id, yesterday],
  );
  if (!row?.day) return [];
  const bridged = bridgedFrom(excuses, user.timezone, { since: row.day, until: yesterday });
  return coveredBehind(user, row.day, (day) => bridged.has(day));
}

/** Reads what bridges a user's own streak after the day `since`. */
export async function findExcuses(db: Queryable, userId: string, since: string): Promise<Excuses> {
  const [row] = await db.read<{ excuses: Excuses }>(
    `select ${excusesColumn('u.id', '$2::date', { since: '$2::date', when: HAS_MOVED })} from users u where u.id = $1`,
    [userId, since],
  );
  return row!.excuses;
}

/** Before the first day of any mission. */
export const BEFORE_ALL = '1970-01-08';

interface MembershipRow extends ScheduleColumns {
  mission_id: string;
  first_day: string;
  duration_days: number;
  joined_day: string;
  days: string[];
}

/** SQL: whether the user is on a break on that day of their own. Reminders and the weekly mail rest then. */
export const isPausedOn = (userId: string, day: string): string =>
  `exists (select from pauses p where p.user_id = ${userId} and ${day} between p.from_day and p.to_day)`;

/**
 * Rebuilds the streak counters of a user and of all the user's memberships, former ones and those without a check-in
 * included, from check-ins, archived days and what missions asked. Needed where counting on is not enough: for a
 * check-in on an earlier day, and for days that are bridged differently afterwards. The caller has locked the user's
 * row.
 */
export async function rebuildStreaks(tx: Tx, userId: string): Promise<void> {
  const [user] = await tx.rows<{ timezone: string }>('select timezone from users where id = $1', [userId]);
  const zone = user!.timezone;
  const excuses = await findExcuses(tx, userId, BEFORE_ALL);
  const memberships = await tx.rows<MembershipRow>(
    `select m.id as mission_id, m.first_day, m.duration_days, ${SCHEDULE_COLUMNS}, mb.joined_day,
       array(select c.local_day::text from checkins c where c.mission_id = m.id and c.user_id = $1) as days
     from members mb join missions m on m.id = mb.mission_id where mb.user_id = $1`,
    [userId],
  );
  const archived = await tx.rows<{ day: string }>('select day from archived_days where user_id = $1', [userId]);
  const days = [...memberships.flatMap((row) => row.days), ...archived.map((row) => row.day)].sort();
  const last = days.at(-1) ?? BEFORE_ALL;
  const away = awayDays(excuses, zone);
  const bridged = bridgedFrom(excuses, zone, { since: days[0] ?? null, until: last, checked: days });
  const { state, rest_days_used } = rebuildUser(days, (day) => bridged.has(day));
  const isMissed = (day: string) => isMissedDay(toAskedDays(excuses.asked ?? [], zone), away, day);
  const before = addDays(last, -1);
  const isOpen = days.some((day) => day < before) && !days.includes(before) && isMissed(before);
  const open = isOpen
    ? rebuildUser(
        days,
        alsoBridging((day) => bridged.has(day), before),
      )
    : null;
  await tx.rows(
    `update users set streak_days = $2, streak_last_day = $3, longest_streak = $4, rest_days = $5, open_streak = $6
     where id = $1`,
    [
      userId,
      state.streak_days,
      state.streak_last_day,
      state.longest_streak,
      state.rest_days,
      open?.state.streak_days ?? null,
    ],
  );
  await tx.rows('delete from rest_days where user_id = $1', [userId]);
  await insertRestDays(tx, userId, rest_days_used);

  const bridgedForAll = new Set([...pausedDays(away), ...rest_days_used]);
  const rebuilt = memberships.map((row) => ({
    mission_id: row.mission_id,
    ...rebuildMembership(row, away, bridgedForAll, open?.rest_days_used ?? []),
  }));
  await tx.rows(
    `update members m set streak_days = r.streak_days, streak_last_day = r.streak_last_day,
       longest_streak = r.longest_streak, open_streak = r.open_streak
     from json_to_recordset($2)
       as r(mission_id uuid, streak_days int, streak_last_day date, longest_streak int, open_streak int)
     where m.mission_id = r.mission_id and m.user_id = $1
       and (m.streak_days, m.streak_last_day, m.longest_streak, m.open_streak)
         is distinct from (r.streak_days, r.streak_last_day, r.longest_streak, r.open_streak)`,
    [userId, JSON.stringify(rebuilt)],
  );
}

/** The same answers, but for a `day` that is bridged as well. */
export const alsoBridging =
  (isBridged: DayTest, day: string): DayTest =>
  (one) =>
    one === day || isBridged(one);

/**
 * The counters of one membership; `bridged` are the days away and the rest days of the user, and `open_rest` the rest days
 * while yesterday is open.
 */
function rebuildMembership(
  { days, joined_day, ...mission }: MembershipRow,
  pauses: readonly PausedDays[],
  bridged: ReadonlySet<string>,
  open_rest: readonly string[],
) {
  const last = days.reduce(laterDay, BEFORE_ALL);
  const member = { joined_day, pauses, checkins: days.map((day) => ({ day, is_extra: false })) };
  const dated = datedSchedule(mission);
  const free = freeDaysOfMember(dated, member, mission.first_day, last);
  const isBridged: DayTest = (day) => bridged.has(day) || free.has(day);
  const before = addDays(last, -1);
  const isOpen = isMissedIfUnchecked(dated, before, member);
  const covered = new Set([before, ...open_rest]);
  return {
    ...rebuildMember(days, isBridged),
    open_streak: isOpen ? rebuildMember(days, (day) => covered.has(day) || isBridged(day)).streak_days : null,
  };
}

/** Rebuilds the streaks of a user after a mission of theirs was edited or ended; a deleted account has none. */
export const rebuildStreaksJob = defineJob({
  name: 'rebuild-streaks',
  waits_once: true,
  schema: z.object({ user_id: z.string() }),
  retry: { tries: 5 },
  handle: ({ user_id }, { db }) =>
    db.transact(async (tx) => {
      const found = await tx.rows('select id from users where id = $1 and deleted_at is null for no key update', [
        user_id,
      ]);
      if (found.length === 0) return;
      await rebuildStreaks(tx, user_id);
      tx.changed({ user_ids: [user_id] }, 'everything');
    }),
});

/**
 * Has the streaks rebuilt that may count a day as open which a mission that now ends missed: those of its members, or of
 * one of them. Nobody can check in there any more, so for it no day is open. The caller has not ended it yet.
 */
export async function closeOpenDays(tx: Tx, missionId: string, userId: string | null = null): Promise<void> {
  const rows = await tx.rows<{ user_id: string }>(
    `select u.id as user_id from members mb join users u on u.id = mb.user_id
     where mb.mission_id = $1 and mb.left_at is null and u.open_streak is not null and ($2::uuid is null or u.id = $2)`,
    [missionId, userId],
  );
  await tx.enqueueAll(rebuildStreaksJob, rows);
}

/**
 * Archives the days of a mission's check-ins, and how many there were on each, before the mission is deleted. They
 * preserve its members' streaks, and a rebuild gives the same result.
 */
export async function archiveDays(tx: Tx, missionId: string): Promise<void> {
  await tx.rows(
    `insert into archived_days (user_id, day, checkins_count)
     select user_id, local_day, count(*) from checkins where mission_id = $1 group by user_id, local_day
     on conflict (user_id, day) do update set checkins_count = archived_days.checkins_count + excluded.checkins_count`,
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
