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

/** The platform's part of a handler's context. */
interface PlatformContext {
  readonly db: Db;
  readonly mail: Mail;
  readonly push: Push;
  readonly signatures: Signatures;
  readonly encryption: Encryption;
  readonly clock: Clock;
  readonly config: PlatformConfig;
  /** The URL of the database that bypasses a pooler, for backups. */
  readonly direct_url: string;
  readonly storage: Storage;
  readonly log: Log;
}

/** The input of every handler besides its payload: the server's dependencies for jobs. */
export type JobContext = PlatformContext & Registered<'job_context', unknown>;

/** Aborts a long run when the server stops. It is not the job's fault. */
export class ServerStopped extends Error {
  constructor() {
    super('The server stopped before the job finished.');
  }
}

/** One run of a job. */
export interface JobRun {
  /** The same for every attempt at a job, so a receiver can recognize repetitions. */
  readonly job_id: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** The names of all jobs that this version defines. */
  readonly known_jobs: readonly string[];
  /**
   * Aborted when the attempt exceeds its timeout. For a job that may run for hours, also aborted with ServerStopped
   * when the server stops. The attempt then counts as failed.
   */
  readonly signal: AbortSignal;
}

export interface Job<Schema extends z.ZodMiniType = z.ZodMiniType> extends Enqueueable<Schema> {
  readonly retry: {
    /** The maximum number of attempts. */
    readonly tries: number;
    /** The timeout of one attempt, in seconds; 60 by default. */
    readonly timeout_s?: number;
  };
  /** Enqueues the job automatically at this interval in seconds, once for all instances, with `{}` as its payload. */
  readonly every_s?: number;
  /** Whether the job waits while the clock might be ahead, because its work is irreversible. */
  readonly needs_clock?: boolean;
  /** How many of these jobs one process runs concurrently; 1 by default. */
  readonly parallel?: number;
  /**
   * Does the work. A thrown error fails the attempt, and one with `permanent: true` fails the job immediately. The work
   * must be safe to repeat: if the process dies right after it, it runs again.
   */
  handle(payload: z.output<Schema>, context: JobContext & JobRun): Promise<void>;
}

/** Keeps the payload's type, so `tx.enqueue` and `handle` agree on it. */
export const defineJob = <Schema extends z.ZodMiniType>(job: Job<Schema>): Job<Schema> => job;

interface RecurringJob extends Omit<Job, 'schema' | 'retry' | 'handle'> {
  readonly every_s: number;
  /** Three attempts by default. */
  readonly retry?: Partial<Job['retry']>;
  handle(context: JobContext & JobRun): Promise<void>;
}

/** Defines a job that is enqueued automatically and so has no payload. */
export const defineRecurring = ({ handle, retry, ...job }: RecurringJob): Job =>
  defineJob({ ...job, schema: z.object({}), retry: { tries: 3, ...retry }, handle: (_, context) => handle(context) });

const BATCH_REST_MS = 100;

/** Pauses a job between its batches of writes, so the server can handle requests. */
export const restAfterBatch = (): Promise<void> => delay(BATCH_REST_MS);

/**
 * Returns the results of `compute` for all items. Logs and skips an item for which it throws. Otherwise, a broken item
 * would stop the job at the same point each time.
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
 * Runs `find` in one statement for all items. If a value cannot be computed (a RangeError), it searches each half
 * again, so it only logs and skips the broken item.
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
