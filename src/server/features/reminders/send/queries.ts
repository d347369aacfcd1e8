import * as z from 'zod/mini';
import { REMINDERS_A_DAY, UNANSWERED_REMINDERS_MAX } from '#domain/limits.ts';
import { type DueTime, REMINDER_CHANNELS } from '#domain/reminders.ts';
import { Bool, Day, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { allValues, firstRow } from '#platform/db/rows.ts';
import { ownHabitOf } from '../../../facts/own-habits.ts';
import { Addressee, type AddressSettings, languageColumns, provenAddress } from '../../../facts/users.ts';

/**
 * SQL for whether a member may get a reminder, whatever the day needs. Suspended users get none, and unproved addresses
 * none by mail.
 */
const remindable = (config: AddressSettings) =>
  `m.completed_at is null and mb.left_at is null and u.suspended_at is null
   and (r.channel <> 'email' or ${provenAddress(config, 'u')})`;

/** Only a later action of the member changes this number of the last reminder. */
const IS_LAST = `r.unanswered = ${UNANSWERED_REMINDERS_MAX}`;

/** A due reminder, for a day of the mission without a check-in. */
const Candidate = z.object({
  user_id: Id,
  mission_id: Id,
  /** The weekdays that the member chose, bit 0 for Monday. */
  days: z.nullable(Int),
  unanswered: Int,
  day: Day,
  due_at: Instant,
});
export type Candidate = z.output<typeof Candidate>;

/**
 * Lists due reminders that were not sent, for the next users after `after`. Keeps a user's reminders together, and
 * stops with the user who reaches the `limit`.
 */
export const listCandidates = (
  db: Queryable,
  config: AddressSettings,
  due: readonly (DueTime & { zone: string })[],
  { after, limit }: { after: string | null; limit: number },
): Promise<Candidate[]> =>
  db.rows(
    Candidate,
    `select r.user_id, r.mission_id, r.days, r.unanswered, s.day, s.due_at
     from unnest($1::text[], $2::int[], $3::smallint[], $4::date[], $5::timestamptz[])
       as s (zone, hour, minute, day, due_at)
     join reminders r on r.hour = s.hour and r.minute = s.minute
     join users u on u.id = r.user_id and u.timezone = s.zone
     join missions m on m.id = r.mission_id
     join members mb on mb.mission_id = r.mission_id and mb.user_id = r.user_id
     where r.is_on and r.unanswered < ${UNANSWERED_REMINDERS_MAX} and ($6::uuid is null or r.user_id > $6)
       and ${remindable(config)} and s.day between m.first_day and m.first_day + m.duration_days - 1
       and not exists (select from checkins c
         where c.mission_id = r.mission_id and c.user_id = r.user_id and c.local_day = s.day)
       and not exists (select from reminder_sends sent where sent.user_id = r.user_id and sent.day = s.day
         and (sent.mission_id = r.mission_id or sent.slot = ${REMINDERS_A_DAY}))
     order by r.user_id fetch first ($7::int) rows with ties`,
    [
      due.map(({ zone }) => zone),
      due.map(({ hour }) => hour),
      due.map(({ minute }) => minute),
      due.map(({ day }) => day),
      due.map(({ due_at }) => due_at),
      after,
      limit,
    ],
  );

/**
 * Records which reminders are sent now and returns their IDs: one per member, mission and day, and two a day per user.
 * Keys enforce both, so only one of two concurrent instances claims each row. Each counts as unanswered, and the last
 * one switches the reminder off.
 */
export const claimSends = (tx: Tx, wanted: readonly Candidate[], now: Date): Promise<string[]> =>
  allValues(
    tx,
    Id,
    `with open as (
       select w.user_id, w.mission_id, r.channel, w.day, w.due_at,
         (select count(*) from reminder_sends sent where sent.user_id = w.user_id and sent.day = w.day)
           + row_number() over (partition by w.user_id, w.day order by w.due_at, w.mission_id) as slot
       from json_to_recordset($1) as w (user_id uuid, mission_id uuid, day date, due_at timestamptz)
       join reminders r on r.user_id = w.user_id and r.mission_id = w.mission_id and r.is_on
     ), claimed as (
       insert into reminder_sends (id, user_id, mission_id, day, slot, channel, due_at)
       select uuid7($2), user_id, mission_id, day, slot, channel, due_at from open where slot <= ${REMINDERS_A_DAY}
       order by user_id, slot
       on conflict do nothing returning id, user_id, mission_id
     ), counted as (
       update reminders r set unanswered = least(r.unanswered + 1, ${UNANSWERED_REMINDERS_MAX}),
         is_on = r.is_on and r.unanswered + 1 < ${UNANSWERED_REMINDERS_MAX}
       from claimed c where r.mission_id = c.mission_id and r.user_id = c.user_id
     )
     select id from claimed`,
    [JSON.stringify(wanted), now],
  );

const SendRow = z.extend(Addressee, {
  ...z.pick(Candidate, { user_id: true, mission_id: true, days: true, day: true, due_at: true }).shape,
  id: Id,
  mission_title: Text,
  name: Text,
  email: Text,
  timezone: Text,
  channel: z.enum(REMINDER_CHANNELS),
  cue: z.nullable(Text),
  own_habit: z.nullable(Text),
  /** Whether it is the last reminder, which switched reminders off. */
  is_last: Bool,
});
export type SendRow = z.output<typeof SendRow>;

/** Returns null if the member no longer wants the reminder or may no longer receive it. */
export const findOpenSend = (db: Queryable, config: AddressSettings, id: string): Promise<SendRow | null> =>
  firstRow(
    db,
    SendRow,
    `select s.id, s.user_id, s.mission_id, m.title as mission_title, u.name, u.email, u.timezone, ${languageColumns('u')},
       s.channel, s.due_at, s.day, r.days, mb.cue, ${ownHabitOf({ mission: 'm', member: 'mb' })} as own_habit, ${IS_LAST} as is_last
     from reminder_sends s join users u on u.id = s.user_id join missions m on m.id = s.mission_id
     join reminders r on r.mission_id = s.mission_id and r.user_id = s.user_id
     join members mb on mb.mission_id = s.mission_id and mb.user_id = s.user_id
     where s.id = $1 and (r.is_on or ${IS_LAST}) and ${remindable(config)}`,
    [id],
  );

/** Deletes records of reminders sent before `before`. */
export async function forgetSends(db: Queryable, before: Date): Promise<void> {
  await db.rows('delete from reminder_sends where due_at < $1', [before]);
}
