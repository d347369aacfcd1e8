import type { Reminder } from '#contract/reminders.ts';
import { REMINDER_HOUR, REMINDERS_A_DAY } from '#domain/limits.ts';
import type { DueHour } from '#domain/reminders.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import { type AddressSettings, provenAddress } from '../profile/public.ts';
import { isPausedOn } from '../streaks/public.ts';

const REMINDER = `m.id as mission_id, m.title as mission_title, coalesce(r.hour, ${REMINDER_HOUR}) as hour,
  coalesce(r.channel, 'email') as channel, coalesce(r.is_on, false) as is_on`;

/** The reminders of the user's missions that are not over, by title. */
export const listReminders = (db: Queryable, userId: string, now: Date): Promise<Reminder[]> =>
  db.rows(
    `select ${REMINDER} from members mb join missions m on m.id = mb.mission_id
     left join reminders r on r.mission_id = m.id and r.user_id = mb.user_id
     where mb.user_id = $1 and mb.left_at is null and m.is_active and m.end_date > $2 order by lower(m.title), m.id`,
    [userId, now],
  );

export type ReminderChoice = Pick<Reminder, 'hour' | 'channel' | 'is_on'>;

export async function replaceReminder(
  db: Queryable,
  userId: string,
  missionId: string,
  choice: ReminderChoice,
): Promise<void> {
  await db.rows(
    `insert into reminders (mission_id, user_id, hour, channel, is_on) values ($1, $2, $3, $4, $5)
     on conflict (mission_id, user_id) do update set hour = excluded.hour, channel = excluded.channel,
       is_on = excluded.is_on`,
    [missionId, userId, choice.hour, choice.channel, choice.is_on],
  );
}

/** Mutes the reminder of the mission; its hour stays for when it is turned on again. */
export async function muteReminder(db: Queryable, userId: string, missionId: string): Promise<void> {
  await db.rows('update reminders set is_on = false where user_id = $1 and mission_id = $2', [userId, missionId]);
}

/** The mission's title and whether its reminder is on; null when there is no such reminder. */
export async function findReminder(
  db: Queryable,
  userId: string,
  missionId: string,
): Promise<{ mission_title: string; is_on: boolean } | null> {
  const [row] = await db.rows<{ mission_title: string; is_on: boolean }>(
    `select m.title as mission_title, r.is_on from reminders r join missions m on m.id = r.mission_id
     where r.user_id = $1 and r.mission_id = $2`,
    [userId, missionId],
  );
  return row ?? null;
}

/** The first day of the week of the plan that holds the day. */
const WEEK_START = '(m.first_day + (s.day - m.first_day) / 7 * 7)';

/** True while the mission's schedule still wants a check-in on that day, as `planToday` says. */
const WANTED = `(m.schedule_kind = 'daily'
  or m.schedule_kind = 'weekdays' and (m.schedule_days >> (extract(isodow from s.day)::int - 1)) & 1 = 1
  or m.schedule_kind = 'weekly' and (
      select count(*) from checkins c where c.mission_id = m.id and c.user_id = mb.user_id and not c.is_extra
        and c.local_day between ${WEEK_START} and ${WEEK_START} + 6)
    < m.schedule_times - greatest(0, ${WEEK_START} + 7 - m.first_day - m.duration_days) - (
      select coalesce(sum(greatest(0, least(p.to_day, ${WEEK_START} + 6, m.first_day + m.duration_days - 1)
        - greatest(p.from_day, ${WEEK_START}) + 1)), 0)
      from pauses p where p.user_id = mb.user_id))`;

/**
 * True while a check-in of that day is still due: the mission has the day, its schedule wants it, and the member has not
 * left, has not checked in and is not on a break. Suspended users get no reminder, and unproved addresses none by mail.
 */
const openFor = (
  config: AddressSettings,
) => `m.completed_at is null and s.day >= m.first_day and s.day < m.first_day + m.duration_days
  and mb.left_at is null and (mb.streak_last_day is null or mb.streak_last_day < s.day) and ${WANTED} and r.is_on
  and not ${isPausedOn('r.user_id', 's.day')}
  and u.suspended_at is null and (r.channel <> 'email' or ${provenAddress(config)})`;

/**
 * Records which reminders are sent now, at most `limit`, and returns their ids: one for a member, mission and day, and
 * two a day for a user. Keys enforce both, so each row belongs to one of two instances that look at once.
 */
export async function claimDue(
  tx: Tx,
  config: AddressSettings,
  due: readonly (DueHour & { zone: string })[],
  limit: number,
  now: Date,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `with s as (
       select * from unnest($1::text[], $2::int[], $3::date[], $4::timestamptz[]) as hours (zone, hour, day, due_at)
     ), open as (
       select r.user_id, r.mission_id, r.channel, s.day, s.due_at,
         (select count(*) from reminder_sends sent where sent.user_id = r.user_id and sent.day = s.day)
           + row_number() over (partition by r.user_id, s.day order by s.due_at, r.mission_id) as slot
       from s join reminders r on r.hour = s.hour join users u on u.id = r.user_id and u.timezone = s.zone
       join missions m on m.id = r.mission_id
       join members mb on mb.mission_id = r.mission_id and mb.user_id = r.user_id
       where ${openFor(config)} and not exists (
         select from reminder_sends sent
         where sent.user_id = r.user_id and sent.mission_id = r.mission_id and sent.day = s.day)
     )
     insert into reminder_sends (id, user_id, mission_id, day, slot, channel, due_at)
     select uuid7($6), user_id, mission_id, day, slot, channel, due_at from open where slot <= ${REMINDERS_A_DAY}
     order by user_id, slot limit $5
     on conflict do nothing returning id`,
    [
      due.map(({ zone }) => zone),
      due.map(({ hour }) => hour),
      due.map(({ day }) => day),
      due.map(({ due_at }) => due_at),
      limit,
      now,
    ],
  );
  return rows.map((row) => row.id);
}

export interface SendRow {
  id: string;
  user_id: string;
  mission_id: string;
  mission_title: string;
  name: string;
  email: string;
  timezone: string;
  channel: Reminder['channel'];
  due_at: string;
  streak_days: number;
  streak_last_day: string | null;
  day: string;
}

/** A reminder about to be sent; null when it is no longer wanted or the check-in is done. */
export async function findOpenSend(db: Queryable, config: AddressSettings, id: string): Promise<SendRow | null> {
  const [row] = await db.rows<SendRow>(
    `select s.id, s.user_id, s.mission_id, m.title as mission_title, u.name, u.email, u.timezone, s.channel, s.due_at,
       mb.streak_days, mb.streak_last_day, s.day
     from reminder_sends s join users u on u.id = s.user_id join missions m on m.id = s.mission_id
     join reminders r on r.mission_id = s.mission_id and r.user_id = s.user_id
     join members mb on mb.mission_id = s.mission_id and mb.user_id = s.user_id
     where s.id = $1 and ${openFor(config)}`,
    [id],
  );
  return row ?? null;
}

/** Deletes records of reminders sent before `before`. */
export async function forgetSends(db: Queryable, before: Date): Promise<void> {
  await db.rows('delete from reminder_sends where due_at < $1', [before]);
}
