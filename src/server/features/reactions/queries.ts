/**
 * Adds and removes a reaction in one statement, because two concurrent calls must not read first and write later. The
 * notification is inserted and deleted in the same statement under the same conditions, so neither exists without the
 * other. A call that finds a reaction just added by another changes nothing and reports that it exists. Counts come
 * from rows, because a column could be wrong and would save little.
 */

import * as z from 'zod/mini';
import type { ReactionSummary } from '#contract/reactions.ts';
import { LIST_MAX } from '#domain/limits.ts';
import type { ReactionType } from '#domain/reactions.ts';
import { Bool, Id } from '#platform/db/columns.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { firstValue, onlyRow } from '#platform/db/rows.ts';
import type { Authorized } from '#platform/http/authorized.ts';
import { ReactionCounts, reactionsColumn } from '../../facts/reactions.ts';
import type { MemberCheckin } from '../checkins/access.ts';
import { toReactionSummary } from '../checkins/public.ts';

const REACTIONS = reactionsColumn({ checkin: 'c', viewer: '$2' }, LIST_MAX);

const Reactions = z.array(ReactionCounts);

export async function readReactions(db: Queryable, viewerId: string, checkinId: string): Promise<ReactionSummary> {
  const counts = await firstValue(db, Reactions, `select ${REACTIONS} from checkins c where c.id = $1`, [
    checkinId,
    viewerId,
  ]);
  return toReactionSummary(counts ?? []);
}

const ChangeRow = z.object({ taken_back: Bool, is_new: Bool, notified: z.array(Id) });

/**
 * Adds the reaction, or removes an existing one, with the author's notification. `active` sets the result explicitly,
 * and an existing reaction notifies no one. Returns whether the reaction exists afterwards, whether it is new, and the
 * IDs of new notifications.
 */
export async function changeReaction(
  tx: Tx,
  checkin: Authorized<MemberCheckin, 'member'>,
  reaction: { user_id: string; type: ReactionType; active?: boolean | undefined },
  now: Date,
): Promise<{ stands: boolean; is_new: boolean; notified: string[] }> {
  const { taken_back, is_new, notified } = await onlyRow(
    tx,
    ChangeRow,
    `with gone as (
       delete from reactions
       where checkin_id = $1 and type = $2 and user_id = $3 and $7::boolean is distinct from true returning type
     ), created as (
       insert into reactions (checkin_id, type, user_id, created_at)
       select $1, $2, $3, $6 where $7::boolean is distinct from false and not exists (select from gone)
       on conflict do nothing returning type
     ), withdrawn as (
       delete from notifications
       where type = 'reaction' and checkin_id = $1 and actor_id = $3 and reaction_type = $2 and exists (select from gone)
     ), notified as (
       insert into notifications (id, user_id, type, mission_id, actor_id, checkin_id, reaction_type, created_at)
       select uuid7($6), mb.user_id, 'reaction', $5, $3, $1, $2, $6 from members mb
       where mb.mission_id = $5 and mb.user_id = $4 and mb.left_at is null and mb.user_id <> $3
         and exists (select from created)
       on conflict do nothing returning id
     )
     select exists (select from gone) as taken_back, exists (select from created) as is_new,
       array(select id from notified) as notified`,
    [checkin.id, reaction.type, reaction.user_id, checkin.user_id, checkin.mission_id, now, reaction.active ?? null],
  );
  return { stands: reaction.active ?? !taken_back, is_new, notified };
}
