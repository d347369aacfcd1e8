import type { Tx } from '#platform/db/open.ts';
import { unblocked, visibleTo } from '../../../facts/blocks-and-hidden.ts';

/** What an event is about, as far as it decides who may see it. */
export interface Subject {
  mission_id: string | null;
  /** Who caused it. */
  actor_id: string | null;
  checkin_id: string | null;
  comment_id: string | null;
}

/**
 * SQL: whether the `listener` may see what an event is about: it is still there, not hidden from them, and by nobody whom
 * they blocked, be it the author of the check-in or of the comment that is replied to. The arguments are SQL.
 */
export const canSee = (listener: string, { actor_id, checkin_id, comment_id }: Record<keyof Subject, string>): string =>
  `${unblocked(listener, actor_id)}
   and (${checkin_id} is null or exists (select from checkins c join missions m on m.id = c.mission_id
     where c.id = ${checkin_id} and ${visibleTo({ checkin: 'c', mission: 'm', viewer: listener })}
     and ${unblocked(listener, 'c.user_id')}))
   and (${comment_id} is null or exists (select from comments k left join comments p on p.id = k.parent_id
     where k.id = ${comment_id} and k.removed_at is null and ${unblocked(listener, 'p.user_id')}))`;

const OF_DELIVERY = {
  mission_id: 'd.mission_id',
  actor_id: 'd.actor_id',
  checkin_id: 'd.checkin_id',
  comment_id: 'd.comment_id',
};

/**
 * SQL for a delivery `d` of the webhook `w`: whether its user may still be told. They may see it, are in the mission or
 * caused it themselves, and nothing that it says was removed.
 */
export const STILL_VISIBLE = `(d.body <> '' and ${canSee('w.user_id', OF_DELIVERY)}
  and (d.mission_id is null or exists (select from missions m where m.id = d.mission_id and (d.actor_id = w.user_id
    or exists (select from members o where o.mission_id = m.id and o.user_id = w.user_id and o.left_at is null))))
  and case when d.event = 'reaction.created' and d.body <> '' then exists (select from reactions r
    where r.checkin_id = d.checkin_id and r.user_id = d.actor_id and r.type = d.body::jsonb #>> '{data,reaction,type}')
    else true end)`;

/** SQL for the columns of a delivery whose words go: what waits is given up. */
const EMPTIED = `body = '', state = case d.state when 'pending' then 'failed' else d.state end, next_attempt_at = null`;

/** What was removed, by the column of the deliveries that name it. */
type Removed = 'checkin_id' | 'comment_id' | 'actor_id';

/**
 * Empties what is stored for webhooks about something that was removed in the caller's transaction, before this: one that
 * is being told at the same time was written by then, or finds it gone.
 */
export async function emptyDeliveries(tx: Tx, what: Removed, id: string): Promise<void> {
  await tx.rows(`update webhook_deliveries d set ${EMPTIED} where d.${what} = $1`, [id]);
}

/** Empties the words of a check-in; comments and reactions under it stay. The check-in is a tick by now. */
export async function emptyCheckinDeliveries(tx: Tx, checkinId: string): Promise<void> {
  await tx.rows(`update webhook_deliveries d set ${EMPTIED} where d.checkin_id = $1 and d.event = 'checkin.created'`, [
    checkinId,
  ]);
}

/** Empties what others than its author and the mission's owner got about a check-in that is hidden by now. */
export async function emptyHiddenDeliveries(tx: Tx, checkinId: string): Promise<void> {
  await tx.rows(
    `update webhook_deliveries d set ${EMPTIED}
     from webhooks w, checkins c join missions m on m.id = c.mission_id
     where d.checkin_id = $1 and w.id = d.webhook_id and c.id = d.checkin_id and w.user_id not in (c.user_id, m.owner_id)`,
    [checkinId],
  );
}
