import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** The processor time and memory of processes from /proc, so this part of the bench needs Linux. */
export const MIB = 1024 * 1024;
const SAMPLE_MS = 20;
/** Microseconds per clock tick. Linux always reports 100 ticks a second to programs. */
const TICK_US = 10_000;

const read = (path: string) => readFile(path, 'utf8').catch(() => '');

async function childrenOf(pid: number): Promise<number[]> {
  return (await read(`/proc/${pid}/task/${pid}/children`)).split(' ').filter(Boolean).map(Number);
}

/** Reads a thread's scheduled microseconds. The ticks of /proc/PID/stat are 10 ms each, too coarse for short rounds. */
const microsecondsOf = async (schedstat: string) => Number((await read(schedstat)).split(' ')[0]) / 1000;

/** Returns the processor microseconds of a program with long-lived threads, such as Node. */
export async function processorTimeOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(threads.map((thread) => microsecondsOf(`/proc/${pid}/task/${thread}/schedstat`)));
  return times.reduce((sum, time) => sum + time, 0);
}

/** Returns the processor time of PostgreSQL: its first process, its children, and the children that have exited. */
export async function processorTimeOfCluster(postmaster: number): Promise<number> {
  const living = [postmaster, ...(await childrenOf(postmaster))];
  const times = await Promise.all(living.map((pid) => microsecondsOf(`/proc/${pid}/schedstat`)));
  const stat = await read(`/proc/${postmaster}/stat`);
  // After the name, which can contain spaces: fields 14 and 15 are the user and system ticks of exited children.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ended = (Number(fields[13]) + Number(fields[14])) * TICK_US;
  return times.reduce((sum, time) => sum + time, ended);
}

/** Returns the resident memory of one process in bytes. */
export async function memoryOf(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+) kB/.exec(await read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

/**
 * Returns the memory of PostgreSQL in bytes: its first process and its children, with shared memory counted once (PSS).
 * Only the database's account and root may read it.
 */
export async function memoryOfCluster(postmaster: number): Promise<number> {
  const processes = [postmaster, ...(await childrenOf(postmaster))];
  const rollups = await Promise.all(processes.map((pid) => read(`/proc/${pid}/smaps_rollup`)));
  return rollups.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024, 0);
}

/** Returns the resident memory of a process and its children. An exited process counts 0. */
async function memoryOfTree(pid: number): Promise<number> {
  const parts = [memoryOf(pid), ...(await childrenOf(pid)).map(memoryOfTree)];
  return (await Promise.all(parts)).reduce((sum, bytes) => sum + bytes, 0);
}

/** Runs `act` and returns the memory of the process and its children before and at most during it, in bytes. */
export async function growthDuring(pid: number, act: () => Promise<void>): Promise<{ before: number; most: number }> {
  const before = await memoryOfTree(pid);
  let most = before;
  const over = new AbortController();
  const watch = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, await memoryOfTree(pid));
      await wait(SAMPLE_MS);
    }
  })();
  try {
    await act();
  } finally {
    over.abort();
    await watch;
  }
  return { before, most };
}
