import { readFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { unlessMissing } from '#platform/lib/error-codes.ts';
import type { Log } from '#platform/lib/log.ts';

/** Files that connections never take: for the database, uploads, pictures, calls of ours and the log. */
const RESERVED = 200;
/** Under a limit that is smaller than that, connections get this part of it. */
const LEAST_PART = 8;
/** Refused connections within this time of each other belong to one log line. */
const QUIET_MS = 60_000;

/** Returns how many files this process can open; undefined if there is no limit, or the system has no such file. */
async function readFileLimit(): Promise<number | undefined> {
  const limits = await unlessMissing(readFile('/proc/self/limits', 'utf8'), '');
  const [, limit] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  return limit === undefined ? undefined : Number(limit);
}

/**
 * Refuses connections beyond what the limit of open files leaves for them, with one log line for a burst of them. Without
 * this, connections that say nothing would take the files that the rest of the process needs.
 */
export async function limitConnections(server: Server, log: Pick<Log, 'warn'>): Promise<void> {
  const file_limit = await readFileLimit();
  if (file_limit === undefined) return;
  const connections = Math.max(file_limit - RESERVED, Math.floor(file_limit / LEAST_PART));
  server.maxConnections = connections;
  let refused_at = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    const now = performance.now();
    if (now - refused_at > QUIET_MS)
      log.warn({ connections, file_limit }, 'too many connections: new ones are refused');
    refused_at = now;
  });
}
