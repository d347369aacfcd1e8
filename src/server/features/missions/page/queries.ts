import { dayOf } from '#domain/days.ts';
import type { CheckedDay } from '#domain/schedule-days.ts';
import type { Queryable } from '#platform/db/open.ts';
import { anyRow } from '#platform/db/rows.ts';
import { blockBetween, unblocked } from '../../../facts/blocks-and-hidden.ts';
import { checkedDaysColumn, daysHold } from '../../../facts/checked-days.ts';
import { hasMoved } from '../../../facts/excuses.ts';
import { leaderboardOrder } from '../../../facts/leaderboard.ts';
import {
  aheadColumn,
  type CheckedFacts,
  ownPositionDays,
  ownPositionsColumn,
  type PositionRow,
} from '../../../facts/positions.ts';
import { addAskedDays, type StreakRow, teamStreakColumns } from '../../../facts/streaks.ts';
import { type AddressSettings, type PersonRow, provenAddressIf } from '../../../facts/users.ts';

const STREAKS = teamStreakColumns({ mission: 'm', member: 'mb', user: 'u', today: '$2' });

const AHEAD = aheadColumn({ member: 'mb', moved: hasMoved('u'), today: '$2' });

const ORDER = leaderboardOrder({ mission: 'm', member: 'mb' });

const DAYS_HOLD = daysHold({ mission: 'm', member: 'mb' });

/** A nudge of a member's day: the viewer's own, or those of others together; or a member whom the viewer blocked. */
export interface NudgeRow {
  kind: 'own' | 'other' | 'blocked';
  user_id: string;
  /** Null for one who is blocked. */
  day: string | null;
  /** One of the others, and how many they are. */
  name: string;
  count: number;
}

export interface MemberRow extends StreakRow, PersonRow, Pick<CheckedFacts, 'ahead'> {
  /** Null while it is unproved. */
  email: string | null;
  points: number;
  checkins_count: number;
  /** As `checkedDaysColumn` says. */
  days: string | null;
  /** The check-ins of the last weeks of the mission; null where there is a ranking. */
  latest: CheckedDay[] | null;
  is_cohost: boolean;
  joined_at: string;
  /** The day of the last return, or of joining. */
  asks_from: string;
  last_checkin_at: string | null;
  /** Only of the viewer, and `positions` only before noon. */
  positions: PositionRow[];
  nudges: NudgeRow[] | null;
}

/** From the beginning of the week of the mission in which the last 7 days begin, and two days for the zones. */
const LATEST_DAYS = 15;
/**
 * A column `latest` (CheckedDay[]) with the member's check-ins of the last weeks of the mission, for the board
 * `together`; null for another one.
 */
const LATEST = `case when m.board = 'together' then coalesce((
     select json_agg(json_build_object('day', c.local_day, 'is_extra', c.is_extra)) from checkins c
     where c.mission_id = m.id and c.user_id = mb.user_id
       and c.local_day > least($2::date, m.first_day + m.duration_days - 1) - ${LATEST_DAYS}), '[]') end as latest`;

/** The nudges of these days, without those by people whom the viewer $3 blocked and those that sent no notification. */
const NUDGES = `select 'own' as kind, to_id as user_id, day, '' as name, 1 as count from nudges
     where mission_id = $1 and day >= $2::date - 1 and from_id = $3
   union all select 'other', n.to_id, n.day, (array_agg(u.name order by u.name, u.id))[1], count(*)
     from nudges n join users u on u.id = n.from_id
     where n.mission_id = $1 and n.day >= $2::date - 1 and n.from_id <> $3
       and ${unblocked('$3', 'n.from_id')} and not ${blockBetween('n.from_id', 'n.to_id')}
     group by n.to_id, n.day
   union all select 'blocked', blocked_id, null, '', 1 from blocks where blocker_id = $3`;

/** When member `mb` checked in last: as it is stored, where that holds, and otherwise by the row. */
const LAST_CHECKIN_AT = `case when mb.last_checkin_at is not null and ${DAYS_HOLD}
       then mb.last_checkin_at
       else (select c.created_at from checkins c
         where c.mission_id = mb.mission_id and c.user_id = mb.user_id and c.local_day = mb.streak_last_day) end`;

/** $6 is whether this server sends no mail. */
const LIST = `select mb.user_id, u.name, case when ${provenAddressIf('$6', 'u')} then u.email end as email,
     u.avatar_key, u.look, u.timezone, mb.points, mb.checkins_count, ${checkedDaysColumn({ mission: 'm', member: 'mb' })}, mb.is_cohost, mb.joined_at,
     coalesce(mb.asks_from, mb.joined_day) as asks_from, ${LAST_CHECKIN_AT} as last_checkin_at, ${AHEAD}, ${STREAKS}, ${LATEST},
     case when mb.user_id = $3 then (select json_agg(nudge) from (${NUDGES}) nudge) end as nudges,
     ${ownPositionsColumn({ member: 'mb', first: 4, whose: 'mb.user_id = $3' })}
   from members mb join users u on u.id = mb.user_id join missions m on m.id = mb.mission_id
   where mb.mission_id = $1 and mb.left_at is null
   order by ${ORDER}`;

/**
 * The members in the order of the leaderboard, with the facts that their streaks are computed
 * from, and when each last checked in. What is the viewer's own stands in one row.
 */
export async function listMembers(
  db: Queryable,
  config: AddressSettings,
  missionId: string,
  viewer: { id: string; timezone: string },
  now: Date,
): Promise<MemberRow[]> {
  const days = ownPositionDays(viewer, now);
  const values = [missionId, dayOf(now, 'UTC'), viewer.id, ...days, config.smtp_url === null];
  const rows = await db.rows<MemberRow>(LIST, values);
  await addAskedDays(db, rows, now);
  return rows;
}

/**
 * Keeps the mission's check-ins out of the member's bell and push messages, or lets them in again. False when the user
 * is no member, also one who left a moment ago.
 */
export const setMuted = (db: Queryable, userId: string, missionId: string, muted: boolean): Promise<boolean> =>
  anyRow(
    db.rows,
    'update members set muted = $3 where mission_id = $1 and user_id = $2 and left_at is null returning user_id',
    [missionId, userId, muted],
  );
