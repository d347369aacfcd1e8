import { codeOf } from '#platform/lib/error-codes.ts';

/**
 * The server is going away (57P01 to 57P03), is no longer the one that takes writes (25006), or the connection to it
 * broke (08*): what was in flight may not have happened, and the connection is of no use any more.
 */
const LOST = new Set(['25006', '57P01', '57P02', '57P03']);
const READ_ONLY = '25006';
const DISK_FULL = '53100';
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';

/** Whether the error says that its connection must not be used again. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  return LOST.has(code) || code.startsWith('08');
}

/** A deadlock or a serialization failure: nothing was written, and trying again makes sense. */
export const isTransient = (error: unknown): boolean =>
  codeOf(error) === SERIALIZATION_FAILURE || codeOf(error) === DEADLOCK;

/** The driver gave up waiting for an answer; the server may still be working on the statement. */
export const isSilent = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** Nobody answers there, the host cannot be reached, or its name is not known. */
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
/** The socket is missing, or its queue of new connections is full; of a file these mean something else. */
const NO_SOCKET = new Set(['ENOENT', 'EAGAIN']);
/** The driver's words for the same, where it gives no code. */
const UNREACHABLE_WORDS = /Connection terminated|timeout expired|Client has encountered a connection error/;

/**
 * Whether the error says that nobody answers, or that the connection broke. Asked where the driver threw it: elsewhere
 * the same code may be another system's.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (NO_SOCKET.has(code)) return 'syscall' in error && error.syscall === 'connect';
  return UNREACHABLE.has(code) || (isLost(error) && !isReadOnly(error)) || UNREACHABLE_WORDS.test(error.message);
}

const TOO_MANY_CONNECTIONS = '53300';
/** All connections of the pool were in use for as long as a caller waits. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';

/** Whether the error says that the database cannot do it now, though it may answer others. */
export const isAway = (error: unknown): boolean =>
  isUnreachable(error) ||
  isSilent(error) ||
  isReadOnly(error) ||
  codeOf(error) === TOO_MANY_CONNECTIONS ||
  (error instanceof Error && error.message === NO_CONNECTION);

const of_outages = new WeakSet<object>();

/** Marks an error of the driver as part of an outage, which has lines of its own. */
export const markOutage = (error: unknown): void => void (error instanceof Error && of_outages.add(error));

/** Whether the error is part of an outage, so that where it was met says nothing. */
export const isOfOutage = (error: unknown): boolean => error instanceof Error && of_outages.has(error);

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
