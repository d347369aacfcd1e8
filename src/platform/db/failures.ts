import { codeOf } from '#platform/lib/error-codes.ts';

/**
 * The server is shutting down (57P01 to 57P03) or no longer accepts writes (25006). Work in flight might be lost, and
 * the connection is unusable. The codes of broken connections start with 08.
 */
const LOST = new Set(['25006', '57P01', '57P02', '57P03']);
const READ_ONLY = '25006';
const DISK_FULL = '53100';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** Returns true if the error makes its connection unusable. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  return LOST.has(code) || code.startsWith('08');
}

/** Returns true for a deadlock or a serialization failure: nothing was written, and a retry makes sense. */
export const isTransient = (error: unknown): boolean =>
  codeOf(error) === SERIALIZATION_FAILURE || codeOf(error) === DEADLOCK;

/** Returns true if the driver stopped waiting for a result. The server might still be running the statement. */
export const isSilent = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** The host refuses connections, is unreachable, or has no address in DNS. */
const UNREACHABLE = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** The socket is missing, or its queue of new connections is full. For a file, these codes mean something else. */
const NO_SOCKET = new Set(['ENOENT', 'EAGAIN']);
/** The driver's messages for the same failures when it sets no code. */
const UNREACHABLE_WORDS = /Connection terminated|timeout expired|Client has encountered a connection error/;

/**
 * Returns true if the database does not respond or the connection broke. Call it only with errors of the driver:
 * elsewhere the same code might come from another system.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (NO_SOCKET.has(code)) return 'syscall' in error && error.syscall === 'connect';
  return UNREACHABLE.has(code) || (isLost(error) && !isReadOnly(error)) || UNREACHABLE_WORDS.test(error.message);
}

const TOO_MANY_CONNECTIONS = '53300';
/** The driver's message when no connection of the pool became free in time. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';

/** Returns true if the database cannot serve this call now. Other calls might still succeed. */
export const isAway = (error: unknown): boolean =>
  isUnreachable(error) ||
  isSilent(error) ||
  isReadOnly(error) ||
  codeOf(error) === TOO_MANY_CONNECTIONS ||
  (error instanceof Error && error.message === NO_CONNECTION);

const of_outages = new WeakSet<object>();

/** Marks a driver error as part of an outage, which has its own log lines. */
export const markOutage = (error: unknown): void => void (error instanceof Error && of_outages.add(error));

/** Returns true if the error is part of an outage, so the code that met it is not the cause. */
export const isOfOutage = (error: unknown): boolean => error instanceof Error && of_outages.has(error);

/** Returns true if the server accepts no writes. After a failover, the old primary might still answer reads. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY;

/** Returns true if the server's disk is full. It still answers reads. */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === DISK_FULL;

/** Awaits a write that a read causes, such as a session's last use. Ignores a full disk, so reads still work. */
export async function unlessDiskFull(written: Promise<unknown>): Promise<void> {
  await written.catch((error: unknown) => {
    if (!isDiskFull(error)) throw error;
  });
}
