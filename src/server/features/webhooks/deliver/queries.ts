import * as z from 'zod/mini';
import { WebhookDelivery } from '#contract/webhooks.ts';
import { WEBHOOK_DELIVERIES_SHOWN, WEBHOOK_PENDING_MAX } from '#domain/limits.ts';
import type { DeliveryError, DeliveryState } from '#domain/webhooks.ts';
import { Bool, Bytes, Id, Instant, Int, Text } from '#platform/db/columns.ts';
import { newId } from '#platform/db/ids.ts';
import { namedValues } from '#platform/db/named-values.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { firstRow, onlyValue } from '#platform/db/rows.ts';
import { UserRow } from '../../../facts/users.ts';
import { PLANNED, PlannedTry } from '../plan/queries.ts';
import { STILL_VISIBLE, type Subject } from '../subjects/queries.ts';

const COLUMNS = `d.id, d.event_id, d.event, d.state, d.attempts, d.response_status, d.error, d.duration_ms, d.body,
  d.created_at, d.last_attempt_at, d.next_attempt_at`;

export const listDeliveries = (db: Queryable, webhookId: string): Promise<WebhookDelivery[]> =>
  db.rows(
    WebhookDelivery,
    `select ${COLUMNS} from webhook_deliveries d where d.webhook_id = $1 order by d.id desc
     limit ${WEBHOOK_DELIVERIES_SHOWN}`,
    [webhookId],
  );

export const findDelivery = (db: Queryable, webhookId: string, id: string): Promise<WebhookDelivery | null> =>
  firstRow(db, WebhookDelivery, `select ${COLUMNS} from webhook_deliveries d where d.webhook_id = $1 and d.id = $2`, [
    webhookId,
    id,
  ]);

interface NewDelivery extends Subject {
  webhook_id: string;
  event_id: string;
  event: WebhookDelivery['event'];
  body: string;
}

/** SQL: the pending deliveries of all webhooks of one user. `webhook` is SQL for the ID of any of these webhooks. */
const pending = (webhook: string) => `select from webhook_deliveries p where p.state = 'pending' and p.webhook_id in (
    select o.id from webhooks o join webhooks own on own.user_id = o.user_id where own.id = ${webhook})`;

/** SQL: true if this user has the maximum of pending deliveries. `webhook` as above. */
const isFull = (webhook: string) => `(select count(*) >= ${WEBHOOK_PENDING_MAX} from (${pending(webhook)}
  limit ${WEBHOOK_PENDING_MAX}
) pending)`;

/**
 * Returns true if the webhook's user has the maximum of pending deliveries. Expects the user's webhooks to be locked.
 */
export const hasTooMany = (tx: Tx, webhookId: string): Promise<boolean> =>
  onlyValue(tx, Bool, `select ${isFull('$1')} as is_full`, [webhookId]);

const DUE_JOBS_MAX = 4;

/** SQL: true if enough deliveries of the webhook's user are due, so that another one is parked. */
const isBusy = (webhook: string, now: string) => `(select count(*) >= ${DUE_JOBS_MAX} from (${pending(webhook)}
    and (p.next_attempt_at is null or p.next_attempt_at <= ${now}::timestamptz)
  limit ${DUE_JOBS_MAX}
) due)`;

const INSERT = namedValues(
  `with waiting as (select ${isFull(':webhook_id')} as too_many, ${isBusy(':webhook_id', ':created_at')} as is_busy)
   insert into webhook_deliveries as d (id, webhook_id, event_id, event, body, mission_id, actor_id, checkin_id,
     comment_id, state, error, created_at, next_attempt_at)
   select :id, :webhook_id, :event_id, :event, :body, :mission_id, :actor_id, :checkin_id, :comment_id,
     case when too_many then 'failed' else 'pending' end, case when too_many then 'too_many' end, :created_at,
     case when not too_many and not is_busy then :created_at::timestamptz end from waiting
   where not too_many or not exists (
     select from webhook_deliveries g join webhooks w on w.id = g.webhook_id
     where g.webhook_id = :webhook_id and g.error = 'too_many'
       and g.created_at > coalesce(w.last_success_at, '-infinity'))
   on conflict (webhook_id, event_id) do nothing returning ${COLUMNS}`,
);

/**
 * Writes a delivery, once per event and webhook. Returns null if it wrote none. At the limit of pending deliveries it
 * writes one that has failed, then none until the webhook accepts something. Expects the webhooks of the user to be
 * locked.
 */
export const insertDelivery = (tx: Tx, delivery: NewDelivery, now: Date): Promise<WebhookDelivery | null> =>
  firstRow(tx, WebhookDelivery, ...INSERT({ ...delivery, id: newId(now), created_at: now }));

export const PlanRow = z.pick(UserRow, {
  subscription_tier: true,
  subscription_plan: true,
  subscription_ends_at: true,
});
/** SQL for the columns of `PlanRow`, from `users u`. */
export const PLAN_COLUMNS = 'u.subscription_tier, u.subscription_plan, u.subscription_ends_at';
/** Returns SQL that is true unless the token that created `webhooks w` has expired at `now`. */
export const tokenStands = (now: string): string =>
  `(w.token_id is null or exists (select from api_tokens t where t.id = w.token_id
     and (t.expires_at is null or t.expires_at > ${now})))`;

/** A delivery that is about to be sent, with its webhook. */
const DueDelivery = z.extend(PlannedTry, {
  ...PlanRow.shape,
  webhook_id: Id,
  user_id: Id,
  event_id: Text,
  body: Text,
  attempts: Int,
  url: Text,
  secret: Bytes,
  previous_secret: z.nullable(Bytes),
  previous_until: z.nullable(Instant),
  /** Whether the webhook is off, its user is suspended, or its token has expired. */
  is_barred: Bool,
  /** Whether the user may still see the content. */
  is_visible: Bool,
});
export type DueDelivery = z.output<typeof DueDelivery>;

/** Returns the delivery if it still waits for this attempt, or null. */
export const findDue = (db: Queryable, { delivery_id, due_at }: PlannedTry, now: Date): Promise<DueDelivery | null> =>
  firstRow(
    db,
    DueDelivery,
    `select ${PLANNED}, d.webhook_id, d.event_id, d.body, d.attempts, w.user_id, w.url, w.secret,
       w.previous_secret, w.previous_until, ${PLAN_COLUMNS},
       not w.is_on or u.suspended_at is not null or not ${tokenStands('$3')} as is_barred, ${STILL_VISIBLE} as is_visible
     from webhook_deliveries d join webhooks w on w.id = d.webhook_id join users u on u.id = w.user_id
     where d.id = $1 and d.state = 'pending' and d.next_attempt_at = $2`,
    [delivery_id, due_at, now],
  );

/** Gives up a pending delivery. `empties` also erases its body. */
export async function giveUp(db: Queryable, id: string, { empties }: { empties: boolean }): Promise<void> {
  await db.rows(
    `update webhook_deliveries set state = 'failed', next_attempt_at = null, body = case when $2 then '' else body end
     where id = $1 and state = 'pending'`,
    [id, empties],
  );
}

const LockedDelivery = z.object({
  /** Whether it still waits for this attempt, neither given up nor made pending again. */
  is_due: Bool,
  has_succeeded_since: Bool,
});
type LockedDelivery = z.output<typeof LockedDelivery>;

/** Locks the webhook and returns the state of the delivery; null if another attempt was faster. */
export async function lockDue(tx: Tx, delivery: DueDelivery): Promise<LockedDelivery | null> {
  await tx.rows('select from webhooks where id = $1 for no key update', [delivery.webhook_id]);
  return firstRow(
    tx,
    LockedDelivery,
    `select d.state = 'pending' and d.next_attempt_at is not distinct from $3 as is_due,
       coalesce(w.last_success_at >= d.created_at, false) as has_succeeded_since
     from webhook_deliveries d join webhooks w on w.id = d.webhook_id
     where d.id = $1 and d.attempts = $2`,
    [delivery.delivery_id, delivery.attempts, delivery.due_at],
  );
}

interface TryResult {
  state: DeliveryState;
  response_status: number | null;
  error: DeliveryError | null;
  duration_ms: number;
  next_attempt_at: string | null;
}

export async function recordTry(
  tx: Tx,
  { delivery_id, webhook_id }: DueDelivery,
  result: TryResult,
  now: Date,
): Promise<void> {
  await tx.rows(
    `update webhook_deliveries set state = $2, attempts = attempts + 1, response_status = $3, error = $4,
       duration_ms = $5, last_attempt_at = $6, next_attempt_at = $7 where id = $1`,
    [delivery_id, result.state, result.response_status, result.error, result.duration_ms, now, result.next_attempt_at],
  );
  if (result.state === 'delivered')
    await tx.rows('update webhooks set last_success_at = $2 where id = $1', [webhook_id, now]);
}
