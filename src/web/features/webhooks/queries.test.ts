import { expect, it } from 'vitest';
import { deliveriesQuery } from './queries.ts';

/** Returns true if the open log is fetched again when the next attempt is this many seconds away. */
function looksAgain(seconds: number | null, state = 'failed'): boolean {
  const next_attempt_at = seconds === null ? null : new Date(Date.now() + seconds * 1000).toISOString();
  const { refetchInterval } = deliveriesQuery('a');
  if (typeof refetchInterval !== 'function') throw new Error('It always looks, or never.');
  return refetchInterval({ state: { data: { deliveries: [{ state, next_attempt_at }] } } } as never) !== false;
}

it('refetches the open log while an attempt is near, but not long after a missed one', () => {
  expect([30, 0, -30].map((seconds) => looksAgain(seconds))).toEqual([true, true, true]);
  expect([120, -120, null].map((seconds) => looksAgain(seconds))).toEqual([false, false, false]);
});

it('refetches the open log while a delivery waits for others of its user', () => {
  expect(looksAgain(null, 'pending')).toBe(true);
});
