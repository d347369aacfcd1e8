import * as z from 'zod/mini';
import { dayOf } from '#domain/days.ts';
import { Bool, Day, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { anyRow } from '#platform/db/rows.ts';
import { RecentAmounts, recentAmounts, roadDone } from '../../../facts/amounts.ts';
import { blockBetween, unblocked } from '../../../facts/blocks-and-hidden.ts';
import { leaderboardOrder } from '../../../facts/leaderboard.ts';
import { ownHabitOf } from '../../../facts/own-habits.ts';
import { type AddressSettings, PersonRow, provenAddressIf } from '../../../facts/users.ts';
import { MEMBER_TABLES, MemberLifeRow, memberLifeColumns } from '../../../life/public.ts';

/** The viewer's own nudge of a member's day, the nudges of all others combined, or a member that the viewer blocked. */
const NudgeRow = z.object({
  kind: z.enum(['own', 'other', 'blocked']),
  user_id: Id,
  /** Null for a blocked member. */
  day: z.nullable(Day),
  /** The first of the other members by name, and their number. */
  name: Text,
  count: Int,
});
export type NudgeRow = z.output<typeof NudgeRow>;

const MemberRow = z.object({
  ...PersonRow.shape,
  ...MemberLifeRow.shape,
  /** Null until the user has proved it. */
  email: z.nullable(Text),
  own_habit: z.nullable(Text),
  points: Int,
  checkins_count: Int,
  is_cohost: Bool,
  joined_at: Instant,
  last_checkin_at: z.nullable(Instant),
  amounts: RecentAmounts,
  /** Only in the viewer's own row, and only of a mission with a road; in hundredths. */
  road_done: z.nullable(Int),
  /** Only in the viewer's own row. */
  nudges: z.nullable(z.array(NudgeRow)),
});
export type MemberRow = z.output<typeof MemberRow>;

/** The nudges of these days, without those from people that $3 blocked and those without a notification. */
const NUDGES = `select 'own' as kind, to_id as user_id, day, '' as name, 1 as count from nudges
     where mission_id = $1 and day >= $2::date - 1 and from_id = $3
   union all select 'other', n.to_id, n.day, (array_agg(u.name order by u.name, u.id))[1], count(*)
     from nudges n join users u on u.id = n.from_id
     where n.mission_id = $1 and n.day >= $2::date - 1 and n.from_id <> $3
       and ${unblocked('$3', 'n.from_id')} and not ${blockBetween('n.from_id', 'n.to_id')}
     group by n.to_id, n.day
   union all select 'blocked', blocked_id, null, '', 1 from blocks where blocker_id = $3`;

/** $4 is whether this server sends no mail, and $5 is the current instant. */
const LIST = `select ${memberLifeColumns({ now: '$5', whole: 'mb.user_id = $3 or e.at <= $5' })}, u.name,
     case when ${provenAddressIf('$4', 'u')} then u.email end as email, u.avatar_key, u.look, ${ownHabitOf({ mission: 'm', member: 'mb' })} as own_habit, mb.points, mb.checkins_count,
     mb.is_cohost, mb.joined_at, mb.last_checkin_at,
     ${recentAmounts({ mission: 'm', user: 'mb.user_id', today: '$2::date' })} as amounts,
     case when mb.user_id = $3 then ${roadDone('m')} end as road_done,
     case when mb.user_id = $3 then (select json_agg(nudge) from (${NUDGES}) nudge) end as nudges
   from ${MEMBER_TABLES} where mb.mission_id = $1 and mb.left_at is null
   order by ${leaderboardOrder({ mission: 'm', member: 'mb' })}`;

/** Lists the members in leaderboard order with their lives; the viewer's life is complete. */
export const listMembers = (
  db: Queryable,
  config: AddressSettings,
  missionId: string,
  viewerId: string,
  now: Date,
): Promise<MemberRow[]> =>
  db.rows(MemberRow, LIST, [missionId, dayOf(now, 'UTC'), viewerId, config.smtp_url === null, now]);

/**
 * Mutes or unmutes the mission's check-ins in the member's bell and push messages. False if the user is not a current
 * member.
 */
export const setMuted = (db: Queryable, userId: string, missionId: string, muted: boolean): Promise<boolean> =>
  anyRow(
    db,
    'update members set muted = $3 where mission_id = $1 and user_id = $2 and left_at is null returning user_id',
    [missionId, userId, muted],
  );
