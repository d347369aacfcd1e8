import type { OutboxItem } from '#platform/web/outbox/outbox-item.ts';

type Message = (event: { data: unknown }) => void;
type LockOptions = { mode?: 'exclusive' | 'shared'; ifAvailable: true };
type Granted = (lock: { name: string } | null) => unknown;

const MESSAGE_MS = 100;

/** Never settles, like all work of a closed tab. */
const never = new Promise<never>(() => undefined);

/**
 * Simulates what a browser's tabs share, in memory, as far as the outbox uses it.
 *
 * It has IndexedDB with one transaction at a time, Web Locks and a BroadcastChannel.
 */
export function createFakeDevice() {
  let rows = new Map<string, OutboxItem>();
  let lastTransaction: Promise<void> = Promise.resolve();
  const locks: { name: string; shared: boolean; tab: object }[] = [];
  const tabs = new Set<{ listeners: Set<Message> }>();

  function openTab() {
    const tab = { listeners: new Set<Message>() };
    tabs.add(tab);
    const isOpen = () => tabs.has(tab);
    const openTransactions = new Set<() => void>();
    /** Never settles after the tab is closed, so the tab does nothing more. */
    const whileOpen = async <T>(result: Promise<T> | T): Promise<T> => {
      const value = await result;
      return isOpen() ? value : never;
    };

    function transaction() {
      const before = lastTransaction;
      let end: () => void = () => undefined;
      if (isOpen())
        lastTransaction = new Promise((resolve) => {
          end = resolve;
        });
      openTransactions.add(end);
      const draft = before.then(() => new Map(rows));
      const act = async <T>(use: (draft: Map<string, OutboxItem>) => T): Promise<T> => use(await whileOpen(draft));
      return {
        store: {
          get: (id: string) => act((items) => items.get(id)),
          getAll: () => act((items) => [...items.values()].sort((a, b) => a.client_id.localeCompare(b.client_id))),
          put: (item: OutboxItem) => act((items) => void items.set(item.client_id, structuredClone(item))),
          delete: (id: string) => act((items) => void items.delete(id)),
          clear: () => act((items) => items.clear()),
        },
        /** Commits. If the tab was closed before, the whole transaction is lost. */
        get done() {
          return act((items) => {
            rows = items;
            openTransactions.delete(end);
            end();
          });
        },
      };
    }
    type Store = ReturnType<typeof transaction>['store'];
    async function alone<T>(use: (store: Store) => Promise<T>): Promise<T> {
      const tx = transaction();
      const result = await use(tx.store);
      await tx.done;
      return result;
    }
    const db = {
      transaction,
      getAll: () => alone((store) => store.getAll()),
      delete: (_store: string, id: string) => alone((store) => store.delete(id)),
      clear: () => alone((store) => store.clear()),
      /** The store of notes, which these tests do not read. */
      put: async () => undefined,
    };

    async function request(name: string, options: LockOptions, granted: Granted): Promise<unknown> {
      await whileOpen(undefined);
      const shared = options.mode === 'shared';
      if (locks.some((held) => held.name === name && !(held.shared && shared))) return whileOpen(granted(null));
      const lock = { name, shared, tab };
      locks.push(lock);
      try {
        return await granted(lock);
      } finally {
        if (locks.includes(lock)) locks.splice(locks.indexOf(lock), 1);
        await whileOpen(undefined);
      }
    }

    class BroadcastChannel {
      addEventListener = (_type: string, listener: Message) => void tab.listeners.add(listener);
      removeEventListener = (_type: string, listener: Message) => void tab.listeners.delete(listener);
      /** Arrives late, because other tabs are often busy or throttled. */
      postMessage(data: unknown): void {
        const deliver = (other: { listeners: Set<Message> }) => {
          if (tabs.has(other)) for (const listener of other.listeners) listener({ data: structuredClone(data) });
        };
        for (const other of tabs) if (other !== tab && isOpen()) setTimeout(deliver, MESSAGE_MS, other);
      }
    }

    return {
      ...{ db, locks: { request }, BroadcastChannel, isOpen, whileOpen },
      close: () => {
        tabs.delete(tab);
        for (const end of openTransactions) end();
        for (const held of locks.filter((lock) => lock.tab === tab)) locks.splice(locks.indexOf(held), 1);
      },
    };
  }

  return { openTab, rows: () => [...rows.values()] };
}
export type FakeDevice = ReturnType<typeof createFakeDevice>;
