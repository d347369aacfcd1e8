import * as z from 'zod/mini';
import { addDays, dayOf, laterDay } from '#domain/days.ts';
import { type PausedDays, pausedDays } from '#domain/pauses.ts';
import { datedSchedule, type ScheduleColumns } from '#domain/schedule.ts';
import {
  type AskedDays,
  freeDaysOfMember,
  isDueToday,
  isMissedDay,
  isMissedIfUnchecked,
} from '#domain/schedule-days.ts';
import {
  coveredBehind,
  type DayTest,
  isOpenBehind,
  rebuildMember,
  rebuildUser,
  type UserStreak,
} from '#domain/streaks.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { scheduleColumnsIn, toAskedDays } from '../../facts/asked-days.ts';
import {
  awayDays,
  bridgedFrom,
  type Excuses,
  findExcuses,
  type OwnStreak,
  takesYesterday,
} from '../../facts/excuses.ts';

const SCHEDULE_COLUMNS = scheduleColumnsIn('m');

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
  const [row] = await db.rows<{ day: string | null }>(
    `select greatest((select max(local_day) from checkins where user_id = $1 and local_day < $2),
       (select max(day) from archived_days where user_id = $1 and day < $2)) as day`,
    [user.id, yesterday],
  );
  if (!row?.day) return [];
  const bridged = bridgedFrom(excuses, user.timezone, { since: row.day, until: yesterday });
  return coveredBehind(user, row.day, (day) => bridged.has(day));
}

/** Before the first day of any mission. */
export const BEFORE_ALL = '1970-01-08';

/** Whether nothing is due for the user today. */
export const isTodayFree = (asked: readonly AskedDays[], pauses: readonly PausedDays[], today: string): boolean =>
  !asked.some((one) => isDueToday(one, pauses, today));

const UPDATE_STREAK = namedValues(
  `update users set streak_days = :streak_days, streak_last_day = :streak_last_day, longest_streak = :longest_streak,
     rest_days = :rest_days, open_streak = :open_streak
   where id = :id`,
);

interface MembershipRow extends ScheduleColumns {
  mission_id: string;
  first_day: string;
  duration_days: number;
  joined_day: string;
  days: string[];
}

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
  const isBridged: DayTest = (day) => bridged.has(day);
  const { state, rest_days_used } = rebuildUser(days, isBridged);
  const isMissed = (day: string) => isMissedDay(toAskedDays(excuses.asked ?? [], zone), away, day);
  const before = addDays(last, -1);
  const isOpen = days.some((day) => day < before) && !days.includes(before) && isMissed(before);
  const open = isOpen ? rebuildUser(days, alsoBridging(isBridged, before)) : null;
  await tx.rows(...UPDATE_STREAK({ ...state, id: userId, open_streak: open?.state.streak_days ?? null }));
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

/** Queues a rebuild of the streaks of all members of a mission, as what it asks of them has changed. */
export async function queueRebuilds(tx: Tx, missionId: string): Promise<void> {
  const rows = await tx.rows<{ user_id: string }>(
    'select user_id from members where mission_id = $1 and left_at is null',
    [missionId],
  );
  await tx.enqueueAll(rebuildStreaksJob, rows);
}

export async function insertRestDays(tx: Tx, userId: string, days: readonly string[]): Promise<void> {
  if (days.length === 0) return;
  await tx.rows('insert into rest_days (user_id, day) select $1, unnest($2::date[]) on conflict do nothing', [
    userId,
    days,
  ]);
}
