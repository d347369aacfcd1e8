import * as z from 'zod/mini';
import { REACTION_TYPES } from '#domain/reactions.ts';
import { Bool, Id, Int, Text } from '#platform/db/columns.ts';
import { unblocked } from './blocks-and-hidden.ts';
import { Look } from './fields.ts';

/** The reactions of one type to a check-in, aggregated by the database. */
export const ReactionCounts = z.object({
  type: z.enum(REACTION_TYPES),
  count: Int,
  mine: Bool,
  /** The newest users. */
  users: z.array(
    z.object({ user_id: Id, user_name: Text, user_avatar_key: z.nullable(Text), user_look: z.nullable(Look) }),
  ),
});
export type ReactionCounts = z.output<typeof ReactionCounts>;

/**
 * Returns SQL for a column `counts` (ReactionCounts[]) with the reactions to a check-in. Each type has its newest
 * `namesMax` users and whether the viewer reacted. Excludes users that the viewer blocked. `checkin` is an alias;
 * `viewer` is the SQL of a user ID.
 */
export const reactionsColumn = ({ checkin, viewer }: Record<'checkin' | 'viewer', string>, namesMax: number): string =>
  `(select coalesce(json_agg(summed), '[]') from (
     select r.type, count(*) as count, bool_or(r.user_id = ${viewer}) as mine,
       json_agg((select json_build_object('user_id', u.id, 'user_name', u.name, 'user_avatar_key', u.avatar_key, 'user_look', u.look)
         from users u where u.id = r.user_id) order by r.place) filter (where r.place <= ${namesMax}) as users
     from (
       select type, user_id, row_number() over (partition by type order by created_at desc, user_id) as place
       from reactions where checkin_id = ${checkin}.id and ${unblocked(viewer, 'reactions.user_id')}
     ) r group by r.type
   ) summed) as counts`;
