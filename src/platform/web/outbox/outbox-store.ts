import { createStore } from 'zustand/vanilla';
import { deviceDb } from '#platform/web/device-db.ts';
import { heldUntil, type ItemState, type OutboxItem, type OutboxKind, type SentItem } from './outbox-item.ts';
import { outboxName } from './outbox-name.ts';

/** What this device has stored, as far as this tab knows, oldest first. */
export const outboxStore = createStore<{ readonly items: readonly OutboxItem[] }>()(() => ({ items: [] }));

/** What tabs send each other. */
type TabMessage = 'changed' | { readonly sent: OutboxItem; readonly answer: SentItem['answer'] };

let channel: BroadcastChannel | undefined;

/** Opens the channel between tabs once; undefined where the browser has none. */
function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel(outboxName());
  return channel;
}

export const broadcastToTabs = (message: TabMessage): void => openChannel()?.postMessage(message);

/** Calls `listener` with the messages of other tabs. Returns the function that stops it. */
export function subscribeToTabs(listener: (message: TabMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
  openChannel()?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}

/** Reloads the items from IndexedDB. Rejects where storage is forbidden, as everything here does. */
export async function reloadItems(): Promise<void> {
  const items = await (await deviceDb()).getAll('outbox');
  // The outbox is nearly always empty. A new empty array would make every screen render again.
  if (items.length === 0 && outboxStore.getState().items.length === 0) return;
  outboxStore.setState({ items: items.sort((a, b) => a.performed_at.localeCompare(b.performed_at)) });
}

async function changed(): Promise<void> {
  await reloadItems();
  broadcastToTabs('changed');
}

interface LaneRule {
  readonly laneOf: <K extends OutboxKind>(item: OutboxItem<K>) => string;
  /** A new item replaces the others of its lane. */
  readonly latestWins: boolean;
}

/** Stores a new item. Returns it as stored, and whether other pending items of its lane come before it. */
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
  // The device's clock may have been set back; the lane keeps the order in which things were done.
  const performed_at = last < item.performed_at ? item.performed_at : new Date(Date.parse(last) + 1).toISOString();
  const stored = { ...item, performed_at, ...(behind && { awaited_until: 0 }) };
  // The compiler does not see that an item of one kind is in the union of all kinds.
  await tx.store.put(stored as OutboxItem);
  await tx.done;
  await changed();
  return { item: stored, behind };
}

/** Changes an item if it is still stored: one that was discarded or replaced must not come back. */
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
 * Makes failed items due as soon as their last try holds up nothing, except for those for which the server named a time
 * and those that failed `tries_below` times or more.
 */
export async function retryAllNow(tries_below: number): Promise<void> {
  const tx = (await deviceDb()).transaction('outbox', 'readwrite');
  for (const item of await tx.store.getAll())
    if (item.state === 'waiting' && item.not_before > 0 && item.tries < tries_below && !item.retry_after_named)
      await tx.store.put({ ...item, not_before: Math.min(item.not_before, heldUntil(item)) });
  await tx.done;
}

/** Stores who is signed in, because the service worker may notify only that user, and only about their items. */
export async function setOutboxOwner(userId: string): Promise<void> {
  await (await deviceDb()).put('notes', userId, 'owner');
}

/** How many items of this user exist on this device alone. */
export async function countUnsent(userId: string): Promise<number> {
  const all = await (await deviceDb()).getAll('outbox');
  return all.filter((item) => item.user_id === userId).length;
}

export async function emptyOutbox(): Promise<void> {
  await (await deviceDb()).clear('outbox');
  await changed();
}
