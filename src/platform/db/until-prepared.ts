import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError } from '#platform/config/config-error.ts';
import { SECOND_MS } from '#platform/lib/durations.ts';
import { codeOf } from '#platform/lib/error-codes.ts';
import { isAway, isTransient } from './failures.ts';

/** How long a start tries to prepare the database, and how long it pauses between attempts. */
const PATIENCE_S = 30;
const PAUSE_MS = 500;

/** A wrong user or password, or a missing database. */
const REFUSED = /^(28...|3D000)$/;

/** Returns the error's message. For a host with several addresses, that is the first address's error. */
const lineOf = (error: unknown): string =>
  error instanceof AggregateError ? lineOf(error.errors[0]) : (error as Error).message;

interface Options {
  /** Receives one line after the first attempt failed. */
  readonly report?: ((line: string) => void) | undefined;
  readonly clock?: { now(): number; wait(ms: number): Promise<unknown> };
}

/**
 * Prepares the database and retries temporary failures for 30 s. Temporary are a deadlock, a serialization failure and
 * an unavailable database. After 30 s, or immediately if the server refuses the user or the database is missing, throws
 * a ConfigError with one sentence.
 */
export async function untilPrepared<T>(
  prepare: () => Promise<T>,
  { report = () => undefined, clock = { now: () => performance.now(), wait } }: Options = {},
): Promise<T> {
  let end = Number.POSITIVE_INFINITY;
  for (let tries = 1; ; tries++) {
    try {
      return await prepare();
    } catch (error) {
      if (REFUSED.test(codeOf(error))) throw new ConfigError(`The database refuses DATABASE_URL: ${lineOf(error)}.`);
      if (!isTransient(error) && !isAway(error)) throw error;
      // Start the limit here: the first attempt might have waited long for the lock.
      if (tries === 1) end = clock.now() + PATIENCE_S * SECOND_MS;
      if (clock.now() + PAUSE_MS > end)
        throw new ConfigError(`The database could not be prepared within ${PATIENCE_S} s: ${lineOf(error)}.`);
      if (tries === 1) report(`The database is not ready (${lineOf(error)}): trying for ${PATIENCE_S} s.`);
      await clock.wait(PAUSE_MS);
    }
  }
}
