import { readFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { unlessMissing } from '#platform/lib/error-codes.ts';
import type { Log } from '#platform/lib/log.ts';

/** Files for the database, uploads, pictures, outgoing requests and the log. */
const RESERVED = 200;
/** The part for connections if the limit is below RESERVED. */
const LEAST_PART = 8;
/** Refusals within this time of each other share a log line. */
const QUIET_MS = 60_000;

async function readFileLimit(): Promise<number | undefined> {
  const limits = await unlessMissing(readFile('/proc/self/limits', 'utf8'), '');
  const [, limit] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  return limit === undefined ? undefined : Number(limit);
}

/**
 * Limits connections by the process's file limit, so silent ones cannot exhaust its files. Logs one line per burst of
 * refused connections.
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
      log.warn({ connections, file_limit }, 'too many connections: the server refuses new ones');
    refused_at = now;
  });
}
