import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { OutboxItem } from './outbox-item.ts';

/** One answer of the server as it was last seen, for the day on which there is no network. */
export interface KnownAnswer {
  /** The query's key as JSON. */
  readonly key: string;
  readonly data: unknown;
  /** When it was true: milliseconds since 1970. */
  readonly at: number;
}

interface DeviceSchema extends DBSchema {
  known: { key: string; value: KnownAnswer };
  /** What waits to be sent. */
  outbox: { key: string; value: OutboxItem };
  /** What another app handed over and no check-in has taken yet: at most one. */
  shared: { key: string; value: { photo: File | null; text: string; at: number } };
  /** Small facts about the others, such as whose they are. */
  notes: { key: string; value: string };
}

export type DeviceDb = IDBPDatabase<DeviceSchema>;

let opened: Promise<DeviceDb> | null = null;

/**
 * What this browser keeps of a person: everything private lives in this one database, so that logging out can empty
 * it. Rejects where the browser forbids storage (private windows of some).
 */
export function deviceDb(): Promise<DeviceDb> {
  opened ??= openDB<DeviceSchema>('emberkin', 1, {
    upgrade(db) {
      db.createObjectStore('known', { keyPath: 'key' });
      db.createObjectStore('outbox', { keyPath: 'client_id' });
      db.createObjectStore('shared');
      db.createObjectStore('notes');
    },
    // Another tab runs a newer build, or the browser closed it: the next use opens it again.
    blocking: (_current, _blocked, event) => {
      opened = null;
      (event.target as IDBDatabase).close();
    },
    terminated: () => {
      opened = null;
    },
  }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}
