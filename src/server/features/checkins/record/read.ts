import { addDays, dayOf } from '#domain/days.ts';
import type { CheckinType } from '#domain/points.ts';
import type { ScheduleColumns } from '#domain/schedule.ts';
import type { CheckedDay } from '#domain/schedule-days.ts';
import { hasGap, type MemberStreak, type OpenStreak } from '#domain/streaks.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { firstRow, onlyRow } from '#platform/db/rows.ts';
import { fail } from '#platform/http/errors.ts';
import { recentColumn, scheduleColumnsIn } from '../../../facts/asked-days.ts';
import { type Excuses, excusesColumn, hasMoved } from '../../../facts/excuses.ts';
import { wantsPushOfCheckin, wantsWebhookOfCheckin } from '../../../facts/listeners.ts';
import { POSITIONS_BACK_DAYS, positionsColumn } from '../../../facts/positions.ts';
import { type UserRow, userColumns } from '../../../facts/users.ts';
import { canComeBetween, type DayFacts, expectedDay, type SenderTime } from '../day/decide.ts';

/** What somebody checks in with. */
export interface CheckinInput extends SenderTime {
  mission_id: string;
  type: CheckinType;
  content: string;
  /** The sender's own id of it, under which it is recorded once. */
  client_id?: string | undefined;
}

/** Which versions of the rows that a check-in depends on were read. Every change of a row gives it another one. */
export interface CheckinVersions {
  user_version: string;
  member_version: string;
  mission_version: string;
}

/** A member about to check in, with the mission, the user and the facts that streaks are counted from. */
export interface RecordingFacts extends CheckinVersions, DayFacts, ScheduleColumns {
  joined_day: string;
  /** The day of the last return, or of joining. */
  asks_from: string;
  /** The member's check-ins of the weeks that matter; none in a daily mission. */
  recent: CheckedDay[];
  /** The day that what is read allows to count on to; for another one the streaks are rebuilt. */
  read_for: string;
  /** The last day before it on which the member checked in. */
  previous_day: string | null;
  member_streak_days: number;
  member_longest_streak: number;
  member_open_streak: number | null;
  points: number;
  streak_days: number;
  streak_last_day: string | null;
  longest_streak: number;
  rest_days: number;
  open_streak: number | null;
  /** After `previous_day`, or from the day of joining on. */
  rest_days_used: string[];
  excuses: Excuses;
  /** The user has sent a check-in under this client_id before. */
  is_recorded: boolean;
  /** The user has taken back what was sent under this client_id. */
  is_taken_back: boolean;
  is_push_wanted: boolean;
  is_webhook_wanted: boolean;
  /** The days around it, each as often as a check-in of the user's for it earned points. */
  earning_days: string[];
}

/** SQL for the days `between` two, each as often as a check-in of the user's for it earned points; deleted missions count. */
export const earningDays = (user: string, between: string): string =>
  `select d.local_day as day from checkins d
     where d.user_id = ${user} and d.local_day between ${between} and d.points_earned > 0
   union all select k.day from archived_days k cross join generate_series(1, k.checkins_count)
     where k.user_id = ${user} and k.day between ${between}`;

/**
 * The statement that reads everything that a check-in for the day `:day` needs, and so as of one moment. With `asked` it
 * also reads what missions asked after `:asked_since`, which only a gap in the user's streak needs; with `positions`
 * where the member's check-ins stand since `:positions_since`, which only one that may come between others needs.
 */
function factsStatement({ asked, positions }: { asked: boolean; positions: boolean }) {
  // A check-in that is made now comes after all others.
  const previous = positions
    ? `(select max(c.local_day) from checkins c
         where c.mission_id = :mission_id and c.user_id = :user_id and c.local_day < :day::date)`
    : 'mb.streak_last_day';
  return namedValues(
    `select m.first_day, m.duration_days, m.completed_at is not null as completed, mb.joined_at, mb.joined_day,
       coalesce(mb.asks_from, mb.joined_day) as asks_from, before.day as previous_day,
       ${scheduleColumnsIn('m')}, ${recentColumn({ mission: 'm', member: 'mb', today: ':day', last: 'before.day' })}, :day::date as read_for,
       ${positions ? `${positionsColumn({ member: 'mb', since: ':positions_since::date' })},` : ''}
       mb.streak_days as member_streak_days, mb.streak_last_day as member_streak_last_day,
       mb.longest_streak as member_longest_streak, mb.open_streak as member_open_streak, u.timezone, u.points,
       u.streak_days, u.streak_last_day, u.longest_streak, u.rest_days, u.open_streak,
       array(select r.day::text from rest_days r where r.user_id = u.id
         and r.day > coalesce(before.day, mb.joined_day - 1)) as rest_days_used,
       u.moved_at, ${excusesColumn('u.id', asked ? ':asked_since::date' : null, {
         since: 'least(u.streak_last_day, before.day, mb.joined_day - 1)',
         when: hasMoved('u'),
       })},
       array(select day::text from (${earningDays(':user_id', ':day::date - 2 and :day::date + 2')}) e) as earning_days,
       exists (select from checkins c where c.user_id = :user_id and c.client_id = :client_id) as is_recorded,
       exists (select from taken_back t where t.user_id = :user_id and t.client_id = :client_id) as is_taken_back,
       ${wantsPushOfCheckin('m.id', 'u.id')} as is_push_wanted,
       ${wantsWebhookOfCheckin('m.id')} as is_webhook_wanted,
       u.xmin::text as user_version, mb.xmin::text as member_version, m.xmin::text as mission_version
     from users u join members mb on mb.user_id = u.id join missions m on m.id = mb.mission_id
     cross join lateral (select ${previous} as day) before
     where u.id = :user_id and mb.mission_id = :mission_id and mb.left_at is null`,
  );
}

/** By whether there is a gap, and then by whether the check-in may come between others. */
const READ_FACTS = {
  afterGap: {
    last: factsStatement({ asked: true, positions: false }),
    between: factsStatement({ asked: true, positions: true }),
  },
  withoutGap: {
    last: factsStatement({ asked: false, positions: false }),
    between: factsStatement({ asked: false, positions: true }),
  },
};

/**
 * Reads what a check-in needs whose request came at `arrived_at`, in one statement. What that is depends on the user's
 * row as the caller knows it: null when it is out of date by now and other facts are needed. Fails with mission_not_found
 * for somebody who is no member.
 */
export async function readFacts(
  db: Queryable,
  user: UserRow,
  input: CheckinInput,
  arrived_at: Date,
): Promise<RecordingFacts | null> {
  const day = expectedDay(input, user.timezone, arrived_at);
  const gap = hasGap(user.streak_last_day, day) ? 'afterGap' : 'withoutGap';
  const order = canComeBetween(input, user, arrived_at) ? 'between' : 'last';
  const [facts] = await db.rows<RecordingFacts>(
    ...READ_FACTS[gap][order]({
      user_id: user.id,
      mission_id: input.mission_id,
      client_id: input.client_id ?? null,
      day,
      asked_since: user.streak_last_day,
      positions_since: addDays(dayOf(arrived_at, 'UTC'), -POSITIONS_BACK_DAYS),
    }),
  );
  if (!facts) return fail('mission_not_found');
  const { moved_at, streak_last_day } = facts;
  const needsOthers = streak_last_day !== user.streak_last_day && hasGap(streak_last_day, day);
  return needsOthers || moved_at !== user.moved_at ? null : facts;
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
export const readRank = (db: Queryable, userId: string, missionId: string): Promise<Rank> =>
  onlyRow<Rank>(
    db.rows,
    `select u.points, ${counters('mb')} as member, ${counters('u')} as "user"
     from users u join members mb on mb.user_id = u.id where u.id = $1 and mb.mission_id = $2`,
    [userId, missionId],
  );

/** Locks the user's and the member's rows until commit, in this order; the user, or null for somebody who is no member. */
export const lockMember = (tx: Tx, userId: string, missionId: string): Promise<UserRow | null> =>
  firstRow<UserRow>(
    tx.rows,
    `select ${userColumns('u')} from users u join members mb on mb.user_id = u.id
     where u.id = $1 and mb.mission_id = $2 and mb.left_at is null for no key update of u, mb`,
    [userId, missionId],
  );
