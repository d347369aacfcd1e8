import { WEBHOOK_IN_FLIGHT_MAX, WEBHOOK_LATE_MINUTES, WEBHOOK_TIMEOUTS_BEFORE_REST } from '#domain/limits.ts';
import type { Queryable, Tx } from '#platform/db/open.ts';
import { allValues, firstRow } from '#platform/db/rows.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import type { UserRow } from '../../../facts/users.ts';
import { STILL_VISIBLE } from '../subjects/queries.ts';

/** A try that was due before this has no job any more that would make it. */
export const lateAt = (now: Date): Date => new Date(now.getTime() - WEBHOOK_LATE_MINUTES * MINUTE_MS);

/** The next delivery of a webhook, as its job knows of it: the job does nothing once the webhook names another instant. */
export interface DueSend {
  webhook_id: string;
  next_send_at: string;
}

/**
 * Makes webhooks due that have something to send now; returns those that need a job. One that is sending, rests or is due
 * already has a job, unless that is long late and so lost. The caller has locked them.
 */
export const scheduleSends = (tx: Tx, ids: readonly string[], now: Date): Promise<DueSend[]> =>
  tx.rows(
    `update webhooks w set next_send_at = $2, sending_since = null
     where w.id = any($1) and (coalesce(w.sending_since, w.next_send_at) < $3 or w.sending_since is null
       and (w.next_send_at is null or w.next_send_at > $2 and w.timeouts < ${WEBHOOK_TIMEOUTS_BEFORE_REST}))
     returning w.id as webhook_id, w.next_send_at`,
    [ids, now, lateAt(now)],
  );

const LATE_BATCH = 500;

/** Locks the webhooks that have something to send and have lost their job; returns their ids. */
export const lockLate = (tx: Tx, now: Date): Promise<string[]> =>
  allValues(
    tx.rows,
    `select w.id from webhooks w where coalesce(w.sending_since, w.next_send_at, '-infinity') < $1 and exists (
       select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'pending' and d.next_attempt_at < $1)
     order by w.id limit ${LATE_BATCH} for no key update skip locked`,
    [lateAt(now)],
  );

type Plan = Pick<UserRow, 'subscription_tier' | 'subscription_plan' | 'subscription_ends_at'>;

/** The columns of a plan, for `users u`. */
export const PLAN_COLUMNS = 'u.subscription_tier, u.subscription_plan, u.subscription_ends_at';
/** SQL for `webhooks w`: whether the token that made it still opens something at the instant `now`. */
export const tokenStands = (now: string): string =>
  `(w.token_id is null or exists (select from api_tokens t where t.id = w.token_id
     and (t.expires_at is null or t.expires_at > ${now})))`;

/** A delivery about to be sent, with its webhook. */
export interface DueDelivery extends Plan {
  id: string;
  webhook_id: string;
  event_id: string;
  body: string;
  attempts: number;
  next_attempt_at: string;
  url: string;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: string | null;
  /** The user is suspended, or the token that made the webhook has expired. */
  is_barred: boolean;
  /** What it says may still be told to the user. */
  is_visible: boolean;
}

/** The delivery of a webhook that has waited longest, of those that are due. */
export const findDue = (db: Queryable, { webhook_id, next_send_at }: DueSend, now: Date): Promise<DueDelivery | null> =>
  firstRow<DueDelivery>(
    db.rows,
    `select d.id, d.webhook_id, d.event_id, d.body, d.attempts, d.next_attempt_at, w.url, w.secret,
       w.previous_secret, w.previous_until, ${PLAN_COLUMNS},
       u.suspended_at is not null or not ${tokenStands('$3')} as is_barred, ${STILL_VISIBLE} as is_visible
     from webhook_deliveries d join webhooks w on w.id = d.webhook_id join users u on u.id = w.user_id
     where d.webhook_id = $1 and d.state = 'pending' and d.next_attempt_at <= greatest($2::timestamptz, $3)
     order by d.next_attempt_at, d.id limit 1`,
    [webhook_id, next_send_at, now],
  );

/** A webhook that is sending: nobody else sends for it until `endSend`. */
export interface Claim {
  webhook_id: string;
  user_id: string;
  since: Date;
}

/** A try of a job lasts no longer than this: what has been on its way for longer has lost its process. */
const SENDING_MAX_MS = 60 * SECOND_MS;

/**
 * Claims a webhook for its next delivery; null where the job is out of date, where another process is sending for it, and
 * where its user has as many deliveries on their way as may be, whose end enqueues it anew. A job that `repeats` finds its
 * own claim and goes on.
 */
export async function claimSend(
  tx: Tx,
  { webhook_id, next_send_at }: DueSend,
  repeats: boolean,
  now: Date,
): Promise<Claim | null> {
  const own = await tx.rows<{ id: string; user_id: string; is_due: boolean; is_sending: boolean }>(
    `select w.id, w.user_id, coalesce(w.is_on and w.next_send_at = $2, false) as is_due, coalesce(w.sending_since > $3, false) as is_sending
     from webhooks w where w.user_id = (select o.user_id from webhooks o where o.id = $1) order by w.id for no key update`,
    [webhook_id, next_send_at, new Date(now.getTime() - SENDING_MAX_MS)],
  );
  const webhook = own.find(({ id }) => id === webhook_id);
  if (!webhook?.is_due || (webhook.is_sending && !repeats)) return null;
  const others = own.filter(({ id, is_sending }) => is_sending && id !== webhook_id);
  if (others.length >= WEBHOOK_IN_FLIGHT_MAX) return null;
  await tx.rows('update webhooks set sending_since = $2 where id = $1', [webhook_id, now]);
  return { webhook_id, user_id: webhook.user_id, since: now };
}

/**
 * Ends a claim: the webhook sends again when its next delivery is due, and not before `not_before`. Returns that and what
 * else of its user waits only for this end, also where the webhook was deleted meanwhile.
 */
export async function endSend(
  tx: Tx,
  { webhook_id, user_id, since }: Claim,
  { not_before, timeouts }: { not_before: Date; timeouts: number | null },
  now: Date,
): Promise<DueSend[]> {
  await tx.rows(
    `update webhooks w set sending_since = null, timeouts = coalesce($3, w.timeouts), next_send_at = (
       select greatest(d.next_attempt_at, $4) from webhook_deliveries d
       where d.webhook_id = w.id and d.state = 'pending' order by d.next_attempt_at limit 1)
     where w.id = $1 and w.sending_since = $2`,
    [webhook_id, since, timeouts, not_before],
  );
  return tx.rows(
    `select w.id as webhook_id, w.next_send_at from webhooks w
     where w.user_id = $3 and w.sending_since is null
       and (w.id = $1 and w.next_send_at is not null or w.next_send_at <= $2)`,
    [webhook_id, now, user_id],
  );
}
