import type { Queryable } from '#platform/db/open.ts';
import type { JobStore } from '#platform/db/transaction.ts';
import type { Job, JobContext } from './job.ts';
import { type Loop, makeLoop } from './loop.ts';
import { makeSuccessRecorder } from './outcome.ts';
import { makeTurns } from './recurring.ts';
import type { Counts } from './runner.ts';
import { jobStore } from './store.ts';
import { takeDue, type Work } from './take.ts';

/** The longest time until a job is found of which nobody told the queue, as after a restart or for a retry. */
const POLL_MS = 2000;
const STOP_MS = 10_000;
/** So long before that end, tries that may last long are told to fail, to be made again by whoever is there then. */
const CUT_MS = 3000;
/** In the background the loop rests this long after each look, and jobs that end within this time are marked as done together. */
const GATHER_MS = 50;

/** The queue, whose `enqueue` transactions call as `tx.enqueue`. */
export interface Queue extends JobStore<Queryable> {
  /** Enqueues the recurring jobs that are due; the background does it automatically. */
  tick(): Promise<void>;
  /** Begins to work in the background. */
  start(): void;
  /** Runs what is due (with `ignore_delays` also what is delayed) and resolves when nothing is left. */
  drain(options?: { ignore_delays?: boolean }): Promise<void>;
  /** Tries of this process by outcome, for each job by its name, including those that never ran. */
  countsByJob(): ReadonlyMap<string, Readonly<Counts>>;
  /** Takes no new jobs and waits up to 10 s for running ones. Jobs can still be enqueued, for others to run. */
  rest(): Promise<void>;
}

interface Options {
  /** For statements that take or mark jobs: they wait for no handler. */
  readonly db: Queryable;
  readonly jobs: readonly Job[];
  readonly context: JobContext;
}

async function drain(work: Work, ignoreDelays: boolean): Promise<void> {
  for (;;) {
    const taken = await takeDue(work, ignoreDelays);
    if (taken === 0 && work.inHand.size === 0) return;
    await Promise.all(work.inHand);
  }
}

async function rest(work: Work, loop: Loop): Promise<void> {
  const { inHand, cutting, stopping } = work;
  work.ending = true;
  const cut = setTimeout(() => cutting.abort(), STOP_MS - CUT_MS);
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STOP_MS);
  });
  // What the last look takes is waited for, too.
  await Promise.race([loop.stop().then(() => Promise.all(inHand)), patience]);
  clearTimeout(cut);
  clearTimeout(timer);
  stopping.abort();
}

/**
 * The job queue, ready but not yet working (docs/architecture.md#jobs). Any number of instances may share a database:
 * each job is taken by one of them.
 */
export function startQueue({ db, jobs, context }: Options): Queue {
  const { clock, log } = context;
  const counts = new Map<string, Counts>(jobs.map((job) => [job.name, { done: 0, failed: 0, dead: 0 }]));
  const work: Work = {
    ...{ db, context, log, counts, jobs },
    cutting: new AbortController(),
    stopping: new AbortController(),
    running: new Map(),
    inHand: new Set(),
    background: false,
    ending: false,
    recordSuccess: makeSuccessRecorder(db, () => (work.background && !work.ending ? GATHER_MS : 0)),
    wake: () => loop.wake(),
  };
  const tick = makeTurns({ db: context.db, clock, jobs });
  const loop = makeLoop({
    async look() {
      // What is enqueued already runs also while a recurring job cannot be enqueued.
      try {
        await tick();
      } finally {
        await takeDue(work);
      }
    },
    pause_ms: POLL_MS,
    gap_ms: GATHER_MS,
    log,
  });
  let resting: Promise<void> | undefined;
  return {
    ...jobStore(new Set(counts.keys())),
    tick,
    wake: () => loop.wake(),
    start: () => {
      work.background = true;
      loop.start();
    },
    drain: ({ ignore_delays = false } = {}) => drain(work, ignore_delays),
    countsByJob: () => counts,
    rest: () => {
      resting ??= rest(work, loop);
      return resting;
    },
  };
}
