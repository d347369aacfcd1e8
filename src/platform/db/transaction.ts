import type pg from 'pg';
import type * as z from 'zod/mini';
import type { Registered } from '#platform/register.ts';
import { isLost, isSilent, isTransient } from './failures.ts';

/** A hint of the live stream, as the product defines it. */
export type Hint = Registered<'hint', { kind: string }>;

/** The kind of data that changed. */
export type HintKind = Hint['kind'];

/** The users who receive a hint, as the product registers them. */
export type Audience = Registered<'audience', { readonly user_ids: readonly string[] }>;

/** The parts of a job, without its handler, that the queue needs to accept a payload. */
export interface Enqueueable<Schema extends z.ZodMiniType = z.ZodMiniType> {
  /** Letters, digits and hyphens. Rows of the queue contain the name, so it never changes. */
  readonly name: string;
  /** The schema of the payload, which the database stores as JSON until the job is done. */
  readonly schema: Schema;
  /** Whether `enqueueAll` skips a payload for which a job is already waiting. */
  readonly waits_once?: true;
}

/** When a job runs: at the instant `run_at`, or `delay_s` seconds from now by the database's clock. */
export interface EnqueueOptions {
  readonly run_at?: Date;
  readonly delay_s?: number;
}

/** Sends a hint to the open pages of an audience after the commit. A lost hint does no harm. */
type SendHint = (audience: Audience, kinds: readonly HintKind[]) => void;

/** Stores one job for each payload as a row of the transaction. */
export interface JobStore<Tx> {
  enqueue<Schema extends z.ZodMiniType>(
    tx: Tx,
    job: Enqueueable<Schema>,
    payload: z.input<Schema>,
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Stores all jobs in one statement. Does nothing for an empty list. */
  enqueueAll<Schema extends z.ZodMiniType>(
    tx: Tx,
    job: Enqueueable<Schema>,
    payloads: readonly z.input<Schema>[],
  ): Promise<void>;
  /** Wakes the queue. Call it after the commit. */
  wake(): void;
}

/** Announces notifications that the transaction wrote. */
type Notify<Tx> = (tx: Tx, ids: readonly string[]) => Promise<void>;

/**
 * The effects that a transaction can request. The caller supplies them, because the database layer has no live stream
 * or queue.
 */
export interface Effects<Tx> {
  readonly sendHint: SendHint;
  readonly jobs: JobStore<Tx>;
  readonly notify: Notify<Tx>;
}

/** The effects that a transaction can request. None of them happens on a rollback. */
export interface TransactionEffects {
  /** Sends the audience a hint of these kinds after the commit. Merges hints to the same audience. */
  changed(audience: Audience, ...kinds: HintKind[]): void;
  /** Stores a job as a row of the transaction. Wakes the queue after the commit. */
  enqueue<Schema extends z.ZodMiniType>(
    job: Enqueueable<Schema>,
    payload: z.input<Schema>,
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Stores a job for each payload in one statement. */
  enqueueAll<Schema extends z.ZodMiniType>(
    job: Enqueueable<Schema>,
    payloads: readonly z.input<Schema>[],
  ): Promise<void>;
  /** Announces notifications of this transaction by their IDs: with a hint, and with push messages that a job sends. */
  notify(ids: readonly string[]): Promise<void>;
}

/** Returns the same key for equal audiences, regardless of the order of their fields. */
const audienceKey = (audience: Audience) => JSON.stringify(audience, Object.keys(audience).sort());

/** Collects the effects of one attempt at a transaction; `tx` returns that attempt's transaction. */
function collectEffects<Tx>(effects: Effects<Tx>, tx: () => Tx) {
  const hints = new Map<string, { audience: Audience; kinds: Set<HintKind> }>();
  let hasJobs = false;
  const own: TransactionEffects = {
    changed(audience, ...kinds) {
      const key = audienceKey(audience);
      const hint = hints.get(key) ?? { audience, kinds: new Set() };
      hints.set(key, hint);
      for (const kind of kinds) hint.kinds.add(kind);
    },
    async enqueue(job, payload, options) {
      hasJobs = true;
      await effects.jobs.enqueue(tx(), job, payload, options);
    },
    async enqueueAll(job, payloads) {
      if (payloads.length === 0) return;
      hasJobs = true;
      await effects.jobs.enqueueAll(tx(), job, payloads);
    },
    async notify(ids) {
      if (ids.length > 0) await effects.notify(tx(), ids);
    },
  };
  const run = () => {
    for (const { audience, kinds } of hints.values()) effects.sendHint(audience, [...kinds]);
    if (hasJobs) effects.jobs.wake();
  };
  return { own, run };
}

interface Options<Tx> {
  readonly pool: pg.Pool;
  readonly effects: Effects<Tx>;
  readonly makeTx: (client: pg.PoolClient, effects: TransactionEffects) => Tx;
  /** Wraps each driver call to observe its result. Other errors of `work` do not concern the database. */
  readonly watch: <R>(call: () => Promise<R>) => Promise<R>;
}

/** Runs `work` in one transaction on its own connection, then the effects after the commit. */
async function attempt<Tx, T>({ pool, effects, makeTx, watch }: Options<Tx>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await watch(() => pool.connect());
  let broken: Error | undefined;
  // The pool only handles errors of idle connections. Without this listener, a server that dies now would crash the
  // process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  let result: T;
  const { own, run } = collectEffects(effects, () => tx);
  const tx = makeTx(client, own);
  try {
    await watch(() => client.query('begin'));
    result = await work(tx);
    await watch(() => client.query('commit'));
  } catch (error) {
    // Do not reuse a connection that went silent, lost its server or failed to roll back.
    if (isSilent(error) || isLost(error)) broken = error as Error;
    else
      await client.query('rollback').catch((e: Error) => {
        broken = e;
      });
    throw error;
  } finally {
    if (!broken) client.off('error', onError);
    client.release(broken);
  }
  run();
  return result;
}

const TRIES = 3;

/** Retries after a deadlock or a serialization failure, which undid everything. */
async function repeated<T>(attemptOnce: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attemptOnce();
    } catch (error) {
      if (!isTransient(error) || tries === TRIES) throw error;
    }
  }
}

/**
 * Runs `work` in one transaction and returns its result after the commit. A deadlock or a serialization failure runs
 * `work` again with an empty list of effects, so `work` must change only `tx`.
 */
export const transact = <Tx, T>(options: Options<Tx>, work: (tx: Tx) => Promise<T>): Promise<T> =>
  repeated(() => attempt(options, work));
