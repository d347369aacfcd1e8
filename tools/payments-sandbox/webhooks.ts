import { createHmac } from 'node:crypto';
import type { SandboxEvent, State } from './state.ts';

/** Seconds until the next attempt after each failed one; after the last, the event is given up. */
const DELAYS = [1, 2, 5, 15, 60, 300, 1800, 3600, 6 * 3600];
const TIMEOUT_MS = 10_000;

/** Returns the header that signs a body at an instant (seconds). */
export function signatureOf(payload: string, secret: string, at: number): string {
  const mac = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
  return `t=${at},v1=${mac}`;
}

/** Returns the bytes of an event and their signature at an instant (seconds). */
export function signed(event: SandboxEvent, secret: string, at: number): { payload: string; signature: string } {
  const { id, type, created, object } = event;
  const payload = JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object } });
  return { payload, signature: signatureOf(payload, secret, at) };
}

async function deliver(url: string, event: SandboxEvent, secret: string, at: number): Promise<boolean> {
  const { payload, signature } = signed(event, secret, at);
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
  try {
    const answer = await fetch(url, {
      ...{ method: 'POST', headers, body: payload, redirect: 'manual' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Sends due events in their order; a failed one is retried later. `now` is in seconds. */
export async function deliverDue(state: State, url: string, now: () => number): Promise<void> {
  for (const event of state.events) {
    if (event.next_attempt === null || event.next_attempt > now()) continue;
    const taken = await deliver(url, event, state.webhook_secret, now());
    event.attempts++;
    const delay = DELAYS[event.attempts - 1];
    event.next_attempt = taken || delay === undefined ? null : now() + delay;
  }
  // Delivered events stay in the file for a while, for debugging.
  const done = state.events.filter((event) => event.next_attempt === null);
  const old = new Set(done.slice(0, Math.max(0, done.length - 200)));
  if (old.size > 0) state.events = state.events.filter((event) => !old.has(event));
}
