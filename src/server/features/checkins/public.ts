import type { ReactionSummary } from '#contract/reactions.ts';
import type { Hider } from '#domain/checkins.ts';
import { lookOf } from '#domain/looks.ts';
import { REACTION_TYPES } from '#domain/reactions.ts';
import type { Queryable, Tx } from '../../db/open.ts';
import type { ReactionCounts } from '../../facts/reactions.ts';
import { avatarUrl } from '../../facts/users.ts';
import { visibleTo } from '../../facts/visibility.ts';
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
  const [row] = await db.rows<MemberCheckin>(FIND, [checkinId, userId]);
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
export async function setHidden(tx: Tx, id: string, hidden: { reason: string; by: Hider }, now: Date): Promise<void> {
  await tx.rows(
    `update checkins set hidden_at = coalesce(hidden_at, $4), hidden_reason = $2, hidden_by = $3 where id = $1`,
    [id, hidden.reason, hidden.by, now],
  );
  await emptyHiddenDeliveries(tx, id);
}

/** The result of `reactionsColumn` as it goes over the wire: every type is present. */
export function toReactionSummary(counts: readonly ReactionCounts[]): ReactionSummary {
  const reactions = {} as ReactionSummary['reactions'];
  const user_reactions = {} as ReactionSummary['user_reactions'];
  for (const type of REACTION_TYPES) {
    const row = counts.find((one) => one.type === type);
    const users = row?.users ?? [];
    reactions[type] = {
      count: row?.count ?? 0,
      // Fields are listed, as in the feed: there are many more faces than check-ins.
      users: users.map(({ user_id, user_name, user_avatar_key, user_look }) => ({
        user_id,
        user_name,
        user_avatar_url: avatarUrl(user_avatar_key),
        user_look: lookOf(user_id, user_look),
      })),
    };
    user_reactions[type] = row?.mine ?? false;
  }
  return { reactions, user_reactions };
}
