import * as z from 'zod/mini';
import type { WebhookDelivery } from '#contract/webhooks.ts';
import { WEBHOOK_LATE_MINUTES } from '#domain/limits.ts';
import { Id, Instant } from '#platform/db/columns.ts';
import type { Tx } from '#platform/db/open.ts';
import { firstRow } from '#platform/db/rows.ts';
import { MINUTE_MS } from '#platform/lib/durations.ts';

/**
 * The next try of a delivery, by the instant for which it is planned. Whatever plans another try also changes that instant,
 * so a job of an earlier try finds nothing to do.
 */
export const PlannedTry = z.object({ delivery_id: Id, due_at: Instant });
export type PlannedTry = z.output<typeof PlannedTry>;

/** The planned try of a delivery; null if it is not pending, or waits in its row. */
export const plannedTry = ({
  id,
  next_attempt_at,
}: Pick<WebhookDelivery, 'id' | 'next_attempt_at'>): PlannedTry | null =>
  next_attempt_at === null ? null : { delivery_id: id, due_at: next_attempt_at };

/** SQL for the columns of PlannedTry. A planned try always has an instant, so the second value is never used. */
export const PLANNED = `d.id as delivery_id, coalesce(d.next_attempt_at, 'infinity') as due_at`;

/** A try that was due before this has lost its job. */
const lateAt = (now: Date): Date => new Date(now.getTime() - WEBHOOK_LATE_MINUTES * MINUTE_MS);

/**
 * Makes a delivery pending again, to be sent now; null if its first try is about to happen anyway. The caller has locked
 * the webhook.
 */
export const makePending = (tx: Tx, id: string, now: Date): Promise<PlannedTry | null> =>
  firstRow(
    tx,
    PlannedTry,
    `update webhook_deliveries d set state = 'pending', attempts = 0, error = null, next_attempt_at = $2
     where d.id = $1 and not (d.state = 'pending' and d.attempts = 0 and d.next_attempt_at >= $3) returning ${PLANNED}`,
    [id, now, lateAt(now)],
  );

/** Plans a try for later, without counting it. Returns null if another one was planned in the meantime. */
export const postpone = (tx: Tx, { delivery_id, due_at }: PlannedTry, until: Date): Promise<PlannedTry | null> =>
  firstRow(
    tx,
    PlannedTry,
    `update webhook_deliveries d set next_attempt_at = $3
     where d.id = $1 and d.state = 'pending' and d.next_attempt_at = $2 returning ${PLANNED}`,
    [delivery_id, due_at, until],
  );

/**
 * Lets a try wait in its row, without a job, until `hasten` or `renewLate` plans it. Does nothing if another try was
 * planned in the meantime.
 */
export async function park(tx: Tx, { delivery_id, due_at }: PlannedTry): Promise<void> {
  await tx.rows(
    `update webhook_deliveries set next_attempt_at = null where id = $1 and state = 'pending' and next_attempt_at = $2`,
    [delivery_id, due_at],
  );
}

/** SQL for a delivery `p` that waits in its row, and the order in which a user's deliveries leave it. */
const PARKED = "p.state = 'pending' and p.next_attempt_at is null";
const PARKED_ORDER = 'p.attempts, p.id';

/** Plans a user's next try that waits in its row, because a slot is free; null if there is none. */
export const hasten = (tx: Tx, userId: string, now: Date): Promise<PlannedTry | null> =>
  firstRow(
    tx,
    PlannedTry,
    `update webhook_deliveries d set next_attempt_at = $2 where d.id = (
       select p.id from webhook_deliveries p
       where ${PARKED} and p.webhook_id in (select w.id from webhooks w where w.user_id = $1)
       order by ${PARKED_ORDER} limit 1 for no key update skip locked)
     returning ${PLANNED}`,
    [userId, now],
  );

const LATE_BATCH = 500;

/**
 * Plans again what is five minutes late, whatever happened to its jobs, and one try for each user whose tries wait in
 * their rows, in case no other try of theirs is left to plan it.
 */
export const renewLate = (tx: Tx, now: Date): Promise<PlannedTry[]> =>
  tx.rows(
    PlannedTry,
    `update webhook_deliveries d set next_attempt_at = greatest(d.next_attempt_at + interval '1 millisecond', $1)
     where d.id in (
       select l.id from webhook_deliveries l where l.state = 'pending' and (l.next_attempt_at < $2
         or l.next_attempt_at is null and l.id = any(array(
           select distinct on (w.user_id) p.id from webhook_deliveries p join webhooks w on w.id = p.webhook_id
           where ${PARKED} order by w.user_id, ${PARKED_ORDER})))
       order by l.id limit ${LATE_BATCH} for no key update skip locked)
     returning ${PLANNED}`,
    [now, lateAt(now)],
  );
