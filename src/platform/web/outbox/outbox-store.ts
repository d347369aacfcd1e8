import { createStore } from 'zustand/vanilla';
import { deviceDb } from '#platform/web/device-db.ts';
import { heldUntil, type ItemState, type OutboxItem, type OutboxKind, type SentItem } from './outbox-item.ts';
import { outboxName } from './outbox-name.ts';

/** The items stored on this device, oldest first, as of this tab's last reload. */
export const outboxStore = createStore<{ readonly items: readonly OutboxItem[] }>()(() => ({ items: [] }));

type TabMessage = 'changed' | { readonly sent: OutboxItem; readonly answer: SentItem['answer'] };

let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel(outboxName());
  return channel;
}

export const broadcastToTabs = (message: TabMessage): void => openChannel()?.postMessage(message);

/** Calls `listener` with messages of other tabs. Returns an unsubscribe function. */
export function subscribeToTabs(listener: (message: TabMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
  openChannel()?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}

/** Reloads the items from IndexedDB. Like all functions here, it rejects if storage is forbidden. */
export async function reloadItems(): Promise<void> {
  const items = await (await deviceDb()).getAll('outbox');
  // The outbox is nearly always empty. A new empty array would re-render every screen.
  if (items.length === 0 && outboxStore.getState().items.length === 0) return;
  outboxStore.setState({ items: items.sort((a, b) => a.performed_at.localeCompare(b.performed_at)) });
}

async function changed(): Promise<void> {
  await reloadItems();
  broadcastToTabs('changed');
}

interface LaneRule {
  readonly laneOf: <K extends OutboxKind>(item: OutboxItem<K>) => string;
  /** Whether a new item replaces all other items of its lane. */
  readonly latestWins: boolean;
}

/** Stores a new item. Returns the stored item, and whether other items of its lane precede it. */
export async function putItem<K extends OutboxKind>(
  item: OutboxItem<K>,
  { laneOf, latestWins }: LaneRule,
): Promise<{ item: OutboxItem<K>; behind: boolean }> {
  const tx = (await deviceDb()).transaction('outbox', 'readwrite');
  const lane = laneOf(item);
  const others = (await tx.store.getAll()).filter((other) => other.user_id === item.user_id && laneOf(other) === lane);
  const pending = others.filter(({ state }) => state === 'waiting').map(({ performed_at }) => performed_at);
  if (latestWins) for (const other of others) await tx.store.delete(other.client_id);
  const behind = pending.length > 0;
  const last = pending.sort().at(-1) ?? '';
  // If the device's clock was set back, the lane keeps the order in which things were done.
  const performed_at = last < item.performed_at ? item.performed_at : new Date(Date.parse(last) + 1).toISOString();
  const stored = { ...item, performed_at, ...(behind && { awaited_until: 0 }) };
  // The compiler cannot tell that an item of one kind is in the union of all kinds.
  await tx.store.put(stored as OutboxItem);
  await tx.done;
  await changed();
  return { item: stored, behind };
}

/** Changes an item if it is still stored: a discarded or replaced item must not come back. */
export async function changeItem(clientId: string, fields: Partial<ItemState>): Promise<void> {
  const tx = (await deviceDb()).transaction('outbox', 'readwrite');
  const item = await tx.store.get(clientId);
  if (item) await tx.store.put({ ...item, ...fields });
  await tx.done;
  await changed();
}

export async function removeItem(clientId: string): Promise<void> {
  await (await deviceDb()).delete('outbox', clientId);
  await changed();
}

/**
 * Makes failed items due when the block after their last attempt ends.
 *
 * It skips items with a time from the server and items with `tries_below` or more failed attempts.
 */
export async function retryAllNow(tries_below: number): Promise<void> {
  const tx = (await deviceDb()).transaction('outbox', 'readwrite');
  for (const item of await tx.store.getAll())
    if (item.state === 'waiting' && item.not_before > 0 && item.tries < tries_below && !item.retry_after_named)
      await tx.store.put({ ...item, not_before: Math.min(item.not_before, heldUntil(item)) });
  await tx.done;
}

/** Stores who is signed in. The service worker may notify only that user, about their own items. */
export async function setOutboxOwner(userId: string): Promise<void> {
  await (await deviceDb()).put('notes', userId, 'owner');
}

/** Counts this user's items that exist only on this device. */
export async function countUnsent(userId: string): Promise<number> {
  const all = await (await deviceDb()).getAll('outbox');
  return all.filter((item) => item.user_id === userId).length;
}

export async function emptyOutbox(): Promise<void> {
  await (await deviceDb()).clear('outbox');
  await changed();
}
