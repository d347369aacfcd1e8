import type { ErrorCode } from '#platform/contract/errors.ts';
import { ApiError, detailOf, isRetryable, isSessionOver } from '#platform/web/lib/api/api-error.ts';
import { requestBackgroundSync } from './background-sync.ts';
import type { ItemState, NewItem, OutboxAnswer, OutboxItem, OutboxKind } from './outbox-item.ts';
import { changeItem, removeItem } from './outbox-store.ts';

/** A connection that is silent for this long counts as lost. */
export const REQUEST_TIMEOUT_MS = 20_000;
/** A server can need longer to store a photo. Upload progress restarts the time. */
export const PHOTO_REQUEST_TIMEOUT_MS = 5 * 60_000;

export interface SendOptions {
  readonly signal: AbortSignal;
  /** Receives the share of a photo that was sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/** How to send items of a kind and show the server's response. */
interface Sender<K extends OutboxKind> {
  /** Items of one lane are sent one at a time, in the order in which they were done. */
  readonly lane: (item: NewItem<K>) => string;
  /** Whether a new item replaces pending items of its lane. */
  readonly latestWins?: boolean;
  /** The code of a refusal that drops the item silently. */
  readonly settledBy?: ErrorCode;
  /** Rejects with ApiError. */
  readonly send: (item: OutboxItem<K>, options: SendOptions) => Promise<OutboxAnswer<K>>;
  /** Writes the response to the query cache. The listeners of `onItemSent` mark queries as stale. */
  readonly applyToCache: (answer: OutboxAnswer<K>, item: NewItem<K>) => Promise<void> | void;
}

const senders: { [K in OutboxKind]?: Sender<K> } = {};

export function registerSender<K extends OutboxKind>(kind: K, sender: (typeof senders)[K]): void {
  senders[kind] = sender;
}

/** Returns the item's sender, or undefined for a kind from a newer build that this build lacks. */
export const senderOf = <K extends OutboxKind>({ kind }: NewItem<K>): (typeof senders)[K] => senders[kind];

export function laneOf<K extends OutboxKind>(item: NewItem<K>): string {
  return senders[item.kind]?.lane(item) ?? item.client_id;
}

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 5 * 60_000;

/**
 * Returns the pause before a retry, which doubles after each failure up to five minutes.
 *
 * Jitter keeps phones from retrying in the same second. Timers round down, so only whole milliseconds find the item
 * due.
 */
export function retryDelayMs(tries: number, random = Math.random): number {
  return Math.ceil(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 10)) * (0.5 + random() / 2));
}

/** Returns the state after a transient error. A time that the server requested is never shortened. */
function afterFailure({ tries }: ItemState, error: unknown): Partial<ItemState> {
  const requested = error instanceof ApiError ? (error.retry_after_s ?? 0) * 1000 : 0;
  return {
    tries: tries + 1,
    not_before: Date.now() + Math.max(retryDelayMs(tries), requested),
    retry_after_named: requested > 0,
    awaited_until: 0,
    // An error in our own code says nothing about the connection.
    ...(error instanceof ApiError && { failed_at: Date.now() }),
  };
}

/** Requests a sync only if the device itself is offline. Otherwise the browser would fire it immediately. */
export function requestSyncIfOffline(): void {
  if (navigator.onLine === false) requestBackgroundSync();
}

interface Waiter {
  readonly onProgress: (part: number) => void;
  readonly timeout_ms: number;
}

/** Sends an item, and gives up if the connection is silent for longer than `timeout_ms`. */
async function sendInTime<K extends OutboxKind>(
  { send }: Sender<K>,
  item: OutboxItem<K>,
  { onProgress, timeout_ms }: Waiter,
): Promise<OutboxAnswer<K>> {
  const silence = new AbortController();
  let patience: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(patience);
    patience = setTimeout(() => silence.abort(new DOMException('No answer came', 'TimeoutError')), timeout_ms);
  };
  wait();
  try {
    return await send(item, {
      signal: silence.signal,
      onProgress: (part) => {
        wait();
        onProgress(part);
      },
    });
  } finally {
    clearTimeout(patience);
  }
}

const isSettled = <K extends OutboxKind>({ settledBy }: Sender<K>, error: unknown): boolean =>
  settledBy !== undefined && error instanceof ApiError && error.code === settledBy;

/** Ignores storage errors: the server's response counts even if it cannot be recorded. */
const record = (writing: Promise<void>): Promise<void> => writing.catch(() => undefined);

/** Sends a stored item once and records the result. All items are sent here, always within their lane. */
export async function trySending<K extends OutboxKind>(
  sender: Sender<K>,
  item: OutboxItem<K>,
  waiter: Waiter | null,
): Promise<OutboxAnswer<K>> {
  const alone = { onProgress: () => undefined, timeout_ms: item.photo ? PHOTO_REQUEST_TIMEOUT_MS : REQUEST_TIMEOUT_MS };
  try {
    const answer = await sendInTime(sender, item, waiter ?? alone);
    // A stored item is shown until it is removed, so write the response that replaces it first.
    await apply(sender, answer, item);
    await record(removeItem(item.client_id));
    return answer;
  } catch (error) {
    // After the end of a session the item waits for the same user.
    if (isSessionOver(error)) throw error;
    if (isRetryable(error)) {
      await record(changeItem(item.client_id, afterFailure(item, error)));
      requestSyncIfOffline();
    } else if (waiter || isSettled(sender, error)) await record(removeItem(item.client_id));
    else await record(changeItem(item.client_id, { state: 'refused', reason: detailOf(error, '') }));
    throw error;
  }
}

/**
 * Writes the response to the cache. An error here must not look like a failure, because the server accepted the item.
 */
async function apply<K extends OutboxKind>(sender: Sender<K>, answer: OutboxAnswer<K>, item: NewItem<K>) {
  try {
    await sender.applyToCache(answer, item);
  } catch (error) {
    console.error(error);
  }
}
