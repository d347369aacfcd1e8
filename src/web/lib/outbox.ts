import { ApiError } from './api-error.ts';
import { deviceDb } from './device-db.ts';
import type { OutboxItem } from './outbox-item.ts';
import { isReachable, watchReachable } from './reachable.ts';
import { getToken } from './session.ts';

/** Sends one item; rejects with ApiError. */
type Sender = (item: OutboxItem) => Promise<unknown>;

const LOCK = 'emberkin-outbox';
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(LOCK);
const senders = new Map<string, Sender>();
const listeners = new Set<() => void>();
const sentListeners = new Set<(item: OutboxItem) => void>();
let items: readonly OutboxItem[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** Twice as long after each failure, with jitter, so that a herd of phones does not come back as one. */
export function waitAfter(tries: number, random = Math.random): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 10)) * (0.5 + random() / 2);
}

/** Names who sends items of a kind. */
export function sendWith(kind: string, sender: Sender): void {
  senders.set(kind, sender);
}

async function reload(): Promise<void> {
  const db = await deviceDb();
  items = (await db.getAll('outbox')).sort((a, b) => a.performed_at.localeCompare(b.performed_at));
  for (const listener of listeners) listener();
}

async function changed(): Promise<void> {
  await reload();
  channel?.postMessage('changed');
}

async function put(item: OutboxItem): Promise<void> {
  await (await deviceDb()).put('outbox', item);
  await changed();
}

/** For how long the page that made an item sends it itself before the outbox does. */
const HOLD_MS = 2 * 60_000;
export const holdItem = (): number => Date.now() + HOLD_MS;

/**
 * Keeps something to send; it is on the disk when this resolves. With `not_before` the caller sends it itself until
 * then. Rejects where the browser forbids storage.
 */
export async function keepForLater(
  item: Omit<OutboxItem, 'state' | 'reason' | 'tries' | 'not_before'>,
  not_before = 0,
): Promise<OutboxItem> {
  const kept: OutboxItem = { ...item, state: 'waiting', reason: null, tries: 0, not_before };
  await put(kept);
  if (not_before === 0) void flushOutbox();
  else schedule();
  return kept;
}

/** Gives an item that its caller could not send to the outbox. */
export async function releaseItem(item: OutboxItem): Promise<void> {
  await put({ ...item, tries: item.tries + 1, not_before: Date.now() + waitAfter(item.tries) });
  schedule();
}

/** Removes an item: it was sent, or the person lets it go. */
export async function removeItem(clientId: string): Promise<void> {
  await (await deviceDb()).delete('outbox', clientId);
  await changed();
}

/** Sends a refused item again, at once. */
export async function tryAgain(item: OutboxItem): Promise<void> {
  await put({ ...item, state: 'waiting', reason: null, tries: 0, not_before: 0 });
  await flushOutbox();
}

const mayHeal = (error: ApiError) => error.status === 0 || error.status === 429 || error.status >= 500;

function tellSent(item: OutboxItem): void {
  for (const listener of sentListeners) listener(item);
}

/** False when there is no use in sending the next one now. */
async function sendOne(item: OutboxItem): Promise<boolean> {
  const sender = senders.get(item.kind);
  if (!sender) return true;
  try {
    await sender(item);
    await removeItem(item.client_id);
    tellSent(item);
    channel?.postMessage({ sent: { ...item, photo: null } });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The session is over: it waits for the same person to come back.
    if (error.status === 401) return false;
    if (!mayHeal(error)) {
      await put({ ...item, state: 'refused', reason: error.detail });
      return true;
    }
    const wait = Math.max(waitAfter(item.tries), (error.retry_after_s ?? 0) * 1000);
    await put({ ...item, tries: item.tries + 1, not_before: Date.now() + wait });
    return false;
  }
}

async function sendAll(userId: string): Promise<void> {
  await reload();
  for (const item of items) {
    if (item.user_id !== userId || item.state !== 'waiting' || item.not_before > Date.now()) continue;
    if (!(await sendOne(item))) break;
  }
}

let owner: string | null = null;

/** Wakes when the next item is due. */
function schedule(): void {
  clearTimeout(timer);
  const due = items.filter((item) => item.user_id === owner && item.state === 'waiting').map((item) => item.not_before);
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

/** Makes every waiting item due at once: something answers again. */
async function wake(): Promise<void> {
  const db = await deviceDb();
  for (const item of await db.getAll('outbox'))
    if (item.state === 'waiting' && item.not_before > 0) await db.put('outbox', { ...item, not_before: 0 });
  await flushOutbox();
}

/** From now on sends what this person's device holds: at the start, when the network is back, when the tab is seen. */
export function followOutbox(userId: string): () => void {
  owner = userId;
  const reachable = () => {
    if (isReachable()) void wake().catch(() => undefined);
  };
  const seen = () => document.visibilityState === 'visible' && void flushOutbox();
  const heard = ({ data }: MessageEvent<'changed' | { sent: OutboxItem }>) => {
    if (data !== 'changed') tellSent(data.sent);
    else void reload().then(schedule, () => undefined);
  };
  // The browser's word may come before anything was asked: then this is the question.
  const online = () => void wake().catch(() => undefined);
  window.addEventListener('online', online);
  document.addEventListener('visibilitychange', seen);
  channel?.addEventListener('message', heard);
  const unwatch = watchReachable(reachable);
  void flushOutbox();
  return () => {
    owner = null;
    clearTimeout(timer);
    window.removeEventListener('online', online);
    document.removeEventListener('visibilitychange', seen);
    channel?.removeEventListener('message', heard);
    unwatch();
  };
}

/** Calls `listen` with each item that went out, from whichever tab. Returns the function that stops it. */
export function whenSent(listen: (item: OutboxItem) => void): () => void {
  sentListeners.add(listen);
  return () => sentListeners.delete(listen);
}

export const outboxStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): readonly OutboxItem[] => items,
};

/** How many things of this person are still on the device alone. */
export async function countWaiting(userId: string): Promise<number> {
  const all = await (await deviceDb()).getAll('outbox');
  return all.filter((item) => item.user_id === userId).length;
}

/** Forgets everything that waits, whoever it belongs to. */
export async function emptyOutbox(): Promise<void> {
  await (await deviceDb()).clear('outbox');
  await changed();
}
