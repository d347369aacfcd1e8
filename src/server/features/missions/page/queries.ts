import * as z from 'zod/mini';
import { dayOf } from '#domain/days.ts';
import { Bool, Day, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import type { Queryable } from '#platform/db/open.ts';
import { anyRow } from '#platform/db/rows.ts';
import { blockBetween, unblocked } from '../../../facts/blocks-and-hidden.ts';
import { leaderboardOrder } from '../../../facts/leaderboard.ts';
import { type AddressSettings, PersonRow, provenAddressIf } from '../../../facts/users.ts';
import { MEMBER_TABLES, MemberLifeRow, memberLifeColumns } from '../../../life/public.ts';

/** A nudge of a member's day: the viewer's own, or those of others together; or a member whom the viewer blocked. */
const NudgeRow = z.object({
  kind: z.enum(['own', 'other', 'blocked']),
  user_id: Id,
  /** Null for one who is blocked. */
  day: z.nullable(Day),
  /** One of the others, and how many they are. */
  name: Text,
  count: Int,
});
export type NudgeRow = z.output<typeof NudgeRow>;

const MemberRow = z.object({
  ...PersonRow.shape,
  ...MemberLifeRow.shape,
  /** Null while it is unproved. */
  email: z.nullable(Text),
  points: Int,
  checkins_count: Int,
  is_cohost: Bool,
  joined_at: Instant,
  last_checkin_at: z.nullable(Instant),
  /** Only of the viewer. */
  nudges: z.nullable(z.array(NudgeRow)),
});
export type MemberRow = z.output<typeof MemberRow>;

/** The nudges of these days, without those by people whom the viewer $3 blocked and those that sent no notification. */
const NUDGES = `select 'own' as kind, to_id as user_id, day, '' as name, 1 as count from nudges
     where mission_id = $1 and day >= $2::date - 1 and from_id = $3
   union all select 'other', n.to_id, n.day, (array_agg(u.name order by u.name, u.id))[1], count(*)
     from nudges n join users u on u.id = n.from_id
     where n.mission_id = $1 and n.day >= $2::date - 1 and n.from_id <> $3
       and ${unblocked('$3', 'n.from_id')} and not ${blockBetween('n.from_id', 'n.to_id')}
     group by n.to_id, n.day
   union all select 'blocked', blocked_id, null, '', 1 from blocks where blocker_id = $3`;

/** $4 is whether this server sends no mail, and $5 the present instant. */
const LIST = `select ${memberLifeColumns({ now: '$5', whole: 'mb.user_id = $3 or e.at <= $5' })}, u.name,
     case when ${provenAddressIf('$4', 'u')} then u.email end as email, u.avatar_key, u.look, mb.points, mb.checkins_count,
     mb.is_cohost, mb.joined_at, mb.last_checkin_at,
     case when mb.user_id = $3 then (select json_agg(nudge) from (${NUDGES}) nudge) end as nudges
   from ${MEMBER_TABLES} where mb.mission_id = $1 and mb.left_at is null
   order by ${leaderboardOrder({ mission: 'm', member: 'mb' })}`;

/** Reads the members in the order of the leaderboard, with their lives; that of the viewer is whole. */
export const listMembers = (
  db: Queryable,
  config: AddressSettings,
  missionId: string,
  viewerId: string,
  now: Date,
): Promise<MemberRow[]> =>
  db.rows(MemberRow, LIST, [missionId, dayOf(now, 'UTC'), viewerId, config.smtp_url === null, now]);

/**
 * Keeps the mission's check-ins out of the member's bell and push messages, or lets them in again. False when the user
 * is no member, also one who left a moment ago.
 */
export const setMuted = (db: Queryable, userId: string, missionId: string, muted: boolean): Promise<boolean> =>
  anyRow(
    db,
    'update members set muted = $3 where mission_id = $1 and user_id = $2 and left_at is null returning user_id',
    [missionId, userId, muted],
  );
