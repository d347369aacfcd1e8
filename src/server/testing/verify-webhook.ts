import { createHmac } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '#platform/lib/durations.ts';
import type { ReceivedWebhook } from './webhook-receiver.ts';

/**
 * Verifies a delivery by Standard Webhooks with Node's HMAC, independently of the code that signs. Returns its parsed
 * body. Throws if no signature matches or the timestamp is off by more than five minutes.
 */
export function verifyWebhook(secret: string, { body, headers }: Pick<ReceivedWebhook, 'body' | 'headers'>): unknown {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  if (!String(signatures).split(' ').includes(expected)) throw new Error('No matching signature found');
  if (!(Math.abs(Date.now() - Number(timestamp) * SECOND_MS) <= 5 * MINUTE_MS))
    throw new Error('Message timestamp off');
  return JSON.parse(body);
}
