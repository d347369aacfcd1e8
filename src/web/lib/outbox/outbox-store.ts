import { deviceDb } from '#web/lib/offline/device-db.ts';
import { isHeld, laneOf, type OutboxItem } from './outbox-item.ts';

type News = 'changed' | { readonly sent: OutboxItem };

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('emberkin-outbox');
const listeners = new Set<() => void>();
let items: readonly OutboxItem[] = [];

/** What this device holds, as far as this tab knows. */
export const outboxStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): readonly OutboxItem[] => items,
};

/** Tells the other tabs. */
export const broadcastToTabs = (news: News): void => channel?.postMessage(news);

/** Calls `listen` with what other tabs tell. Returns the function that stops it. */
export function subscribeToTabs(listen: (news: News) => void): () => void {
  const heard = ({ data }: MessageEvent<News>) => listen(data);
  channel?.addEventListener('message', heard);
  return () => channel?.removeEventListener('message', heard);
}

/** Reads the device anew; rejects where the browser forbids storage, as everything here does. */
export async function reloadItems(): Promise<void> {
  const db = await deviceDb();
  items = (await db.getAll('outbox')).sort((a, b) => a.performed_at.localeCompare(b.performed_at));
  for (const listener of listeners) listener();
}

async function changed(): Promise<void> {
  await reloadItems();
  broadcastToTabs('changed');
}

/** Keeps an item. What was wanted before of the same reaction gives way to it in the same step. */
export async function putItem(item: OutboxItem): Promise<void> {
  const tx = (await deviceDb()).transaction('outbox', 'readwrite');
  if (item.kind === 'reaction')
    for (const other of await tx.store.getAll())
      if (other.user_id === item.user_id && laneOf(other) === laneOf(item)) await tx.store.delete(other.client_id);
  await tx.store.put(item);
  await tx.done;
  await changed();
}

/** Changes an item if it is still there: one that was let go, or gave way to another, must not come back. */
export async function changeItem(clientId: string, fields: Partial<OutboxItem>): Promise<void> {
  const tx = (await deviceDb()).transaction('outbox', 'readwrite');
  const item = await tx.store.get(clientId);
  if (item) await tx.store.put({ ...item, ...fields });
  await tx.done;
  await changed();
}

/** Removes an item: it was sent, or the person lets it go. */
export async function removeItem(clientId: string): Promise<void> {
  await (await deviceDb()).delete('outbox', clientId);
  await changed();
}

/**
 * Makes waiting items due at once, but those that their page is sending, that the server told when to come, or that
 * failed `tries_below` times or more.
 */
export async function retryAllNow(tries_below: number): Promise<void> {
  const tx = (await deviceDb()).transaction('outbox', 'readwrite');
  for (const item of await tx.store.getAll())
    if (item.state === 'waiting' && item.not_before > 0 && !item.told && item.tries < tries_below && !isHeld(item))
      await tx.store.put({ ...item, not_before: 0 });
  await tx.done;
}

/** Notes who is signed in here: the worker may speak to them of their own things alone. */
export async function setOutboxOwner(userId: string): Promise<void> {
  await (await deviceDb()).put('notes', userId, 'owner');
}

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
