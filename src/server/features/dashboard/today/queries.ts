import * as z from 'zod/mini';
import { REACTORS_IN_FEED, TODAY_CHECKINS_MAX } from '#domain/limits.ts';
import { CHECKIN_TYPES } from '#domain/points.ts';
import { Bool, Day, Id, Instant, Text } from '#platform/db/columns.ts';
import { floorId } from '#platform/db/ids.ts';
import type { Queryable } from '#platform/db/open.ts';
import { allValues } from '#platform/db/rows.ts';
import { HOUR_MS } from '#platform/lib/durations.ts';
import { unblocked } from '../../../facts/blocks-and-hidden.ts';
import { Look } from '../../../facts/fields.ts';
import { ownHabitOf } from '../../../facts/own-habits.ts';
import { ReactionCounts, reactionsColumn } from '../../../facts/reactions.ts';
import { PersonRow } from '../../../facts/users.ts';

const REACTIONS = reactionsColumn({ checkin: 'c', viewer: '$1' }, REACTORS_IN_FEED);

/** A time zone with its current day. */
export interface ZoneDay {
  readonly zone: string;
  readonly day: string;
}

/** SQL for the active missions of user `$1` at instant `$2`. */
const MINE = `members own join missions m on m.id = own.mission_id
  where own.user_id = $1 and own.left_at is null and m.is_active and m.end_date > $2`;

/**
 * Lists the time zones of all members of the user's active missions. This process computes their days, because
 * PostgreSQL might not know every zone.
 */
export const listTeamZones = (db: Queryable, userId: string, now: Date): Promise<string[]> =>
  allValues(
    db,
    Text,
    `select distinct u.timezone from (select m.id from ${MINE}) mine
     join members mb on mb.mission_id = mine.id and mb.left_at is null join users u on u.id = mb.user_id`,
    [userId, now],
  );

/** Returns the parameters of the statements below: the user, the instant, and the zones with their days. */
const todayValues = (userId: string, now: Date, zones: readonly ZoneDay[]) => [
  userId,
  now,
  zones.map(({ zone }) => zone),
  zones.map(({ day }) => day),
];
const ZONES = 'unnest($3::text[], $4::date[]) as z (zone, day)';

const OutRow = z.extend(PersonRow, {
  mission_id: Id,
  mission_title: Text,
  nudged_today: Bool,
  viewer_joined_day: Day,
  viewer_owns: Bool,
});
export type OutRow = z.output<typeof OutRow>;

/** The number of candidates to check. Ten of them need a check-in unless nearly all have a free day or a break. */
const OUT_CANDIDATES = 200;

/**
 * Lists other members of the user's active missions without a check-in on their own day, needed or not. Orders by the
 * mission's end, then by name. Omits suspended people and people the user blocked.
 */
export const listNotCheckedIn = (
  db: Queryable,
  userId: string,
  zones: readonly ZoneDay[],
  now: Date,
): Promise<OutRow[]> =>
  db.rows(
    OutRow,
    `select m.id as mission_id, m.title as mission_title, mb.user_id, u.name, u.avatar_key, u.look, m.viewer_joined_day,
       m.owner_id = $1 as viewer_owns,
       exists (select from nudges n where n.mission_id = m.id and n.day = z.day and n.to_id = u.id and n.from_id = $1) as nudged_today
     from (select m.*, own.joined_day as viewer_joined_day from ${MINE}) m join members mb on mb.mission_id = m.id and mb.left_at is null and mb.user_id <> $1
     join users u on u.id = mb.user_id join ${ZONES} on z.zone = u.timezone
     where z.day between m.first_day and m.first_day + m.duration_days - 1 and not exists (
         select from checkins c where c.mission_id = m.id and c.user_id = mb.user_id and c.local_day = z.day)
       and u.suspended_at is null and ${unblocked('$1', 'u.id')}
     order by m.end_date, m.id, lower(u.name), u.id limit ${OUT_CANDIDATES}`,
    todayValues(userId, now, zones),
  );

/** The longest possible day, even with a move across the date line from east to west. */
const LONGEST_DAY_MS = 51 * HOUR_MS;

const TodayCheckinRow = z.object({
  checkin_id: Id,
  mission_id: Id,
  mission_title: Text,
  user_id: Id,
  user_name: Text,
  user_avatar_key: z.nullable(Text),
  user_look: z.nullable(Look),
  own_habit: z.nullable(Text),
  type: z.enum(CHECKIN_TYPES),
  content: Text,
  photo_key: z.nullable(Text),
  performed_at: Instant,
  counts: z.array(ReactionCounts),
});
export type TodayCheckinRow = z.output<typeof TodayCheckinRow>;

/**
 * Lists other members' newest check-ins with text or photo for their own today in the user's active missions. Omits
 * hidden check-ins and authors that the user blocked.
 */
export const listTodayCheckins = (
  db: Queryable,
  userId: string,
  zones: readonly ZoneDay[],
  now: Date,
): Promise<TodayCheckinRow[]> =>
  db.rows(
    TodayCheckinRow,
    `select c.id as checkin_id, c.mission_id, c.mission_title, c.own_habit, c.user_id, a.name as user_name,
       a.avatar_key as user_avatar_key, a.look as user_look, c.type, c.content, c.photo_key, c.performed_at,
       ${REACTIONS}
     from (
       select newest.*, m.title as mission_title from (select m.id, m.title, m.habit from ${MINE}) m cross join lateral (
         select c.id, c.mission_id, c.user_id, c.type, c.content, c.photo_key, c.performed_at,
           ${ownHabitOf({ mission: 'm', member: 'x' })} as own_habit
         from checkins c join users u on u.id = c.user_id
         join members x on x.mission_id = c.mission_id and x.user_id = c.user_id and x.left_at is null
         join ${ZONES} on z.zone = u.timezone and z.day = c.local_day
         where c.mission_id = m.id and c.id >= $5 and c.user_id <> $1 and c.type <> 'tick' and c.hidden_at is null
           and ${unblocked('$1', 'c.user_id')}
         order by c.id desc limit ${TODAY_CHECKINS_MAX}
       ) newest order by newest.id desc limit ${TODAY_CHECKINS_MAX}
     ) c join users a on a.id = c.user_id
     order by c.id desc`,
    [...todayValues(userId, now, zones), floorId(new Date(now.getTime() - LONGEST_DAY_MS))],
  );
