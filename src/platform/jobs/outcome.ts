import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from '#platform/db/open.ts';
import { describeThrown } from '#platform/lib/foreign-text.ts';
import type { Job } from './job.ts';
import { isPermanent, retryDelaySeconds } from './retries.ts';

export interface Taken {
  readonly id: string;
  /** 1 for the first try. */
  readonly attempt: number;
}

/** The result of a failed try: the seconds until the next one, or null when there is none (the job is dead). */
export interface FailedTry {
  readonly retry_in_s: number | null;
  readonly message: string;
}

// By the id and no state: with one, these could be looked for in the index of what waits.

/** Clears the payload and the error of an earlier try: they may contain an address and are no longer needed. */
const SUCCEED = `update jobs set state = 'done', ended_at = now(), data = null, error = null
  where id = any($1) and ended_at is null`;

const RETRY = `update jobs set state = 'waiting', run_at = now() + $4::float8 * interval '1 second', error = $3
  where id = $1 and attempts = $2 and ended_at is null`;

const FAIL = `update jobs set state = 'failed', ended_at = now(), error = $3
  where id = $1 and attempts = $2 and ended_at is null`;

/**
 * Returns a function that marks a job as done. Jobs that end within `pauseMs()` of the first of them are written
 * together, and each caller hears of an error of that write. Doing it twice is harmless.
 */
export function makeSuccessRecorder(db: Queryable, pauseMs: () => number): (id: string) => Promise<void> {
  let open: { ids: string[]; written: Promise<void> } | null = null;
  const write = async (ids: readonly string[]) => {
    const ms = pauseMs();
    await (ms > 0 ? delay(ms) : undefined);
    // Whoever comes from now on begins another group.
    open = null;
    await db.rows(SUCCEED, [ids]);
  };
  return (id) => {
    if (open) {
      open.ids.push(id);
      return open.written;
    }
    const ids = [id];
    const written = write(ids);
    open = { ids, written };
    return written;
  };
}

/** Marks a try as failed: it is repeated later, or was the last one. Doing it twice is harmless. */
export async function recordFailure(
  db: Queryable,
  { retry }: Pick<Job, 'retry'>,
  { id, attempt }: Taken,
  error: unknown,
): Promise<FailedTry> {
  const message = describeThrown(error);
  if (isPermanent(error) || attempt >= retry.tries) {
    await db.rows(FAIL, [id, attempt, message]);
    return { retry_in_s: null, message };
  }
  const wait = retryDelaySeconds(attempt);
  await db.rows(RETRY, [id, attempt, message, wait]);
  return { retry_in_s: Math.round(wait), message };
}
