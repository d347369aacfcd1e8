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

/** How often, and how far apart, an item's lane is looked at until it is free. */
const LANE_LOOKS = 5;
const LANE_LOOK_MS = 200;

/** The lane that a tab holds to send anything while sending fails. */
const ONE_TAB = 'one tab';

/** The state of an item that was not tried yet. */
const UNTRIED: ItemState = { state: 'waiting', reason: null, tries: 0, not_before: 0, retry_after_named: false };

const sentItems = listenerSet<SentItem>();
let owner: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let flushing = false;

interface SubmitOptions {
  /** Takes the part of a photo that was sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
  /** How long the caller waits for an answer on a silent connection. */
  readonly timeout_ms?: number;
}

/** The server's answer, or what is pending on this device until there is one. */
export type Submitted<K extends OutboxKind> =
  | { readonly answer: OutboxAnswer<K> }
  | { readonly pending: OutboxItem<K> };

/** What was submitted, with its answer once it was sent: for the listeners of `onItemSent`. */
export function withAnswer<K extends OutboxKind>(submitted: Submitted<K>, { item, answer }: SentItem): Submitted<K> {
  if ('answer' in submitted || submitted.pending.client_id !== item.client_id) return submitted;
  // An id is that of one item, so the answer is one to its kind, which the compiler does not see.
  return { answer: answer as OutboxAnswer<K> };
}

/**
 * Resolves once the screens show what is in the cache by now: the cache notifies them a moment after it was written, and
 * they render at once. What a screen shows in place of an answer may go only then, so that the element with the focus
 * does not disappear in between.
 */
const untilScreensUpdate = () => new Promise<void>((resolve) => notifyManager.schedule(resolve));

/**
 * Sends something that must not be lost: it is stored on this device first. Rejects with what the server refused, which
 * is not stored any longer, because the screen still has it; and at the end of the session, when it stays stored. A
 * browser that forbids storage sends directly.
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
    // Items of the same lane that were submitted meanwhile waited for this one.
    void flushOutbox();
    return submitted;
  } catch (error) {
    schedule();
    throw error;
  }
}

/** Sends a pending item if it is due and first in its lane. False after a transient failure: others would fail too. */
async function tryHead(clientId: string, userId: string): Promise<boolean> {
  // Another tab may have sent it meanwhile, or the user discarded or replaced it.
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
  // The screen that waited for it is gone, so the user sees it as pending from now on.
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

/** Sets the timer for the next due item. An item that a screen still waits for is left to that screen. */
function schedule(): void {
  clearTimeout(timer);
  if (owner === null) return;
  const times = dueItems(outboxStore.getState().items, owner, laneOf).map(({ item, due_at }) =>
    Math.max(due_at, item.awaited_until ?? 0),
  );
  if (times.length > 0) timer = setTimeout(() => void flushOutbox(), Math.max(500, Math.min(...times) - Date.now()));
}

/** Sends what is pending and due, oldest first. */
export async function flushOutbox(): Promise<void> {
  if (owner === null || !getToken()) return;
  if (!flushing) {
    flushing = true;
    try {
      await sendDue(owner);
    } catch {
      // The browser could not open its storage just now.
    } finally {
      flushing = false;
    }
  }
  schedule();
}

/**
 * Removes a pending item from this device. False if it is being sent at this moment, or was sent already. Rejects if the
 * storage does.
 */
export async function removePending(item: OutboxItem): Promise<boolean> {
  const remove = async () => {
    await reloadItems();
    const isStored = outboxStore.getState().items.some(({ client_id }) => client_id === item.client_id);
    if (isStored) await removeItem(item.client_id);
    return isStored;
  };
  // A try without a network is over in a moment, and is waited for; one that lasts is really on its way.
  for (let looks = 1; ; looks++) {
    const removed = await inLane(laneOf(item), remove);
    if (removed !== null || looks === LANE_LOOKS) return removed ?? false;
    await new Promise((resolve) => setTimeout(resolve, LANE_LOOK_MS));
  }
}

/** Sends a refused item again, at once. */
export async function tryAgain({ client_id }: OutboxItem): Promise<void> {
  await changeItem(client_id, UNTRIED);
  await flushOutbox();
}

/** For when the network is back: sends at once what failed less often than `tries_below`. */
function retryNow(tries_below = Number.POSITIVE_INFINITY): void {
  retryAllNow(tries_below)
    .then(flushOutbox)
    .catch(() => undefined);
}

/**
 * An item that keeps failing makes the connection seem lost and restored by turns, so it is not hurried any more. The
 * browser's sync says only that the device has a network.
 */
const HURRIED_TRIES = 5;

/** Sends this user's pending items from now on: at once, when the network is back, and when the tab is looked at. */
export function startOutbox(userId: string): () => void {
  owner = userId;
  void setOutboxOwner(userId).catch(() => undefined);
  const onOnline = () => retryNow();
  const hurry = () => retryNow(HURRIED_TRIES);
  const onVisible = () => document.visibilityState === 'visible' && void flushOutbox();
  // The browser may know before any request has failed or succeeded.
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

/** Calls `listener` with each pending item that was sent, from whichever tab. Returns the function that stops it. */
export const onItemSent = sentItems.subscribe;
