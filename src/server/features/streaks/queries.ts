import type { Pause, PauseInput } from '#contract/streaks.ts';
import { addDays } from '#domain/days.ts';
import { LEDGER_DAYS, LIST_MAX } from '#domain/limits.ts';
import type { PausedDays } from '#domain/pauses.ts';
import type { ScheduleColumns } from '#domain/schedule.ts';
import type { CheckedDay } from '#domain/schedule-days.ts';
import { newId } from '#platform/db/ids.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { allValues, firstRow, firstValue, onlyRow } from '#platform/db/rows.ts';
import { scheduleColumnsIn } from '../../facts/asked-days.ts';
import type { MemberStreakRow } from '../../facts/streaks.ts';

const SCHEDULE_COLUMNS = scheduleColumnsIn('m');

/** Rest days used so far. */
export const restDaysOf = (db: Queryable, userId: string): Promise<string[]> =>
  allValues(db.rows, 'select day from rest_days where user_id = $1', [userId]);

/** The first day of a ledger that ends today. */
export const ledgerStart = (today: string) => addDays(today, 1 - LEDGER_DAYS);

/** The user's checked days within the ledger, and the day of the first check-in ever. */
export async function checkedDays(
  db: Queryable,
  userId: string,
  today: string,
): Promise<{ days: string[]; first: string | null }> {
  const rows = await db.rows<{ day: string }>(
    `select local_day as day from checkins where user_id = $1 and local_day >= $2
     union select day from archived_days where user_id = $1 and day >= $2`,
    [userId, ledgerStart(today)],
  );
  const [row] = await db.rows<{ first: string | null }>(
    `select least((select min(local_day) from checkins where user_id = $1),
       (select min(day) from archived_days where user_id = $1)) as first`,
    [userId],
  );
  return { days: rows.map((r) => r.day), first: row?.first ?? null };
}

export interface MemberLedgerRow extends ScheduleColumns, Omit<MemberStreakRow, 'recent'> {
  first_day: string;
  duration_days: number;
  is_completed: boolean;
}

/** The facts of a membership that its ledger needs; null when the user is no member of the mission. */
export const memberForLedger = (db: Queryable, userId: string, missionId: string): Promise<MemberLedgerRow | null> =>
  firstRow<MemberLedgerRow>(
    db.rows,
    `select mb.joined_day, m.first_day, m.duration_days, ${SCHEDULE_COLUMNS}, mb.streak_days, mb.streak_last_day, mb.longest_streak,
       mb.open_streak, m.completed_at is not null as is_completed
     from members mb join missions m on m.id = mb.mission_id
     where mb.user_id = $1 and mb.mission_id = $2 and mb.left_at is null`,
    [userId, missionId],
  );

/** The member's check-ins within the ledger and in the week before it, in which a week of the mission may begin. */
export const listLedgerCheckins = (
  db: Queryable,
  userId: string,
  missionId: string,
  today: string,
): Promise<CheckedDay[]> =>
  db.rows(
    `select local_day as day, is_extra from checkins where user_id = $1 and mission_id = $2 and local_day > $3::date - 7`,
    [userId, missionId, ledgerStart(today)],
  );

const PAUSE_COLUMNS = 'id, from_day, to_day, reason, created_at';

/** The user's breaks, the newest first. */
export const listPauses = (db: Queryable, userId: string): Promise<Pause[]> =>
  db.rows(
    `select ${PAUSE_COLUMNS} from pauses where user_id = $1 order by created_at desc, id desc limit ${LIST_MAX}`,
    [userId],
  );

/** The days of all breaks of the user. */
export const listPausedDays = (db: Queryable, userId: string): Promise<(PausedDays & { id: string })[]> =>
  db.rows('select id, from_day, to_day from pauses where user_id = $1', [userId]);

/** Locks the user's row until commit, which all changes of the user's breaks do, and returns the time zone. */
export const lockZone = (tx: Tx, userId: string): Promise<string | null> =>
  firstValue(tx.rows, 'select timezone from users where id = $1 and deleted_at is null for no key update', [userId]);

export const insertPause = (tx: Tx, userId: string, pause: PauseInput, now: Date): Promise<Pause> =>
  onlyRow<Pause>(
    tx.rows,
    `insert into pauses (id, user_id, from_day, to_day, reason, created_at) values ($1, $2, $3, $4, $5, $6)
     returning ${PAUSE_COLUMNS}`,
    [newId(now), userId, pause.from_day, pause.to_day, pause.reason, now],
  );

/** Ends a break with this day; without one the break is deleted. */
export async function endPause(tx: Tx, id: string, lastDay: string | null): Promise<void> {
  if (lastDay === null) await tx.rows('delete from pauses where id = $1', [id]);
  else await tx.rows('update pauses set to_day = $2 where id = $1', [id, lastDay]);
}

/** The running missions that the user is in, whose other members see that the user is away. */
export const listRunningMissions = (tx: Tx, userId: string): Promise<string[]> =>
  allValues(
    tx.rows,
    `select mb.mission_id from members mb join missions m on m.id = mb.mission_id
     where mb.user_id = $1 and mb.left_at is null and m.is_active`,
    [userId],
  );
