import type pg from 'pg';
import type * as z from 'zod/mini';
import type { Registered } from '#platform/register.ts';
import { isLost, isSilent, isTransient } from './failures.ts';

/** A hint of the live stream, in the words of the product. */
export type Hint = Registered<'hint', { kind: string }>;

/** What a hint says has changed. */
export type HintKind = Hint['kind'];

/** Who gets a hint, as the product registers it. */
export type Audience = Registered<'audience', { readonly user_ids: readonly string[] }>;

/** What the queue needs to know about a job to accept a payload for it, without the handler. */
export interface Enqueueable<Schema extends z.ZodMiniType = z.ZodMiniType> {
  /** Letters, digits and hyphens; it is in the rows of its jobs and never changes. */
  readonly name: string;
  /** The payload, stored as JSON in the database until the job is done. */
  readonly schema: Schema;
  /** Of the jobs that `enqueueAll` stores, those that wait already with the same payload do for the new ones. */
  readonly waits_once?: true;
}

/** `run_at` and `delay_s` delay a job, to an instant or by the database's clock. */
export interface EnqueueOptions {
  readonly run_at?: Date;
  readonly delay_s?: number;
}

/** Sends a hint to the open pages of an audience. Called after the commit; a lost hint does no harm. */
type SendHint = (audience: Audience, kinds: readonly HintKind[]) => void;

/** Stores jobs as rows of the transaction, one for each payload. */
export interface JobStore<Tx> {
  enqueue<Schema extends z.ZodMiniType>(
    tx: Tx,
    job: Enqueueable<Schema>,
    payload: z.input<Schema>,
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Stores all in one statement; does nothing for an empty list. */
  enqueueAll<Schema extends z.ZodMiniType>(
    tx: Tx,
    job: Enqueueable<Schema>,
    payloads: readonly z.input<Schema>[],
  ): Promise<void>;
  /** Tells the queue that there is work now. Called after the commit. */
  wake(): void;
}

/** Announces notifications that the transaction wrote. */
type Notify<Tx> = (tx: Tx, ids: readonly string[]) => Promise<void>;

/** What a transaction can do besides its statements. Handed in, since the database knows neither streams nor a queue. */
export interface Effects<Tx> {
  readonly sendHint: SendHint;
  readonly jobs: JobStore<Tx>;
  readonly notify: Notify<Tx>;
}

/** The effects that a transaction can request. None of them happens on a rollback. */
export interface TransactionEffects {
  /**
   * After the commit, sends the audience a hint that something of these kinds changed; hints to one audience are
   * merged.
   */
  changed(audience: Audience, ...kinds: HintKind[]): void;
  /** Stores a job now, as a row of the transaction; the queue is woken after the commit. */
  enqueue<Schema extends z.ZodMiniType>(
    job: Enqueueable<Schema>,
    payload: z.input<Schema>,
    options?: EnqueueOptions,
  ): Promise<void>;
  /** The same for many payloads, in one statement. */
  enqueueAll<Schema extends z.ZodMiniType>(
    job: Enqueueable<Schema>,
    payloads: readonly z.input<Schema>[],
  ): Promise<void>;
  /** Announces notifications by the ids with which the transaction wrote them: a hint, and push messages by a job. */
  notify(ids: readonly string[]): Promise<void>;
}

/** The same for equal audiences, in whatever order their fields were written. */
const audienceKey = (audience: Audience) => JSON.stringify(audience, Object.keys(audience).sort());

/** Collects the effects of one attempt at a transaction; `tx` is that attempt's. */
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
  /** Sees how each call of the driver ends; what `work` does besides is none of the database's. */
  readonly watch: <R>(call: () => Promise<R>) => Promise<R>;
}

/** Runs `work` in one transaction on a connection of its own, and its effects after the commit. */
async function attempt<Tx, T>({ pool, effects, makeTx, watch }: Options<Tx>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await watch(() => pool.connect());
  let broken: Error | undefined;
  // The pool handles errors of idle connections only: without a listener, a server that dies now would crash the
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
    // A connection that went silent, lost its server or failed to roll back is not reused.
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

/** Tries again when a deadlock or a serialization failure undid everything. */
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
 * the whole of `work` again, with an empty list of effects, so it must change nothing but `tx`.
 */
export const transact = <Tx, T>(options: Options<Tx>, work: (tx: Tx) => Promise<T>): Promise<T> =>
  repeated(() => attempt(options, work));
