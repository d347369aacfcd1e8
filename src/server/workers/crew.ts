import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import type { Log } from '../adapters/log.ts';

/** A worker process as the crew sees it. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Resolves when it listens; never, when it ends before. */
  readonly ready: Promise<void>;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  /** Ends it in order: `stop` with the whole instance, `fade` when another one has its slot. */
  notify(kind: 'stop' | 'fade'): void;
  /** Ends it at once. */
  kill(): void;
}

export interface Crew {
  /** Resolves when the first worker listens. */
  readonly ready: Promise<void>;
  /** Resolves when ten tries in a row ended before any worker listened, and none does. */
  readonly failed: Promise<void>;
  /** Puts a new worker into each slot, one after the other: each listens before the old one is told to fade. */
  restart(): Promise<void>;
  /** Ends all workers side by side and resolves when they are gone, `patience_ms` later at most. */
  stop(patience_ms: number): Promise<void>;
}

interface Options {
  readonly size: number;
  readonly fork: () => WorkerProcess;
  readonly log: Log;
  /** How long a worker may fade before it is killed. */
  readonly fade_ms: number;
  /** How long a worker may take from its fork until it listens, before it is killed. */
  readonly ready_ms: number;
}

const TRIES_MAX = 10;
const PAUSE_MAX_S = 30;
/** A worker that lived so long was well: the next one comes at once again. */
const WELL_MS = MINUTE_MS;

/** The pause after so many ends in a row, in milliseconds: none, 1 s, 2 s, 4 s, ... 30 s. */
const pauseAfter = (ends: number): number => (ends <= 1 ? 0 : Math.min(PAUSE_MAX_S, 2 ** (ends - 2)) * SECOND_MS);

interface Slot {
  worker: WorkerProcess;
}

/** The state that the functions of one crew share. */
interface Work extends Options {
  readonly slots: Slot[];
  /** Everybody who has not ended, whether in a slot or not. */
  readonly living: Map<WorkerProcess, { readonly born_at: number; ready: boolean }>;
  readonly stopping: AbortController;
  /** How many ended before they were ready, since one was. */
  failures: number;
  onReady(): void;
  onFailure(): void;
}

/** Starts a worker and keeps account of it until its end. */
function start(work: Work): WorkerProcess {
  const { fork, living, log, ready_ms } = work;
  const worker = fork();
  const state = { born_at: performance.now(), ready: false };
  living.set(worker, state);
  // One that hangs would keep its slot empty, and a rolling restart waiting, for ever.
  const impatience = setTimeout(() => {
    log.error({ worker_pid: worker.pid, ready_ms }, 'worker killed: it did not get ready in time');
    worker.kill();
  }, ready_ms);
  void worker.ready.then(() => {
    clearTimeout(impatience);
    state.ready = true;
    work.failures = 0;
    work.onReady();
  });
  void worker.ended.then(({ code, signal }) => {
    clearTimeout(impatience);
    living.delete(worker);
    const level = code === 0 ? 'info' : 'warn';
    log[level]({ worker_pid: worker.pid, code, signal }, 'worker ended');
    if (state.ready || work.stopping.signal.aborted) return;
    work.failures += 1;
    const serving = [...living.values()].some((other) => other.ready);
    if (work.failures >= TRIES_MAX && !serving) work.onFailure();
  });
  return worker;
}

/** Replaces the worker of a slot whenever it ends, until another one was put there or the crew stops. */
async function fillAgain(work: Work, slot: Slot): Promise<void> {
  const { living, stopping } = work;
  for (let ends = 0; ; ) {
    const { worker } = slot;
    const born_at = living.get(worker)?.born_at ?? performance.now();
    await worker.ended;
    ends = performance.now() - born_at >= WELL_MS ? 1 : ends + 1;
    if (slot.worker === worker)
      await wait(pauseAfter(ends), undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted || slot.worker !== worker) return;
    slot.worker = start(work);
  }
}

/** Ends a worker in order, or with force when that takes too long. */
async function see(worker: WorkerProcess, kind: 'stop' | 'fade', patience_ms: number): Promise<void> {
  const impatience = setTimeout(() => worker.kill(), patience_ms);
  worker.notify(kind);
  await worker.ended;
  clearTimeout(impatience);
}

/**
 * Puts a new worker into a slot. False when the new one did not get ready, or the crew stops: then the old one stays.
 */
async function replace(work: Work, slot: Slot): Promise<boolean> {
  // The stop has told everybody who lived then: whoever is born later would outlive it.
  if (work.stopping.signal.aborted) return false;
  const latest = start(work);
  const ready = await Promise.race([latest.ready.then(() => true), latest.ended.then(() => false)]);
  if (!ready || work.stopping.signal.aborted) return false;
  const { worker: old } = slot;
  slot.worker = latest;
  void fillAgain(work, slot);
  // Nobody waits for it: it may have an upload to finish.
  if (work.living.has(old)) void see(old, 'fade', work.fade_ms);
  return true;
}

async function restart(work: Work): Promise<void> {
  work.log.info({ workers: work.slots.length }, 'rolling restart begins');
  for (const slot of work.slots) {
    if (await replace(work, slot)) continue;
    if (!work.stopping.signal.aborted)
      work.log.error({}, 'rolling restart given up: a new worker did not get ready, the others stay');
    return;
  }
  work.log.info({}, 'rolling restart done');
}

/** Keeps `size` workers running: one that ends is replaced, later and later while that does not help. */
export function makeCrew(options: Options): Crew {
  let onReady = () => {};
  let onFailure = () => {};
  const ready = new Promise<void>((resolve) => {
    onReady = resolve;
  });
  const failed = new Promise<void>((resolve) => {
    onFailure = resolve;
  });
  const work: Work = {
    ...options,
    slots: [],
    living: new Map(),
    stopping: new AbortController(),
    failures: 0,
    onReady,
    onFailure,
  };
  // Every slot may be pausing.
  setMaxListeners(0, work.stopping.signal);
  for (let at = 0; at < options.size; at++) {
    const slot = { worker: start(work) };
    work.slots.push(slot);
    void fillAgain(work, slot);
  }
  let restarting: Promise<void> | null = null;
  return {
    ready,
    failed,
    restart: () => {
      restarting ??= restart(work).finally(() => {
        restarting = null;
      });
      return restarting;
    },
    stop: async (patience_ms) => {
      work.stopping.abort();
      await Promise.all([...work.living.keys()].map((worker) => see(worker, 'stop', patience_ms)));
    },
  };
}
