import type { Tx } from '#platform/db/open.ts';
import { unblocked, visibleTo } from '../../../facts/blocks-and-hidden.ts';

/** The parts of an event that decide who may see it. */
export interface Subject {
  mission_id: string | null;
  /** The user who caused the event. */
  actor_id: string | null;
  checkin_id: string | null;
  comment_id: string | null;
}

/**
 * Returns SQL that is true if the `listener` may see an event; the arguments are SQL. Its subject exists, is visible to
 * the listener, and has no author that they blocked. That includes the author of the check-in and of the parent
 * comment.
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
 * SQL: true if the user of webhook `w` may still see its delivery `d`. They may see the event, are in the mission or
 * caused the event, and nothing in it was removed.
 */
export const STILL_VISIBLE = `(d.body <> '' and ${canSee('w.user_id', OF_DELIVERY)}
  and (d.mission_id is null or exists (select from missions m where m.id = d.mission_id and (d.actor_id = w.user_id
    or exists (select from members o where o.mission_id = m.id and o.user_id = w.user_id and o.left_at is null))))
  and case when d.event = 'reaction.created' and d.body <> '' then exists (select from reactions r
    where r.checkin_id = d.checkin_id and r.user_id = d.actor_id and r.type = d.body::jsonb #>> '{data,reaction,type}')
    else true end)`;

/** SQL that erases the body of a delivery, and gives it up if it is pending. */
const EMPTIED = `body = '', state = case d.state when 'pending' then 'failed' else d.state end, next_attempt_at = null`;

/** The column of deliveries that refers to what was removed. */
type Removed = 'checkin_id' | 'comment_id' | 'actor_id';

/**
 * Erases deliveries about something that the caller's transaction has already removed. A concurrent fan-out either
 * wrote its delivery before the removal, or finds nothing to report.
 */
export async function emptyDeliveries(tx: Tx, what: Removed, id: string): Promise<void> {
  await tx.rows(`update webhook_deliveries d set ${EMPTIED} where d.${what} = $1`, [id]);
}

/** Erases the deliveries of a check-in that is now a tick; its comments and reactions stay. */
export async function emptyCheckinDeliveries(tx: Tx, checkinId: string): Promise<void> {
  await tx.rows(`update webhook_deliveries d set ${EMPTIED} where d.checkin_id = $1 and d.event = 'checkin.created'`, [
    checkinId,
  ]);
}

/**
 * Erases a member's own habit from stored check-in events of a mission; all other bytes stay. Expects that the caller
 * changed the member's row, which a concurrent fan-out locks before it reads the habit.
 */
export async function eraseOwnHabit(tx: Tx, missionId: string, userId: string): Promise<void> {
  // A quote inside of a JSON string is escaped, so only the key matches.
  await tx.rows(
    `update webhook_deliveries set body = regexp_replace(body, '"own_habit":"([^"\\\\]|\\\\.)*"', '"own_habit":null')
     where actor_id = $2 and mission_id = $1 and event = 'checkin.created' and body like '%"own_habit":"%'`,
    [missionId, userId],
  );
}

/** Erases deliveries about a hidden check-in, except those to its author and the mission's owner. */
export async function emptyHiddenDeliveries(tx: Tx, checkinId: string): Promise<void> {
  await tx.rows(
    `update webhook_deliveries d set ${EMPTIED}
     from webhooks w, checkins c join missions m on m.id = c.mission_id
     where d.checkin_id = $1 and w.id = d.webhook_id and c.id = d.checkin_id and w.user_id not in (c.user_id, m.owner_id)`,
    [checkinId],
  );
}
