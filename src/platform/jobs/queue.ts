import type { Queryable } from '#platform/db/open.ts';
import type { JobStore } from '#platform/db/transaction.ts';
import type { Job, JobContext } from './job.ts';
import { type Loop, makeLoop } from './loop.ts';
import { makeSuccessRecorder } from './outcome.ts';
import { makeTurns } from './recurring.ts';
import type { Counts } from './runner.ts';
import { jobStore } from './store.ts';
import { takeDue, type Work } from './take.ts';

/** How long a job can stay unnoticed if nothing woke this queue for it, as after a restart or for a retry. */
const POLL_MS = 2000;
const STOP_MS = 10_000;
/** Long attempts are aborted this long before the stop, while there is time to store them for a retry. */
const CUT_MS = 3000;
/**
 * In the background, the loop pauses this long after each check. Jobs that finish within this time are marked as done
 * together.
 */
const GATHER_MS = 50;

/** The queue. `tx.enqueue` calls its `enqueue`. */
export interface Queue extends JobStore<Queryable> {
  /** Enqueues the recurring jobs that are due. The background loop also does that. */
  tick(): Promise<void>;
  /** Starts to run jobs in the background. */
  start(): void;
  /** Runs all due jobs, with `ignore_delays` also delayed jobs, and resolves when none is left. */
  drain(options?: { ignore_delays?: boolean }): Promise<void>;
  /** Returns the attempts of this process by outcome for each job name, including jobs that never ran. */
  countsByJob(): ReadonlyMap<string, Readonly<Counts>>;
  /** Stops claiming jobs and waits up to 10 s for running jobs. Jobs can still be enqueued for other instances. */
  rest(): Promise<void>;
}

interface Options {
  /** Runs the statements that claim and mark jobs, so they wait for no handler. */
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
  // This also waits for the jobs that the last check claims.
  await Promise.race([loop.stop().then(() => Promise.all(inHand)), patience]);
  clearTimeout(cut);
  clearTimeout(timer);
  stopping.abort();
}

/**
 * Creates the job queue, which does not work yet (docs/architecture.md#jobs). Any number of instances can share a
 * database. Only one of them claims each job.
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
      // Stored jobs also run if a recurring job cannot be enqueued.
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
