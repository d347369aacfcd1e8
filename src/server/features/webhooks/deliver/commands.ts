import { Webhook as Signer } from 'standardwebhooks';
import { WEBHOOK_FIRST_TRY_SECONDS, WEBHOOK_TRY_SECONDS } from '#domain/limits.ts';
import { type DeliveryError, judgeTry } from '#domain/webhooks.ts';
import type { Tx } from '#platform/db/open.ts';
import type { GuardedHttp } from '#platform/guarded-http/guarded-http.ts';
import { retryDelaySeconds } from '#platform/jobs/retries.ts';
import type { Encryption } from '#platform/keys/encryption.ts';
import { SECOND_MS } from '#platform/lib/durations.ts';
import { turnOff } from '../manage/queries.ts';
import { SECRET_PURPOSE } from '../secrets/commands.ts';
import { type DueDelivery, lockDue, recordTry } from './queries.ts';

/**
 * Returns the headers of an attempt, signed with the secret. For a day after a rotation, the previous secret signs too.
 * Null if no key of SECRET_KEY opens the secret, as in a restored database of another server.
 */
function headersOf(delivery: DueDelivery, encryption: Encryption, now: Date): Record<string, string> | null {
  const { webhook_id, secret, previous_secret, previous_until } = delivery;
  const open = (encrypted: Buffer) => encryption.decrypt(SECRET_PURPOSE, webhook_id, encrypted);
  const current = open(secret);
  if (!current) return null;
  const isPreviousGood = previous_secret !== null && previous_until !== null && new Date(previous_until) > now;
  // Skip a previous secret that no key opens.
  const previous = isPreviousGood ? open(previous_secret) : null;
  const signatures = (previous ? [current, previous] : [current]).map((key) =>
    new Signer(key, { format: 'raw' }).sign(delivery.event_id, now, delivery.body),
  );
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Emberkin-Webhooks',
    'webhook-id': delivery.event_id,
    'webhook-timestamp': String(Math.floor(now.getTime() / SECOND_MS)),
    'webhook-signature': signatures.join(' '),
  };
}

/** The result of one attempt. */
interface DeliveryAnswer {
  /** Null if there was no response. */
  readonly status: number | null;
  /** Null for success. */
  readonly error: DeliveryError | null;
}

/** Makes one attempt, unless no key opens the secret. Returns the response and the duration. */
export async function sendOnce(
  delivery: DueDelivery,
  { encryption, webhook_http }: { readonly encryption: Encryption; readonly webhook_http: GuardedHttp },
  now: Date,
): Promise<{ answer: DeliveryAnswer; duration_ms: number }> {
  const headers = headersOf(delivery, encryption, now);
  if (!headers) return { answer: { status: null, error: 'secret' }, duration_ms: 0 };
  const begun = performance.now();
  const seconds = delivery.attempts === 0 ? WEBHOOK_FIRST_TRY_SECONDS : WEBHOOK_TRY_SECONDS;
  const answer = await webhook_http.post(delivery.url, headers, delivery.body, seconds * SECOND_MS);
  return { answer, duration_ms: Math.round(performance.now() - begun) };
}

/**
 * Records the result of an attempt, then plans the next one or turns the webhook off. If the delivery was given up or
 * planned again since, it records only success.
 */
export async function settleTry(
  tx: Tx,
  delivery: DueDelivery,
  { answer, duration_ms }: { answer: DeliveryAnswer; duration_ms: number },
  now: Date,
): Promise<{ due_at: string | null; off_reason: 'gone' | 'failing' | null }> {
  const locked = await lockDue(tx, delivery);
  const { error, status: response_status } = answer;
  if (!locked || (error !== null && !locked.is_due)) return { due_at: null, off_reason: null };
  const attempts = delivery.attempts + 1;
  const { state, off_reason } = judgeTry({ error, attempts, has_succeeded_since: locked.has_succeeded_since });
  const delay_ms = Math.round(retryDelaySeconds(attempts)) * SECOND_MS;
  const due_at = state === 'pending' ? new Date(now.getTime() + delay_ms).toISOString() : null;
  await recordTry(tx, delivery, { state, error, response_status, duration_ms, next_attempt_at: due_at }, now);
  if (off_reason !== null) await turnOff(tx, delivery.webhook_id, off_reason);
  return { due_at, off_reason };
}
