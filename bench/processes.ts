import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Processor time and memory of processes, read from /proc: this part of the bench needs Linux. */
export const MIB = 1024 * 1024;
const SAMPLE_MS = 20;
/** Microseconds of one clock tick; Linux reports 100 ticks a second to programs, whatever its own timer does. */
const TICK_US = 10_000;

/** A file of /proc, or nothing when its process has ended. */
const read = (path: string) => readFile(path, 'utf8').catch(() => '');

async function childrenOf(pid: number): Promise<number[]> {
  return (await read(`/proc/${pid}/task/${pid}/children`)).split(' ').filter(Boolean).map(Number);
}

/** Microseconds that the scheduler gave to a thread. The ticks of /proc/PID/stat are 10 ms each, too coarse for short rounds. */
const microsecondsOf = async (schedstat: string) => Number((await read(schedstat)).split(' ')[0]) / 1000;

/** Microseconds of processor time that a program with long-lived threads has used, such as Node. */
export async function processorTimeOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(threads.map((thread) => microsecondsOf(`/proc/${pid}/task/${thread}/schedstat`)));
  return times.reduce((sum, time) => sum + time, 0);
}

/** The same of PostgreSQL: its first process, all that it has started, and those of them that have ended. */
export async function processorTimeOfCluster(postmaster: number): Promise<number> {
  const living = [postmaster, ...(await childrenOf(postmaster))];
  const times = await Promise.all(living.map((pid) => microsecondsOf(`/proc/${pid}/schedstat`)));
  const stat = await read(`/proc/${postmaster}/stat`);
  // Behind the name, which may hold spaces: field 14 and 15 are the user and system ticks of children that have ended.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ended = (Number(fields[13]) + Number(fields[14])) * TICK_US;
  return times.reduce((sum, time) => sum + time, ended);
}

/** Resident memory of one process in bytes. */
export async function memoryOf(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+) kB/.exec(await read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

/**
 * Memory of PostgreSQL in bytes: of its first process and of all that it has started, with what they share counted once
 * (PSS). Only the account of the database and root may ask.
 */
export async function memoryOfCluster(postmaster: number): Promise<number> {
  const processes = [postmaster, ...(await childrenOf(postmaster))];
  const rollups = await Promise.all(processes.map((pid) => read(`/proc/${pid}/smaps_rollup`)));
  return rollups.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024, 0);
}

/** Resident memory of a process and of all that it started; one that has ended counts nothing. */
async function memoryOfTree(pid: number): Promise<number> {
  const parts = [memoryOf(pid), ...(await childrenOf(pid)).map(memoryOfTree)];
  return (await Promise.all(parts)).reduce((sum, bytes) => sum + bytes, 0);
}

/** Does something and answers what the process and its children took before, and meanwhile at most, in bytes. */
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
