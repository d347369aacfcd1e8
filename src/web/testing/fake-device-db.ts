import type { OutboxItem } from '#web/lib/outbox/outbox-item.ts';

/** The device's outbox in memory, with as much of IndexedDB as lib/outbox-store.ts uses. */
export function makeFakeDeviceDb() {
  const rows = new Map<string, OutboxItem>();
  const store = {
    get: async (id: string) => rows.get(id),
    getAll: async () => [...rows.values()].sort((a, b) => a.client_id.localeCompare(b.client_id)),
    put: async (item: OutboxItem) => void rows.set(item.client_id, item),
    delete: async (id: string) => void rows.delete(id),
  };
  return {
    rows,
    transaction: () => ({ store, done: Promise.resolve() }),
    getAll: () => store.getAll(),
    delete: (_store: string, id: string) => store.delete(id),
    clear: async () => rows.clear(),
  };
}
