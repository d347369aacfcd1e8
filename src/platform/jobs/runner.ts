import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { isAway } from '#platform/db/failures.ts';
import type { Queryable } from '#platform/db/open.ts';
import type { Log } from '#platform/lib/log.ts';
import { type Job, type JobContext, ServerStopped } from './job.ts';
import { type FailedTry, recordFailure, type Taken } from './outcome.ts';
import { isPermanent } from './retries.ts';

/** The attempts (not jobs) of this process by outcome since its start. */
export interface Counts {
  done: number;
  failed: number;
  dead: number;
}

const TIMEOUT_S = 60;
/** Returns the timeout of one attempt, in seconds. */
export const timeoutOf = ({ retry }: Pick<Job, 'retry'>): number => retry.timeout_s ?? TIMEOUT_S;
const RECORD_AGAIN_MS = 1000;
const UNTOLD = 'The attempt failed, and the database rejected its error text.';

class BadPayload extends Error {
  readonly permanent = true;
}

export interface Runner {
  /** Runs the statements that claim and mark jobs. */
  readonly db: Queryable;
  readonly context: JobContext;
  readonly log: Log;
  readonly counts: ReadonlyMap<string, Counts>;
  /** Marks a job as done. */
  readonly recordSuccess: (id: string) => Promise<void>;
  /** Aborted some seconds before `stopping`. Long attempts then fail while their failure can still be stored. */
  readonly cutting: AbortController;
  /** Aborted when the queue stops permanently. */
  readonly stopping: AbortController;
}

/** Rejects when the server stops. Only long attempts use it; the stop waits for short attempts. */
const untilTheEnd = (cut: AbortSignal, done: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new ServerStopped());
    if (cut.aborted) end();
    else cut.addEventListener('abort', end, { once: true, signal: done });
  });

async function handle({ context, counts, cutting }: Runner, job: Job, taken: Taken, data: unknown): Promise<void> {
  // Only a job of a killed process can be claimed again after its last attempt.
  if (taken.attempt > job.retry.tries) throw new Error('The process exited during the last attempt.');
  const parsed = z.safeParse(job.schema, data);
  if (!parsed.success) throw new BadPayload(`The payload is invalid: ${z.prettifyError(parsed.error)}`);
  const seconds = timeoutOf(job);
  const over = new AbortController();
  const done = new AbortController();
  const late = delay(seconds * 1000, undefined, { signal: done.signal }).then(() => {
    throw new Error(`The attempt took more than ${seconds} s.`);
  });
  const cuts = seconds > TIMEOUT_S ? [late, untilTheEnd(cutting.signal, done.signal)] : [late];
  const { id: job_id, attempt } = taken;
  const work = (async () =>
    job.handle(parsed.data, { ...context, job_id, attempt, known_jobs: [...counts.keys()], signal: over.signal }))();
  try {
    await Promise.race([work, ...cuts]);
  } catch (error) {
    // Abort the work that lost the race.
    over.abort(error);
    throw error;
  } finally {
    done.abort();
  }
}

/**
 * Retries until the outcome is stored, so finished work does not run again. If the database responds but rejects the
 * error's text, stores the failure without the text.
 */
async function insist<T>(
  runner: Runner,
  record: () => Promise<T>,
  recordWithoutText: () => Promise<T> = record,
): Promise<T | null> {
  for (let write = record; ; ) {
    try {
      return await write();
    } catch (error) {
      if (runner.stopping.signal.aborted) return null;
      if (write !== recordWithoutText && !isAway(error)) {
        write = recordWithoutText;
        continue;
      }
      runner.log.warn({ err: error }, 'the outcome of a job could not be written yet');
      await delay(RECORD_AGAIN_MS, undefined, { signal: runner.stopping.signal }).catch(() => undefined);
    }
  }
}

function report({ log, counts }: Runner, { name }: Job, { id, attempt }: Taken, failed: FailedTry): void {
  const fields = { job: name, job_id: id, attempt, reason: failed.message };
  const count = counts.get(name)!;
  if (failed.retry_in_s === null) {
    count.dead++;
    log.error(fields, 'job failed permanently');
  } else {
    count.failed++;
    log.warn({ ...fields, retry_in_s: failed.retry_in_s }, 'job failed, will be retried');
  }
}

/** The result of an attempt: an error, or null for success. */
export type Outcome = { readonly error: unknown } | null;

/** Runs one attempt at a claimed job. Never rejects. */
export const attempt = (runner: Runner, job: Job, taken: Taken, data: unknown): Promise<Outcome> =>
  handle(runner, job, taken, data).then(
    () => null,
    (error: unknown) => ({ error }),
  );

/** Stores the result of an attempt, which can take until the database is back. Never rejects. */
export async function recordOutcome(runner: Runner, job: Job, taken: Taken, outcome: Outcome): Promise<void> {
  const { db, recordSuccess, counts } = runner;
  if (outcome) {
    const { error } = outcome;
    const untold = Object.assign(new Error(UNTOLD), { permanent: isPermanent(error) });
    const failed = await insist(
      runner,
      () => recordFailure(db, job, taken, error),
      () => recordFailure(db, job, taken, untold),
    );
    if (failed) report(runner, job, taken, failed);
    return;
  }
  const done = await insist(runner, () => recordSuccess(taken.id).then(() => true));
  if (done) counts.get(job.name)!.done++;
}
