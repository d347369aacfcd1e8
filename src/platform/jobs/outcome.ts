import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from '#platform/db/open.ts';
import { describeThrown } from '#platform/lib/foreign-text.ts';
import type { Job } from './job.ts';
import { isPermanent, retryDelaySeconds } from './retries.ts';

export interface Taken {
  readonly id: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

/** The result of a failed attempt. `retry_in_s` is null if there is no retry and the job has failed. */
export interface FailedTry {
  readonly retry_in_s: number | null;
  readonly message: string;
}

// These statements have no condition on `state`; with one, PostgreSQL might use the index of waiting jobs, not the ID.

/** Clears the payload and the error of an earlier attempt, because they can contain an email address. */
const SUCCEED = `update jobs set state = 'done', ended_at = now(), data = null, error = null
  where id = any($1) and ended_at is null`;

const RETRY = `update jobs set state = 'waiting', run_at = now() + $4::float8 * interval '1 second', error = $3
  where id = $1 and attempts = $2 and ended_at is null`;

const FAIL = `update jobs set state = 'failed', ended_at = now(), error = $3
  where id = $1 and attempts = $2 and ended_at is null`;

/**
 * Returns a function that marks a job as done. It writes all jobs that finish within `pauseMs()` of the first one in
 * one statement. Each of their callers receives an error of that statement. Safe to repeat.
 */
export function makeSuccessRecorder(db: Queryable, pauseMs: () => number): (id: string) => Promise<void> {
  let open: { ids: string[]; written: Promise<void> } | null = null;
  const write = async (ids: readonly string[]) => {
    const ms = pauseMs();
    await (ms > 0 ? delay(ms) : undefined);
    // A later call starts another group.
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

/**
 * Marks an attempt as failed and schedules a retry, unless the error is permanent or no attempt is left. Safe to
 * repeat.
 */
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
