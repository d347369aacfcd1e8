import { notifyManager } from '@tanstack/react-query';
import { isRetryable, isSessionOver } from '#platform/web/lib/api/api-error.ts';
import { isOnline, onConnectivityChange } from '#platform/web/lib/api/connectivity.ts';
import { listenerSet } from '#platform/web/lib/listeners.ts';
import { getToken } from '#platform/web/lib/session/session.ts';
import { onBackgroundSync } from './background-sync.ts';
import { inLane } from './lane-lock.ts';
import {
  dueItems,
  heldUntil,
  type ItemState,
  type NewItem,
  type OutboxAnswer,
  type OutboxItem,
  type OutboxKind,
  type SentItem,
} from './outbox-item.ts';
import {
  broadcastToTabs,
  changeItem,
  outboxStore,
  putItem,
  reloadItems,
  removeItem,
  retryAllNow,
  setOutboxOwner,
  subscribeToTabs,
} from './outbox-store.ts';
import { laneOf, REQUEST_TIMEOUT_MS, requestSyncIfOffline, senderOf, trySending } from './sender.ts';

/** How often, and how far apart, to check whether an item's lane is free. */
const LANE_LOOKS = 5;
const LANE_LOOK_MS = 200;

/** The lane that a tab must hold to send any item while sending fails. */
const ONE_TAB = 'one tab';

const UNTRIED: ItemState = { state: 'waiting', reason: null, tries: 0, not_before: 0, retry_after_named: false };

const sentItems = listenerSet<SentItem>();
let owner: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let flushing = false;

interface SubmitOptions {
  /** Receives the share of a photo that was sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
  readonly timeout_ms?: number;
}

/** The server's response, or the item that is pending on this device until a response arrives. */
export type Submitted<K extends OutboxKind> =
  | { readonly answer: OutboxAnswer<K> }
  | { readonly pending: OutboxItem<K> };

/** Returns the submission with its response if it is the sent item, for listeners of `onItemSent`. */
export function withAnswer<K extends OutboxKind>(submitted: Submitted<K>, { item, answer }: SentItem): Submitted<K> {
  if ('answer' in submitted || submitted.pending.client_id !== item.client_id) return submitted;
  // An ID belongs to one item, so the response matches its kind. The compiler cannot see that.
  return { answer: answer as OutboxAnswer<K> };
}

/**
 * Resolves after the screens show the current cache, which notifies them a moment after a write.
 *
 * A screen may remove a pending item's placeholder only then. Otherwise the element with the focus would disappear in
 * between.
 */
const untilScreensUpdate = () => new Promise<void>((resolve) => notifyManager.schedule(resolve));

/**
 * Sends an item that must not be lost: it is stored on this device first.
 *
 * Rejects if the server refuses it; then it is no longer stored, because the screen still has it. Also rejects if the
 * session is over; then it stays stored. A browser that forbids storage sends directly.
 */
export async function submitToOutbox<K extends OutboxKind>(
  input: NewItem<K>,
  { onProgress = () => undefined, timeout_ms = REQUEST_TIMEOUT_MS }: SubmitOptions = {},
): Promise<Submitted<K>> {
  const sender = senderOf(input);
  if (!sender) throw new Error(`No sender is registered for a ${input.kind}`);
  const submit = async (laneIsFree: boolean): Promise<Submitted<K>> => {
    const awaited_until = laneIsFree ? Date.now() + timeout_ms : 0;
    const item: OutboxItem<K> = { ...input, ...UNTRIED, awaited_until };
    const stored = await putItem(item, { laneOf, latestWins: sender.latestWins ?? false }).catch(() => null);
    if (stored && (stored.behind || !laneIsFree)) return { pending: stored.item };
    try {
      return { answer: await trySending(sender, stored?.item ?? item, { onProgress, timeout_ms }) };
    } catch (error) {
      if (stored && isRetryable(error)) return { pending: stored.item };
      throw error;
    }
  };
  try {
    const submitted = (await inLane(laneOf(input), () => submit(true))) ?? (await submit(false));
    if ('answer' in submitted) await untilScreensUpdate();
    else requestSyncIfOffline();
    // Items of the same lane that were submitted since then waited for this item.
    void flushOutbox();
    return submitted;
  } catch (error) {
    schedule();
    throw error;
  }
}

/**
 * Sends a pending item if it is due and first in its lane.
 *
 * Returns false after a transient failure, because other items would fail too.
 */
async function tryHead(clientId: string, userId: string): Promise<boolean> {
  // Another tab might have sent it, or the user discarded or replaced it.
  await reloadItems();
  const due = dueItems(outboxStore.getState().items, userId, laneOf);
  const found = due.find(({ item }) => item.client_id === clientId);
  if (!found || found.due_at > Date.now() || due.find(({ lane }) => lane === found.lane) !== found) return true;
  const outcome = await sendPending(found.item);
  if (typeof outcome === 'object') {
    sentItems.emit({ item: found.item, ...outcome });
    broadcastToTabs({ sent: { ...found.item, photo: null }, ...outcome });
  }
  return outcome !== 'failed';
}

async function sendPending<K extends OutboxKind>(
  item: OutboxItem<K>,
): Promise<{ answer: OutboxAnswer<K> } | 'skipped' | 'failed'> {
  const sender = senderOf(item);
  if (!sender) return 'skipped';
  // The screen that waited for it is closed, so the user sees it as pending from now on.
  if (item.awaited_until) await changeItem(item.client_id, { awaited_until: 0 });
  try {
    return { answer: await trySending(sender, item, null) };
  } catch (error) {
    return isSessionOver(error) || isRetryable(error) ? 'failed' : 'skipped';
  }
}

async function sendDue(userId: string): Promise<void> {
  await reloadItems();
  const isFailing = outboxStore.getState().items.some((item) => heldUntil(item) > 0);
  // While sending fails, tabs do not try several items at the same time.
  await (isFailing ? inLane(ONE_TAB, () => sendInOrder(userId)) : sendInOrder(userId));
}

async function sendInOrder(userId: string): Promise<void> {
  for (const { item, lane, due_at } of dueItems(outboxStore.getState().items, userId, laneOf)) {
    if (due_at > Date.now()) continue;
    if (owner !== userId) return;
    // Null: another tab is in that lane.
    if ((await inLane(lane, () => tryHead(item.client_id, userId))) === false) return;
  }
}

/** Sets the timer for the next due item. An item that a screen waits for is left to that screen. */
function schedule(): void {
  clearTimeout(timer);
  if (owner === null) return;
  const times = dueItems(outboxStore.getState().items, owner, laneOf).map(({ item, due_at }) =>
    Math.max(due_at, item.awaited_until ?? 0),
  );
  if (times.length > 0) timer = setTimeout(() => void flushOutbox(), Math.max(500, Math.min(...times) - Date.now()));
}

/** Sends pending items that are due, oldest first. */
export async function flushOutbox(): Promise<void> {
  if (owner === null || !getToken()) return;
  if (!flushing) {
    flushing = true;
    try {
      await sendDue(owner);
    } catch {
      // The browser could not open its storage this time.
    } finally {
      flushing = false;
    }
  }
  schedule();
}

/**
 * Removes a pending item from this device. Rejects if the storage fails.
 *
 * Returns false if the item is being sent or was already sent.
 */
export async function removePending(item: OutboxItem): Promise<boolean> {
  const remove = async () => {
    await reloadItems();
    const isStored = outboxStore.getState().items.some(({ client_id }) => client_id === item.client_id);
    if (isStored) await removeItem(item.client_id);
    return isStored;
  };
  // An attempt without a network ends in a moment, so wait for it. A longer attempt is really being sent.
  for (let looks = 1; ; looks++) {
    const removed = await inLane(laneOf(item), remove);
    if (removed !== null || looks === LANE_LOOKS) return removed ?? false;
    await new Promise((resolve) => setTimeout(resolve, LANE_LOOK_MS));
  }
}

/** Sends a refused item again, immediately. */
export async function tryAgain({ client_id }: OutboxItem): Promise<void> {
  await changeItem(client_id, UNTRIED);
  await flushOutbox();
}

/** Sends items with fewer than `tries_below` failed attempts immediately, after the network is back. */
function retryNow(tries_below = Number.POSITIVE_INFINITY): void {
  retryAllNow(tries_below)
    .then(flushOutbox)
    .catch(() => undefined);
}

/**
 * An item that keeps failing makes the connection seem lost and restored by turns. After this many failures, a restored
 * connection no longer causes an immediate retry. The browser's sync only shows that the device has a network.
 */
const HURRIED_TRIES = 5;

/**
 * Starts sending this user's pending items. Returns a function that stops it.
 *
 * It sends now, when the network is back, and when the tab becomes visible.
 */
export function startOutbox(userId: string): () => void {
  owner = userId;
  void setOutboxOwner(userId).catch(() => undefined);
  const onOnline = () => retryNow();
  const hurry = () => retryNow(HURRIED_TRIES);
  const onVisible = () => document.visibilityState === 'visible' && void flushOutbox();
  // The browser might notice before any request has failed or succeeded.
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisible);
  const stops = [
    subscribeToTabs((message) => {
      if (message === 'changed') void reloadItems().then(schedule, () => undefined);
      else sentItems.emit({ item: message.sent, answer: message.answer });
    }),
    onConnectivityChange(() => {
      if (isOnline()) hurry();
    }),
    onBackgroundSync(hurry),
  ];
  void flushOutbox();
  return () => {
    owner = null;
    clearTimeout(timer);
    window.removeEventListener('online', onOnline);
    document.removeEventListener('visibilitychange', onVisible);
    for (const stop of stops) stop();
  };
}

/** Calls `listener` for each pending item that any tab sent. Returns an unsubscribe function. */
export const onItemSent = sentItems.subscribe;
