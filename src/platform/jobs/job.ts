import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { PlatformConfig } from '#platform/config/config.ts';
import type { Db } from '#platform/db/open.ts';
import type { Enqueueable } from '#platform/db/transaction.ts';
import type { Encryption } from '#platform/keys/encryption.ts';
import type { Signatures } from '#platform/keys/signatures.ts';
import type { Clock } from '#platform/lib/clock.ts';
import type { Log } from '#platform/lib/log.ts';
import type { Mail } from '#platform/mail/mail.ts';
import type { Push } from '#platform/push/push.ts';
import type { Registered } from '#platform/register.ts';
import type { Storage } from '#platform/storage/storage.ts';

/** The platform's part of what jobs use. */
interface PlatformContext {
  readonly db: Db;
  readonly mail: Mail;
  readonly push: Push;
  readonly signatures: Signatures;
  readonly encryption: Encryption;
  readonly clock: Clock;
  readonly config: PlatformConfig;
  /** The database past a pooler, as backups need it. */
  readonly direct_url: string;
  readonly storage: Storage;
  readonly log: Log;
}

/** The input of every handler besides its payload: the part of the server's dependencies that jobs use. */
export type JobContext = PlatformContext & Registered<'job_context', unknown>;

/** Why a run that may last long was ended: it is no fault of the job. */
export class ServerStopped extends Error {
  constructor() {
    super('The server stopped meanwhile.');
  }
}

/** One run of a job. */
export interface JobRun {
  /** The same for every try of one job: a handler can send it along, so that repetitions are recognized. */
  readonly job_id: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** The names of all jobs that this version knows. */
  readonly known_jobs: readonly string[];
  /**
   * Aborted when the run has taken too long, or, where it may last for hours, with ServerStopped when the server stops;
   * it counts as failed then.
   */
  readonly signal: AbortSignal;
}

export interface Job<Schema extends z.ZodMiniType = z.ZodMiniType> extends Enqueueable<Schema> {
  readonly retry: {
    /** How many; with the last failure the job has failed for good. */
    readonly tries: number;
    /** Seconds that one try may take; 60 by default. */
    readonly timeout_s?: number;
  };
  /** Enqueued automatically every so many seconds, once for all instances, with `{}` as its payload. */
  readonly every_s?: number;
  /** Whether its turn waits while the clock might be ahead, since what it does cannot be undone. */
  readonly needs_clock?: boolean;
  /** How many run at once in one process; 1 by default. */
  readonly parallel?: number;
  /**
   * Does the work. A thrown error is a failed try; one with `permanent: true` ends the job at once. If the process dies
   * right after the work it runs again, so doing it twice must be harmless.
   */
  handle(payload: z.output<Schema>, context: JobContext & JobRun): Promise<void>;
}

/** Preserves the payload's type, so that `tx.enqueue` and `handle` agree on it. */
export const defineJob = <Schema extends z.ZodMiniType>(job: Job<Schema>): Job<Schema> => job;

interface RecurringJob extends Omit<Job, 'schema' | 'retry' | 'handle'> {
  readonly every_s: number;
  /** Three tries by default. */
  readonly retry?: Partial<Job['retry']>;
  handle(context: JobContext & JobRun): Promise<void>;
}

/** A job that is enqueued automatically, and so has no payload. */
export const defineRecurring = ({ handle, retry, ...job }: RecurringJob): Job =>
  defineJob({ ...job, schema: z.object({}), retry: { tries: 3, ...retry }, handle: (_, context) => handle(context) });

const BATCH_REST_MS = 100;

/** The pause of a job that writes many rows, after each batch of them: requests are answered meanwhile. */
export const restAfterBatch = (): Promise<void> => delay(BATCH_REST_MS);

/**
 * What `compute` finds for each item. One for which it throws is logged and left out, so that a job which looks after
 * many does not stop at the first one that is broken, again in every turn.
 */
export const flatMapSafely = <T extends string | { id: string }, R>(
  log: Log,
  items: readonly T[],
  compute: (item: T) => R | readonly R[],
): R[] =>
  items.flatMap((item) => {
    try {
      return compute(item);
    } catch (err) {
      log.error({ err, id: typeof item === 'string' ? item : item.id }, 'a job left out what it could not compute');
      return [];
    }
  });

/**
 * Finds something for items in one statement for all of them. If a value cannot be computed (a RangeError), it searches each
 * half again, so only the broken item is logged and left out.
 */
export async function findSafely<T, R>(
  log: Log,
  items: readonly T[],
  find: (items: readonly T[]) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  try {
    return await find(items);
  } catch (err) {
    if (!(err instanceof RangeError)) throw err;
    if (items.length === 1) {
      log.error({ err, item: items[0] }, 'a job left out what it could not compute');
      return [];
    }
    const half = Math.ceil(items.length / 2);
    const first = await findSafely(log, items.slice(0, half), find);
    return [...first, ...(await findSafely(log, items.slice(half), find))];
  }
}
