import { ApiError, detailOf, isRetryable, isSessionOver } from '#web/lib/api/api-error.ts';
import { isOnline, onConnectivityChange } from '#web/lib/api/connectivity.ts';
import { getToken } from '#web/lib/session/session.ts';
import { onBackgroundSync, requestBackgroundSync } from './background-sync.ts';
import { dueItems, type NewItem, type OutboxItem, type OutboxKind } from './outbox-item.ts';
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

/** Sends one item and shows what came of it; rejects with ApiError. */
type Sender = (item: OutboxItem) => Promise<unknown>;

const LOCK = 'emberkin-outbox';
const senders = new Map<OutboxKind, Sender>();
const sentListeners = new Set<(item: OutboxItem) => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let owner: string | null = null;

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** Twice as long after each failure, with jitter, so that a herd of phones does not come back as one. */
export function waitAfter(tries: number, random = Math.random): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 10)) * (0.5 + random() / 2);
}

/** Names who sends items of a kind. */
export function registerSender(kind: OutboxKind, sender: Sender): void {
  senders.set(kind, sender);
}

/** For how long the page that made an item sends it itself before the outbox does. */
const HOLD_MS = 2 * 60_000;
export const holdItem = (): number => Date.now() + HOLD_MS;

/**
 * Keeps something to send; it is on the disk when this resolves. With `not_before` the caller sends it itself until
 * then. Rejects where the browser forbids storage.
 */
export async function keepForLater(item: NewItem, not_before = 0): Promise<OutboxItem> {
  const kept: OutboxItem = { ...item, state: 'waiting', reason: null, tries: 0, not_before };
  await putItem(kept);
  if (not_before !== 0) schedule();
  else {
    wantSync();
    void flushOutbox();
  }
  return kept;
}

/** When something is sent again that failed like this: a server that names a time is taken at its word. */
function waitFor(tries: number, error: unknown): Pick<OutboxItem, 'not_before' | 'told'> {
  const asked = error instanceof ApiError ? (error.retry_after_s ?? 0) * 1000 : 0;
  return { not_before: Date.now() + Math.max(waitAfter(tries), asked), told: asked > 0 };
}

/** While something answers, a sync would come at once, and hurry a server that asked for time. */
function wantSync(): void {
  if (!isOnline()) requestBackgroundSync();
}

/** Gives an item that its caller could not send, for this reason, to the outbox. */
export async function releaseItem({ client_id, tries }: OutboxItem, error: unknown): Promise<void> {
  await changeItem(client_id, { tries: tries + 1, ...waitFor(tries, error) });
  wantSync();
  schedule();
}

/** Sends a refused item again, at once. */
export async function tryAgain({ client_id }: OutboxItem): Promise<void> {
  await changeItem(client_id, { state: 'waiting', reason: null, tries: 0, not_before: 0 });
  await flushOutbox();
}

function tellSent(item: OutboxItem): void {
  for (const listener of sentListeners) listener(item);
}

/** False when there is no use in sending the next one now. */
async function sendOne(item: OutboxItem): Promise<boolean> {
  const sender = senders.get(item.kind);
  if (!sender) return true;
  try {
    await sender(item);
  } catch (error) {
    // It waits for the same person to come back.
    if (isSessionOver(error)) return false;
    if (!isRetryable(error)) {
      await changeItem(item.client_id, { state: 'refused', reason: detailOf(error, '') });
      return true;
    }
    await changeItem(item.client_id, { tries: item.tries + 1, ...waitFor(item.tries, error) });
    wantSync();
    return false;
  }
  await removeItem(item.client_id);
  tellSent(item);
  broadcastToTabs({ sent: { ...item, photo: null } });
  return true;
}

async function sendAll(userId: string): Promise<void> {
  await reloadItems();
  for (const { item, at } of dueItems(outboxStore.get(), userId)) {
    // Meanwhile it may have been let go, or another one have taken its place.
    const there = outboxStore.get().some(({ client_id }) => client_id === item.client_id);
    if (there && at <= Date.now() && !(await sendOne(item))) break;
  }
}

/** Wakes when the next item is due. */
function schedule(): void {
  clearTimeout(timer);
  const due = owner === null ? [] : dueItems(outboxStore.get(), owner).map(({ at }) => at);
  if (due.length > 0) timer = setTimeout(() => void flushOutbox(), Math.max(500, Math.min(...due) - Date.now()));
}

/** Sends what waits, the oldest first. Of several tabs one does it; the server's own rule makes it exactly once. */
export async function flushOutbox(): Promise<void> {
  const userId = owner;
  if (!userId || !getToken()) return;
  try {
    if (!('locks' in navigator)) await sendAll(userId);
    else await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => lock && sendAll(userId));
  } catch {
    // The browser would not open its storage just now.
  }
  schedule();
}

/** There is a network again: nothing waits any longer, or what failed less often than `tries_below` does not. */
function wake(tries_below = Number.POSITIVE_INFINITY): void {
  retryAllNow(tries_below)
    .then(flushOutbox)
    .catch(() => undefined);
}

/** What fails by itself, again and again, makes the server look out of reach each time: that one keeps its pauses. */
const HURRIED_TRIES = 5;

/** From now on sends what this person's device holds: at the start, when the network is back, when the tab is seen. */
export function startOutbox(userId: string): () => void {
  owner = userId;
  void setOutboxOwner(userId).catch(() => undefined);
  const online = () => wake();
  const seen = () => document.visibilityState === 'visible' && void flushOutbox();
  // The browser's word may come before anything was asked: then this is the question.
  window.addEventListener('online', online);
  document.addEventListener('visibilitychange', seen);
  const stops = [
    subscribeToTabs((news) => {
      if (news !== 'changed') tellSent(news.sent);
      else void reloadItems().then(schedule, () => undefined);
    }),
    onConnectivityChange(() => {
      if (isOnline()) wake(HURRIED_TRIES);
    }),
    onBackgroundSync(online),
  ];
  void flushOutbox();
  return () => {
    owner = null;
    clearTimeout(timer);
    window.removeEventListener('online', online);
    document.removeEventListener('visibilitychange', seen);
    for (const stop of stops) stop();
  };
}

/** Calls `listen` with each item that went out, from whichever tab. Returns the function that stops it. */
export function onItemSent(listen: (item: OutboxItem) => void): () => void {
  sentListeners.add(listen);
  return () => sentListeners.delete(listen);
}
