import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Tx } from '#platform/db/open.ts';
import type { TestApp } from './test-app.ts';

/** Returns true if a statement on the test's database waits for a lock. */
const isWaiting = async ({ db }: TestApp) =>
  (await db.rows(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .length > 0;

/**
 * Makes a call while a transaction with `change` is open. Commits when the call has a response or waits for the
 * transaction. Returns the call's response.
 */
export async function callDuring(
  t: TestApp,
  change: (tx: Tx) => Promise<unknown>,
  call: () => Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  const { answer } = await t.db.transact(async (tx) => {
    await change(tx);
    let answered = false;
    const calling = call().finally(() => {
      answered = true;
    });
    await expect.poll(async () => answered || (await isWaiting(t)), { timeout: 10_000 }).toBe(true);
    return { answer: calling };
  });
  return answer;
}
