import type { Hider } from '#domain/checkins.ts';
import { DURATION_MAX } from '#domain/limits.ts';
import type { ScheduleColumns } from '#domain/schedule.ts';
import type { CheckedDay } from '#domain/schedule-days.ts';
import type { MemberStreak, OpenStreak, UserStreak } from '#domain/streaks.ts';
import type { Queryable, Tx } from '../../../db/open.ts';
import { recentColumn, scheduleColumnsIn } from '../../../facts/asked-days.ts';
import { type Excuses, excusesColumn, hasMoved } from '../../../facts/excuses.ts';
import { wantsPushOfCheckin, wantsWebhookOfCheckin } from '../../../facts/listeners.ts';
import { bitOf, daysHold, type PositionRow, positionsColumn } from '../../../facts/positions.ts';
import type { PhotoColumns } from '../photo/commands.ts';

const DAYS_HOLD = daysHold({ mission: 'm', member: 'mb' });

const SCHEDULE_COLUMNS = scheduleColumnsIn('m');

/** Which versions of the rows that a check-in depends on were read. Every change of a row gives it another one. */
interface CheckinVersions {
  user_version: string;
  member_version: string;
  mission_version: string;
}

/** A member about to check in, with the mission, the user and the facts that streaks are counted from. */
export interface CheckinContext extends CheckinVersions, ScheduleColumns {
  first_day: string;
  duration_days: number;
  completed: boolean;
  joined_at: string;
  joined_day: string;
  /** The day of the last return, or of joining. */
  asks_from: string;
  /** The member's check-ins of the weeks that matter; none in a daily mission. */
  recent: CheckedDay[];
  /** The day that what is read allows to count on to; for another one the streaks are rebuilt. */
  read_for: string;
  /** The last day before it on which the member checked in. */
  previous_day: string | null;
  member_points: number;
  member_streak_days: number;
  member_streak_last_day: string | null;
  member_longest_streak: number;
  member_open_streak: number | null;
  timezone: string;
  points: number;
  streak_days: number;
  streak_last_day: string | null;
  longest_streak: number;
  rest_days: number;
  open_streak: number | null;
  /** After `previous_day`, or from the day of joining on. */
  rest_days_used: string[];
  moved_at: string | null;
  excuses: Excuses;
  /** The user has sent a check-in under this client_id before. */
  is_recorded: boolean;
  /** The user has taken back what was sent under this client_id. */
  is_taken_back: boolean;
  is_push_wanted: boolean;
  is_webhook_wanted: boolean;
  /** The days around it, each as often as a check-in of the user's for it earned points. */
  earning_days: string[];
  /** Only for a check-in that may come between others. */
  positions?: PositionRow[];
}

/** SQL for the days `between` two, each as often as a check-in of the user's for it earned points; deleted missions count. */
export const earningDays = (user: string, between: string): string =>
  `select d.local_day as day from checkins d
     where d.user_id = ${user} and d.local_day between ${between} and d.points_earned > 0
   union all select k.day from archived_days k cross join generate_series(1, k.checkins_count)
     where k.user_id = ${user} and k.day between ${between}`;

/**
 * Reads everything that a check-in for the day `read_for` needs in one statement, and so as of one moment. With
 * `asked_since` it also reads what missions asked after that day, which only a gap in the user's streak needs; with
 * `positions_since` where the member's check-ins stand since that day, which only one that may come between others
 * needs. Null when the user is no member.
 */
export async function readForCheckin(
  db: Queryable,
  userId: string,
  { mission_id, client_id }: { mission_id: string; client_id?: string | undefined },
  read_for: string,
  { positions_since, asked_since }: { positions_since: string | null; asked_since: string | null },
): Promise<CheckinContext | null> {
  const values = [userId, mission_id, client_id ?? null, read_for];
  const parameter = (value: string | null) => (value === null ? null : `$${values.push(value)}::date`);
  const [positionsFrom, askedFrom] = [parameter(positions_since), parameter(asked_since)];
  // A check-in that is made now comes after all others.
  const previous =
    positions_since === null
      ? 'mb.streak_last_day'
      : `(select max(c.local_day) from checkins c
           where c.mission_id = $2 and c.user_id = $1 and c.local_day < $4::date)`;
  const [row] = await db.read<CheckinContext>(
    `select m.first_day, m.duration_days, m.completed_at is not null as completed, mb.joined_at, mb.joined_day,
       coalesce(mb.asks_from, mb.joined_day) as asks_from, before.day as previous_day,
       ${SCHEDULE_COLUMNS}, ${recentColumn({ mission: 'm', member: 'mb', today: '$4', last: 'before.day' })}, $4::date as read_for,${positionsFrom === null ? '' : ` ${positionsColumn({ member: 'mb', since: positionsFrom })},`}
       mb.points as member_points, mb.streak_days as member_streak_days, mb.streak_last_day as member_streak_last_day,
       mb.longest_streak as member_longest_streak, mb.open_streak as member_open_streak, u.timezone, u.points, u.streak_days, u.streak_last_day,
       u.longest_streak, u.rest_days, u.open_streak,
       array(select r.day::text from rest_days r where r.user_id = u.id
         and r.day > coalesce(before.day, mb.joined_day - 1)) as rest_days_used,
       u.moved_at, ${excusesColumn('u.id', askedFrom, {
         since: 'least(u.streak_last_day, before.day, mb.joined_day - 1)',
         when: hasMoved('u'),
       })},
       array(select day::text from (${earningDays('$1', '$4::date - 2 and $4::date + 2')}) e) as earning_days,
       exists (select from checkins c where c.user_id = $1 and c.client_id = $3) as is_recorded,
       exists (select from taken_back t where t.user_id = $1 and t.client_id = $3) as is_taken_back,
       ${wantsPushOfCheckin('m.id', 'u.id')} as is_push_wanted,
       ${wantsWebhookOfCheckin('m.id')} as is_webhook_wanted,
       u.xmin::text as user_version, mb.xmin::text as member_version, m.xmin::text as mission_version
     from users u join members mb on mb.user_id = u.id join missions m on m.id = mb.mission_id
     cross join lateral (select ${previous} as day) before
     where u.id = $1 and mb.mission_id = $2 and mb.left_at is null`,
    values,
  );
  return row ?? null;
}

export interface NewCheckin extends PhotoColumns {
  id: string;
  mission_id: string;
  user_id: string;
  type: string;
  content: string;
  points_earned: number;
  is_extra: boolean;
  is_late: boolean;
  is_comeback: boolean;
  local_day: string;
  timezone: string;
  performed_at: Date;
  client_id: string | null;
  member: MemberStreak & OpenStreak;
  user: UserStreak & OpenStreak;
  /** The rows that it was decided upon. */
  versions: CheckinVersions;
}

/** The bytes that hold a bit for each day of the longest mission. */
const DAY_BYTES = Math.ceil(DURATION_MAX / 8);
const NO_DAYS = `decode(repeat('00', ${DAY_BYTES}), 'hex')`;

/** The days of the member's check-ins in mission `m`, counted from the rows: the highest bit of a byte is its first day. */
const COUNTED_DAYS = `(
  select decode(string_agg(lpad(to_hex(substring(bits from at for 8)::bit(8)::int), 2, '0'), '' order by at), 'hex')
  from generate_series(1, ${DAY_BYTES * 8}, 8) at cross join (
    select bit_or(b'1'::bit(${DAY_BYTES * 8}) >> (c.local_day - m.first_day)) as bits from checkins c
    where c.mission_id = mb.mission_id and c.user_id = mb.user_id and c.local_day >= m.first_day
  ) counted
)`;

/** The days of member `mb` in mission `m` with day `day` added; where those that are stored do not hold, from the rows. */
const withCheckedDay = (day: string) => `set_bit(
  case when mb.checkins_count = 0 then ${NO_DAYS}
    when ${DAYS_HOLD} then mb.checked_days
    else coalesce(${COUNTED_DAYS}, ${NO_DAYS}) end,
  ${bitOf('m', day)}, 1)`;

/**
 * Inserts the check-in and updates the counters of the member and the user, in one statement; reminders that it answers
 * begin anew. It locks the user and the
 * member until commit, so that a user's check-ins are counted one after the other, and writes nothing if a row is no
 * longer the version that was read: somebody else was faster. It never waits for the mission; whoever must not miss a
 * check-in locks the members and changes them (`markCompleted`). False when nothing was written; with the user and the
 * member locked before they were read, that means that the mission was edited meanwhile.
 */
export async function insertCheckin(db: Queryable, checkin: NewCheckin, now: Date): Promise<boolean> {
  const rows = await db.rows(
    `with unchanged as (
       select from users u join members mb on mb.user_id = u.id join missions m on m.id = mb.mission_id
       where u.id = $3 and mb.mission_id = $2 and mb.left_at is null
         and u.xmin = $22::xid and mb.xmin = $23::xid and m.xmin = $24::xid
       for no key update of u, mb
     ), created as (
       insert into checkins (id, mission_id, user_id, type, content, points_earned, local_day, timezone, performed_at,
         created_at, client_id, photo_key, photo_width, photo_height, photo_thumbhash, is_extra, is_late, is_comeback)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $18, $19, $20, $21, $25, $27, $28 from unchanged
       on conflict do nothing returning id
     ), member as (
       update members mb set points = mb.points + $6, checkins_count = mb.checkins_count + 1,
         extra_checkins = mb.extra_checkins + $25::boolean::int, streak_days = $12,
         streak_last_day = $26, longest_streak = $13, open_streak = $29, checked_days_from = m.first_day,
         last_checkin_at = case when mb.streak_last_day is null or $7::date >= mb.streak_last_day then $10
           when ${DAYS_HOLD} then mb.last_checkin_at end,
         checked_days = ${withCheckedDay('$7::date')}
       from missions m
       where mb.mission_id = $2 and mb.user_id = $3 and m.id = $2 and exists (select from created)
     ), account as (
       update users set points = points + $6, streak_days = $14, streak_last_day = $15, longest_streak = $16, rest_days = $17,
         open_streak = $30
       where id = $3 and exists (select from created)
     ), answered as (
       update reminders set unanswered = 0
       where mission_id = $2 and user_id = $3 and unanswered > 0 and exists (select from created)
     )
     select id from created`,
    [
      checkin.id,
      checkin.mission_id,
      checkin.user_id,
      checkin.type,
      checkin.content,
      checkin.points_earned,
      checkin.local_day,
      checkin.timezone,
      checkin.performed_at,
      now,
      checkin.client_id,
      checkin.member.streak_days,
      checkin.member.longest_streak,
      checkin.user.streak_days,
      checkin.user.streak_last_day,
      checkin.user.longest_streak,
      checkin.user.rest_days,
      checkin.photo_key,
      checkin.photo_width,
      checkin.photo_height,
      checkin.photo_thumbhash,
      checkin.versions.user_version,
      checkin.versions.member_version,
      checkin.versions.mission_version,
      checkin.is_extra,
      checkin.member.streak_last_day,
      checkin.is_late,
      checkin.is_comeback,
      checkin.member.open_streak,
      checkin.user.open_streak,
    ],
  );
  return rows.length > 0;
}

/** The user's points, and the counters of the two streaks after a check-in. */
export interface Rank {
  points: number;
  member: MemberStreak & OpenStreak;
  user: MemberStreak & OpenStreak;
}

/** SQL for the counters of a streak in the table of that alias. */
const counters = (table: string) =>
  `json_build_object('streak_days', ${table}.streak_days, 'streak_last_day', ${table}.streak_last_day,
     'longest_streak', ${table}.longest_streak, 'open_streak', ${table}.open_streak)`;

/** The user's points and streaks after they were rebuilt. */
export async function readRank(db: Queryable, userId: string, missionId: string): Promise<Rank> {
  const [row] = await db.read<Rank>(
    `select u.points, ${counters('mb')} as member, ${counters('u')} as "user"
     from users u join members mb on mb.user_id = u.id where u.id = $1 and mb.mission_id = $2`,
    [userId, missionId],
  );
  return row!;
}

/** Locks the user's and the member's rows until commit, in this order. False when the user is no member. */
export async function lockMember(tx: Tx, userId: string, missionId: string): Promise<boolean> {
  const rows = await tx.rows(
    `select from users u join members mb on mb.user_id = u.id
     where u.id = $1 and mb.mission_id = $2 and mb.left_at is null for no key update of u, mb`,
    [userId, missionId],
  );
  return rows.length > 0;
}

interface Hideable {
  id: string;
  mission_id: string;
  user_id: string;
  owner_id: string;
  hidden_by: Hider | null;
}

/**
 * Locks a check-in of a mission that the user is in until commit. Null for strangers, and for members while it is
 * hidden; its author and the mission's owner always find it.
 */
export async function lockHideable(tx: Tx, userId: string, checkinId: string): Promise<Hideable | null> {
  const [row] = await tx.rows<Hideable>(
    `select c.id, c.mission_id, c.user_id, m.owner_id, c.hidden_by from checkins c join missions m on m.id = c.mission_id
     join members mb on mb.mission_id = c.mission_id and mb.user_id = $2 and mb.left_at is null
     where c.id = $1 and (c.hidden_at is null or c.user_id = $2 or m.owner_id = $2) for no key update of c`,
    [checkinId, userId],
  );
  return row ?? null;
}

export async function showCheckin(db: Queryable, id: string): Promise<void> {
  await db.rows('update checkins set hidden_at = null, hidden_reason = null, hidden_by = null where id = $1', [id]);
}
