import type { Reminder } from '#contract/reminders.ts';
import { DAILY_REMINDERS, REMINDERS_A_DAY, UNANSWERED_REMINDERS_MAX } from '#domain/limits.ts';
import type { DueTime } from '#domain/reminders.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { allValues, firstRow } from '#platform/db/rows.ts';
import { scheduleColumnsIn } from '../../../facts/asked-days.ts';
import { dueOn, neededOn, type ScheduledMission } from '../../../facts/due.ts';
import { type StreakRow, streakColumns } from '../../../facts/streaks.ts';
import { type Addressee, type AddressSettings, languageColumns, provenAddress } from '../../../facts/users.ts';

/** True where the member chose the weekday of that day (SQL), on which the reminder comes while a check-in is due. */
const isChosen = (day: string) => `coalesce((r.days >> (extract(isodow from ${day})::int - 1)) & 1 = 1, false)`;

/** True while a reminder may come for that day (SQL): a check-in is due, and is needed or wanted on that weekday. */
const remindedOn = (day: string) => {
  const facts = { mission: 'm', member: 'mb', user: 'u', day, today: 's.day' };
  return `(${dueOn(facts)} and (${neededOn(facts)} or ${isChosen(day)}))`;
};

/**
 * True while a reminder of that day may still come for a member who has not left. Suspended users get no reminder, and
 * unproved addresses none by mail.
 */
const remindable = (
  config: AddressSettings,
) => `m.completed_at is null and mb.left_at is null and ${remindedOn('s.day')}
  and u.suspended_at is null and (r.channel <> 'email' or ${provenAddress(config, 'u')})`;

const SCHEDULE_COLUMNS = scheduleColumnsIn('m');
const STREAK = streakColumns({ mission: 'm', member: 'mb', user: 'u', today: 's.day' });

/** Only what the member does afterwards changes this number of the last reminder. */
const IS_LAST = `r.unanswered = ${UNANSWERED_REMINDERS_MAX}`;

/** True on the days on which a reminder comes after so many unanswered ones, as `isReminderDay` of the tests says. */
const IN_TURN = `r.unanswered < ${UNANSWERED_REMINDERS_MAX} and (r.unanswered < ${DAILY_REMINDERS} or not exists (
  select from generate_series(1, extract(isodow from s.day)::int - 1) as back where ${remindedOn('(s.day - back)')}))`;

/**
 * Records which reminders are sent now, at most `limit`, and returns their ids: one for a member, mission and day, and
 * two a day for a user. Keys enforce both, so each row belongs to one of two instances that look at once. Each counts as
 * unanswered from now on, and the last one switches the reminder off.
 */
export const claimDue = (
  tx: Tx,
  config: AddressSettings,
  due: readonly (DueTime & { zone: string })[],
  limit: number,
  now: Date,
): Promise<string[]> =>
  allValues(
    tx.rows,
    `with s as (
       select * from unnest($1::text[], $2::int[], $3::smallint[], $4::date[], $5::timestamptz[])
         as times (zone, hour, minute, day, due_at)
     ), open as (
       select r.user_id, r.mission_id, r.channel, s.day, s.due_at,
         (select count(*) from reminder_sends sent where sent.user_id = r.user_id and sent.day = s.day)
           + row_number() over (partition by r.user_id, s.day order by s.due_at, r.mission_id) as slot
       from s join reminders r on r.hour = s.hour and r.minute = s.minute
       join users u on u.id = r.user_id and u.timezone = s.zone
       join missions m on m.id = r.mission_id
       join members mb on mb.mission_id = r.mission_id and mb.user_id = r.user_id
       where r.is_on and ${remindable(config)} and ${IN_TURN} and not exists (
         select from reminder_sends sent
         where sent.user_id = r.user_id and sent.mission_id = r.mission_id and sent.day = s.day)
     ), claimed as (
       insert into reminder_sends (id, user_id, mission_id, day, slot, channel, due_at)
       select uuid7($7), user_id, mission_id, day, slot, channel, due_at from open where slot <= ${REMINDERS_A_DAY}
       order by user_id, slot limit $6
       on conflict do nothing returning id, user_id, mission_id
     ), counted as (
       update reminders r set unanswered = least(r.unanswered + 1, ${UNANSWERED_REMINDERS_MAX}),
         is_on = r.is_on and r.unanswered + 1 < ${UNANSWERED_REMINDERS_MAX}
       from claimed c where r.mission_id = c.mission_id and r.user_id = c.user_id
     )
     select id from claimed`,
    [
      due.map(({ zone }) => zone),
      due.map(({ hour }) => hour),
      due.map(({ minute }) => minute),
      due.map(({ day }) => day),
      due.map(({ due_at }) => due_at),
      limit,
      now,
    ],
  );

export interface SendRow extends StreakRow, ScheduledMission, Addressee {
  id: string;
  user_id: string;
  mission_id: string;
  mission_title: string;
  name: string;
  email: string;
  channel: Reminder['channel'];
  due_at: string;
  day: string;
  cue: string | null;
  /** The last one of all; it has switched the reminder off. */
  is_last: boolean;
}

/** A reminder about to be sent; null when it is no longer wanted or the check-in is done. */
export const findOpenSend = (db: Queryable, config: AddressSettings, id: string): Promise<SendRow | null> =>
  firstRow<SendRow>(
    db.rows,
    `select s.id, s.user_id, s.mission_id, m.title as mission_title, m.first_day, m.duration_days, m.completed_at,
       ${SCHEDULE_COLUMNS}, u.name, u.email, u.timezone, ${languageColumns('u')}, s.channel, s.due_at, s.day, mb.cue, ${IS_LAST} as is_last,
       ${STREAK}
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
