import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

export const MIB = 1024 * 1024;
const SAMPLE_MS = 20;

/** Resident memory of a process and of all that it started, in bytes (Linux); one that has ended counts nothing. */
async function memoryOf(pid: number): Promise<number> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(await read('status'))?.[1] ?? 0) * 1024;
  const children = (await read(`task/${pid}/children`)).split(' ').filter(Boolean);
  const theirs = await Promise.all(children.map((child) => memoryOf(Number(child))));
  return theirs.reduce((sum, bytes) => sum + bytes, own);
}

/** Does something and answers what the process and its children took before, and meanwhile at most, in bytes. */
export async function growthDuring(pid: number, act: () => Promise<void>): Promise<{ before: number; most: number }> {
  const before = await memoryOf(pid);
  let most = before;
  const over = new AbortController();
  const watch = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, await memoryOf(pid));
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
