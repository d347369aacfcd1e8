/**
 * The server is going away (57P01 to 57P03), is no longer the one that takes writes (25006), or the connection to it
 * broke (08*): what was in flight may not have happened, and the connection is of no use any more.
 */
const LOST = new Set(['25006', '57P01', '57P02', '57P03']);
const READ_ONLY = '25006';
const DISK_FULL = '53100';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether the error says that its connection must not be used again. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  return LOST.has(code) || code.startsWith('08');
}

/** The driver gave up waiting for an answer; the server may still be working on the statement. */
export const isSilent = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** Whether the server takes no writes: after a failover the former primary may go on answering reads. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY;

/** Whether the server's disk is full: it still answers reads. */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === DISK_FULL;

/** Waits for what a reader writes by the way, such as when a session was last used: reads go on when the disk is full. */
export async function unlessDiskFull(written: Promise<unknown>): Promise<void> {
  await written.catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
  });
}
