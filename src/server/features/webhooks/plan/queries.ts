import * as z from 'zod/mini';
import type { WebhookDelivery } from '#contract/webhooks.ts';
import { WEBHOOK_LATE_MINUTES } from '#domain/limits.ts';
import { Id, Instant } from '#platform/db/columns.ts';
import type { Tx } from '#platform/db/open.ts';
import { firstRow } from '#platform/db/rows.ts';
import { MINUTE_MS } from '#platform/lib/durations.ts';

/**
 * The next attempt of a delivery, identified by its planned instant. Planning another attempt changes that instant, so
 * the job of an earlier attempt finds nothing to do.
 */
export const PlannedTry = z.object({ delivery_id: Id, due_at: Instant });
export type PlannedTry = z.output<typeof PlannedTry>;

/** Returns the planned attempt of a delivery; null if it is parked or not pending. */
export const plannedTry = ({
  id,
  next_attempt_at,
}: Pick<WebhookDelivery, 'id' | 'next_attempt_at'>): PlannedTry | null =>
  next_attempt_at === null ? null : { delivery_id: id, due_at: next_attempt_at };

/** SQL for the columns of `PlannedTry`. A planned attempt always has an instant, so the second value is never used. */
export const PLANNED = `d.id as delivery_id, coalesce(d.next_attempt_at, 'infinity') as due_at`;

/** Returns the instant before which a due attempt must have lost its job. */
const lateAt = (now: Date): Date => new Date(now.getTime() - WEBHOOK_LATE_MINUTES * MINUTE_MS);

/** Makes a delivery pending again, due now; null if its first attempt is about to run. Expects a locked webhook. */
export const makePending = (tx: Tx, id: string, now: Date): Promise<PlannedTry | null> =>
  firstRow(
    tx,
    PlannedTry,
    `update webhook_deliveries d set state = 'pending', attempts = 0, error = null, next_attempt_at = $2
     where d.id = $1 and not (d.state = 'pending' and d.attempts = 0 and d.next_attempt_at >= $3) returning ${PLANNED}`,
    [id, now, lateAt(now)],
  );

/** Plans an attempt for later without counting it. Returns null if another attempt was planned since. */
export const postpone = (tx: Tx, { delivery_id, due_at }: PlannedTry, until: Date): Promise<PlannedTry | null> =>
  firstRow(
    tx,
    PlannedTry,
    `update webhook_deliveries d set next_attempt_at = $3
     where d.id = $1 and d.state = 'pending' and d.next_attempt_at = $2 returning ${PLANNED}`,
    [delivery_id, due_at, until],
  );

/**
 * Parks an attempt: it has no job until `hasten` or `renewLate` plans it. Does nothing if another attempt was planned
 * since.
 */
export async function park(tx: Tx, { delivery_id, due_at }: PlannedTry): Promise<void> {
  await tx.rows(
    `update webhook_deliveries set next_attempt_at = null where id = $1 and state = 'pending' and next_attempt_at = $2`,
    [delivery_id, due_at],
  );
}

/** SQL for parked deliveries `p`, and the order in which those of a user continue. */
const PARKED = "p.state = 'pending' and p.next_attempt_at is null";
const PARKED_ORDER = 'p.attempts, p.id';

/** Plans the user's next parked attempt, because a slot is free; null if none is parked. */
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
 * Plans attempts that are five minutes late again, whatever happened to their jobs. Also plans one parked attempt per
 * user, in case no other attempt is left to plan it.
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
