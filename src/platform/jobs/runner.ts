import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { isAway } from '#platform/db/failures.ts';
import type { Queryable } from '#platform/db/open.ts';
import type { Log } from '#platform/lib/log.ts';
import { type Job, type JobContext, ServerStopped } from './job.ts';
import { type FailedTry, recordFailure, type Taken } from './outcome.ts';
import { isPermanent } from './retries.ts';

/** Tries (not jobs) of this process by outcome since its start. */
export interface Counts {
  done: number;
  failed: number;
  dead: number;
}

const TIMEOUT_S = 60;
/** The seconds that one try may take. */
export const timeoutOf = ({ retry }: Pick<Job, 'retry'>): number => retry.timeout_s ?? TIMEOUT_S;
const RECORD_AGAIN_MS = 1000;
const UNTOLD = 'The try failed, and the database did not take the text of its error.';

class BadPayload extends Error {
  readonly permanent = true;
}

export interface Runner {
  /** For statements that take or mark jobs. */
  readonly db: Queryable;
  readonly context: JobContext;
  readonly log: Log;
  readonly counts: ReadonlyMap<string, Counts>;
  /** Marks a job as done, by its id. */
  readonly recordSuccess: (id: string) => Promise<void>;
  /** Aborted some seconds before `stopping`: a try that may last long fails then, while its failure can still be written. */
  readonly cutting: AbortController;
  /** Aborted when the queue stops for good. */
  readonly stopping: AbortController;
}

/** Rejects when the server stops. Tries of ordinary length are waited for instead. */
const untilTheEnd = (cut: AbortSignal, done: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(new ServerStopped());
    if (cut.aborted) end();
    else cut.addEventListener('abort', end, { once: true, signal: done });
  });

async function handle({ context, counts, cutting }: Runner, job: Job, taken: Taken, data: unknown): Promise<void> {
  // Only the job of a killed process is taken once more than it has tries.
  if (taken.attempt > job.retry.tries) throw new Error('The process of the last try ended before the try did.');
  const parsed = z.safeParse(job.schema, data);
  if (!parsed.success) throw new BadPayload(`The payload does not fit: ${z.prettifyError(parsed.error)}`);
  const seconds = timeoutOf(job);
  const over = new AbortController();
  const done = new AbortController();
  const late = delay(seconds * 1000, undefined, { signal: done.signal }).then(() => {
    throw new Error(`The try lasted more than ${seconds} s.`);
  });
  const cuts = seconds > TIMEOUT_S ? [late, untilTheEnd(cutting.signal, done.signal)] : [late];
  const { id: job_id, attempt } = taken;
  const work = (async () =>
    job.handle(parsed.data, { ...context, job_id, attempt, known_jobs: [...counts.keys()], signal: over.signal }))();
  try {
    await Promise.race([work, ...cuts]);
  } catch (error) {
    // The work that lost the race is told so.
    over.abort(error);
    throw error;
  } finally {
    done.abort();
  }
}

/**
 * Retries until the outcome is stored, so that finished work is not repeated. If a database that answers does not take
 * the text of a failure, the failure is stored without it.
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
    log.error(fields, 'job failed for good');
  } else {
    count.failed++;
    log.warn({ ...fields, retry_in_s: failed.retry_in_s }, 'job failed, will be tried again');
  }
}

/** How a try ended: with an error, or null. */
export type Outcome = { readonly error: unknown } | null;

/** Tries one taken job. Never rejects. */
export const attempt = (runner: Runner, job: Job, taken: Taken, data: unknown): Promise<Outcome> =>
  handle(runner, job, taken, data).then(
    () => null,
    (error: unknown) => ({ error }),
  );

/** Stores how a try ended, which may take until the database is back. Never rejects. */
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
