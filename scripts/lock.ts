import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '../src/platform/lib/error-codes.ts';
import { ROOT } from './processes.ts';

const BEAT_MS = 1000;
const STALE_MS = 15_000;

/**
 * Runs `work` while no other process works under the same name. The lock is a directory that its owner touches every
 * second, so other processes notice a killed owner and take over.
 */
export async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  const lock = join(ROOT, 'dist', `.${name}.lock`);
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  let told = false;
  while (!take(lock)) {
    const owner = ownerOf(lock);
    if (isStale(lock, owner)) {
      remove(lock, owner);
      continue;
    }
    if (!told) console.log(`Waiting for another process (${owner || 'unknown'}) to ${name} ...`);
    told = true;
    await wait(200);
  }
  const beat = setInterval(() => utimesSync(lock, new Date(), new Date()), BEAT_MS);
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.on('exit', release);
  try {
    await work();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
}

function take(lock: string): boolean {
  try {
    mkdirSync(lock);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(lock, 'owner'), String(process.pid));
  return true;
}

function ownerOf(lock: string): number {
  try {
    return Number(readFileSync(join(lock, 'owner'), 'utf8'));
  } catch {
    return 0;
  }
}

function isStale(lock: string, owner: number): boolean {
  try {
    if (Date.now() - statSync(lock).mtimeMs > STALE_MS) return true;
    // In a container, a previous process can have had the same ID.
    if (owner === process.pid) return true;
    if (owner) process.kill(owner, 0);
    return false;
  } catch (error) {
    return ['ESRCH', 'ENOENT'].includes(codeOf(error));
  }
}

/**
 * Rename before removing: if two processes find the lock stale, the slower one must not remove the new lock of the
 * faster one.
 */
function remove(lock: string, owner: number): void {
  const aside = `${lock}-${process.pid}`;
  try {
    renameSync(lock, aside);
    if (ownerOf(aside) === owner) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, lock);
  } catch (error) {
    if (!['ENOENT', 'EEXIST', 'ENOTEMPTY'].includes(codeOf(error))) throw error;
  }
}
