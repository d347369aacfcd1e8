import * as z from 'zod/mini';
import { Reminder } from '#contract/reminders.ts';
import { REMINDER_HOUR } from '#domain/limits.ts';
import { type Weekday, weekdayBits, weekdaysIn } from '#domain/schedule.ts';
import { Bool, Id, Int, Text } from '#platform/db/columns.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Queryable } from '#platform/db/open.ts';
import { firstRow } from '#platform/db/rows.ts';

const REMINDER = `m.id as mission_id, m.title as mission_title, coalesce(r.hour, ${REMINDER_HOUR}) as hour, coalesce(r.minute, 0) as minute,
  coalesce(r.channel, 'email') as channel, coalesce(r.is_on, false) as is_on, mb.cue, r.days`;

const ReminderRow = z.extend(Reminder, { days: z.nullable(Int) });

/** Returns the weekdays of a stored set, from Monday on. */
const toDays = (bits: number | null): Weekday[] | null => (bits === null ? null : weekdaysIn(bits));

/** Lists the reminders of the user's missions that are not over, by title. */
export async function listReminders(db: Queryable, userId: string, now: Date): Promise<Reminder[]> {
  const rows = await db.rows(
    ReminderRow,
    `select ${REMINDER} from members mb join missions m on m.id = mb.mission_id
     left join reminders r on r.mission_id = m.id and r.user_id = mb.user_id
     where mb.user_id = $1 and mb.left_at is null and m.is_active and m.end_date > $2 order by lower(m.title), m.id`,
    [userId, now],
  );
  return rows.map((row) => ({ ...row, days: toDays(row.days) }));
}

/** A choice of a reminder. A missing `cue` or `days` leaves the stored value. */
export type ReminderChoice = Pick<Reminder, 'hour' | 'minute' | 'channel' | 'is_on'> & {
  cue?: string | null | undefined;
  days?: Weekday[] | null | undefined;
};

const REPLACE = namedValues(
  `with member as (
     update members set cue = case when :sets_cue then :cue else cue end,
       reminder_asked_at = coalesce(reminder_asked_at, :now)
     where mission_id = :mission_id and user_id = :user_id and left_at is null returning mission_id, user_id, cue
   ), reminder as (
     insert into reminders as r (mission_id, user_id, hour, minute, channel, is_on, days)
     select mission_id, user_id, :hour, :minute, :channel, :is_on, :days from member
     on conflict (mission_id, user_id) do update set hour = excluded.hour, minute = excluded.minute,
       channel = excluded.channel, is_on = excluded.is_on, days = case when :sets_days then excluded.days else r.days end, unanswered = 0
     returning days
   )
   select member.cue, reminder.days from member, reminder`,
);

const SavedRow = z.pick(ReminderRow, { cue: true, days: true });

/**
 * Stores a member's reminder and cue, and returns the cue and the weekdays. Also closes the question for a reminder and
 * resets the unanswered count. Returns null if the user is not a member. Updates the member's row first, because
 * leaving locks it before it deletes the reminder.
 */
export async function replaceReminder(
  db: Queryable,
  userId: string,
  missionId: string,
  { hour, minute, channel, is_on, cue, days }: ReminderChoice,
  now: Date,
): Promise<Pick<Reminder, 'cue' | 'days'> | null> {
  const row = await firstRow(
    db,
    SavedRow,
    ...REPLACE({
      mission_id: missionId,
      user_id: userId,
      ...{ hour, minute, channel, is_on, now },
      ...{ sets_cue: cue !== undefined, cue: cue ?? null },
      ...{ sets_days: days !== undefined, days: days ? weekdayBits(days) : null },
    }),
  );
  return row ? { cue: row.cue, days: toDays(row.days) } : null;
}

/** Records that the member answered the question for a reminder, so that no device asks again. */
export async function closeQuestion(db: Queryable, userId: string, missionId: string, now: Date): Promise<void> {
  await db.rows(
    `update members set reminder_asked_at = $3
     where mission_id = $1 and user_id = $2 and left_at is null and reminder_asked_at is null`,
    [missionId, userId, now],
  );
}

/** Switches the mission's reminder off but keeps its time. Also stops a last reminder that is still queued. */
export async function endReminder(db: Queryable, userId: string, missionId: string): Promise<void> {
  await db.rows('update reminders set is_on = false, unanswered = 0 where user_id = $1 and mission_id = $2', [
    userId,
    missionId,
  ]);
}

const OwnReminder = z.object({ mission_title: Text, mission_id: Id, is_on: Bool });

/** Returns null if there is no reminder. */
export const findReminder = (
  db: Queryable,
  userId: string,
  missionId: string,
): Promise<z.output<typeof OwnReminder> | null> =>
  firstRow(
    db,
    OwnReminder,
    `select m.title as mission_title, m.id as mission_id, r.is_on from reminders r join missions m on m.id = r.mission_id
     where r.user_id = $1 and r.mission_id = $2`,
    [userId, missionId],
  );
