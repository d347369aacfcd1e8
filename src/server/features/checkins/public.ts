import type { ReactionSummary } from '#contract/reactions.ts';
import type { Hider } from '#domain/checkins.ts';
import { lookOf } from '#domain/looks.ts';
import { REACTION_TYPES } from '#domain/reactions.ts';
import type { Tx } from '#platform/db/open.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import type { ReactionCounts } from '../../facts/reactions.ts';
import { avatarUrl } from '../../facts/users.ts';
import { emptyHiddenDeliveries } from '../webhooks/public.ts';

/** Hides a check-in from everyone except its author and the mission's owner. Hiding again replaces the reason. */
export async function setHidden(
  tx: Tx,
  { id }: Authorized<{ id: string }, 'owner' | 'operator'>,
  hidden: { reason: string; by: Hider },
  now: Date,
): Promise<void> {
  await tx.rows(
    `update checkins set hidden_at = coalesce(hidden_at, $4), hidden_reason = $2, hidden_by = $3 where id = $1`,
    [id, hidden.reason, hidden.by, now],
  );
  await emptyHiddenDeliveries(tx, id);
}

/** Turns the result of `reactionsColumn` into the API's format, with every type present. */
export function toReactionSummary(counts: readonly ReactionCounts[]): ReactionSummary {
  const reactions = {} as ReactionSummary['reactions'];
  const user_reactions = {} as ReactionSummary['user_reactions'];
  for (const type of REACTION_TYPES) {
    const row = counts.find((one) => one.type === type);
    const users = row?.users ?? [];
    reactions[type] = {
      count: row?.count ?? 0,
      // Names every field, as the feed does: there are many more faces than check-ins.
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
