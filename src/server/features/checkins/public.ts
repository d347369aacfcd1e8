import type { ReactionSummary, Reactor } from '#contract/reactions.ts';
import type { Hider } from '#domain/checkins.ts';
import { REACTION_TYPES, type ReactionType } from '#domain/reactions.ts';
import { avatarUrl } from '../../adapters/storage/media-url.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import { unblocked, visibleTo } from '../../facts/visibility.ts';
import { fail } from '../../http/errors.ts';
import { emptyHiddenDeliveries } from '../webhooks/public.ts';

/** A check-in as a member of its mission sees it. */
export interface MemberCheckin {
  id: string;
  mission_id: string;
  /** Its author. */
  user_id: string;
  mission_owner_id: string;
}

const FIND = `select c.id, c.mission_id, c.user_id, m.owner_id as mission_owner_id
  from checkins c join missions m on m.id = c.mission_id join members mb on mb.mission_id = c.mission_id
  where c.id = $1 and mb.user_id = $2 and mb.left_at is null
    and ${visibleTo({ checkin: 'c', mission: 'm', viewer: '$2' })}`;

/**
 * The check-in, for members of its mission, even a completed one; a hidden one for its author and the owner alone.
 * Strangers, former members (even its author) and unknown ids get the same 404.
 */
export async function requireCheckin(db: Queryable, userId: string, checkinId: string): Promise<MemberCheckin> {
  const [row] = await db.read<MemberCheckin>(FIND, [checkinId, userId]);
  return row ?? fail('checkin_not_found');
}

/**
 * Finds the check-in and locks it and the member's row against deletion until commit: a simultaneous deletion of the
 * mission, or of the check-in by its author, comes before or after.
 */
export async function requireLockedCheckin(tx: Tx, userId: string, checkinId: string): Promise<MemberCheckin> {
  const [row] = await tx.rows<MemberCheckin>(`${FIND} for key share of mb, c`, [checkinId, userId]);
  return row ?? fail('checkin_not_found');
}

/** Hides a check-in from all but its author and the mission's owner; doing it again replaces the reason. */
export async function hideCheckin(tx: Tx, id: string, hidden: { reason: string; by: Hider }, now: Date): Promise<void> {
  await tx.rows(
    `update checkins set hidden_at = coalesce(hidden_at, $4), hidden_reason = $2, hidden_by = $3 where id = $1`,
    [id, hidden.reason, hidden.by, now],
  );
  await emptyHiddenDeliveries(tx, id);
}

/** The reactions of one type to a check-in, as summed up by the database. */
export interface ReactionCounts {
  type: ReactionType;
  count: number;
  mine: boolean;
  users: Reactor[];
}

/**
 * A column with the reactions to `checkins c`, without people whom the viewer blocked: for each type the newest
 * `namesMax` people, and whether the viewer is among them. `viewerSql` is the SQL of the viewer's id.
 */
export const reactionsColumn = (viewerSql: string, namesMax: number): string =>
  `(select coalesce(json_agg(summed), '[]') from (
     select r.type, count(*) as count, bool_or(r.user_id = ${viewerSql}) as mine,
       json_agg((select json_build_object('user_id', u.id, 'user_name', u.name, 'user_avatar_url', u.avatar_key)
         from users u where u.id = r.user_id) order by r.place) filter (where r.place <= ${namesMax}) as users
     from (
       select type, user_id, row_number() over (partition by type order by created_at desc, user_id) as place
       from reactions where checkin_id = c.id and ${unblocked(viewerSql, 'reactions.user_id')}
     ) r group by r.type
   ) summed) as counts`;

/** The result of `reactionsColumn` as it goes over the wire: every type is present. */
export function toReactionSummary(counts: readonly ReactionCounts[]): ReactionSummary {
  const rowOf = (type: ReactionType) => counts.find((row) => row.type === type);
  const each = <Value>(read: (row: ReactionCounts | undefined) => Value) =>
    Object.fromEntries(REACTION_TYPES.map((type) => [type, read(rowOf(type))])) as Record<ReactionType, Value>;
  return {
    reactions: each((row) => ({
      count: row?.count ?? 0,
      users: (row?.users ?? []).map((user) => ({ ...user, user_avatar_url: avatarUrl(user.user_avatar_url) })),
    })),
    user_reactions: each((row) => row?.mine ?? false),
  };
}
