import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { getApp } from '#platform/web/lib/app.ts';
import type { OutboxItem } from './outbox/outbox-item.ts';

/** A cached response of the server, for use without a network. */
export interface CachedAnswer {
  readonly key: string;
  readonly data: unknown;
  /** When it was fetched, in milliseconds since 1970. */
  readonly at: number;
}

interface DeviceSchema extends DBSchema {
  known: { key: string; value: CachedAnswer };
  outbox: { key: string; value: OutboxItem };
  /** What another app shared before a form has used it: at most one entry. */
  shared: { key: string; value: { photo: File | null; text: string; at: number } };
  /** Facts about the other stores, such as which session they belong to. */
  notes: { key: string; value: string };
}

type DeviceDb = IDBPDatabase<DeviceSchema>;

/** After this time we assume that the browser forbids the database. */
const OPEN_MS = 3000;

let opened: Promise<DeviceDb> | null = null;

function open(): Promise<DeviceDb> {
  return openDB<DeviceSchema>(getApp().id, 1, {
    upgrade(db) {
      db.createObjectStore('known', { keyPath: 'key' });
      db.createObjectStore('outbox', { keyPath: 'client_id' });
      db.createObjectStore('shared');
      db.createObjectStore('notes');
    },
    // Another tab upgrades the database, or the browser closed it. The next use opens it again.
    blocking: (_current, _blocked, event) => {
      opened = null;
      (event.target as IDBDatabase).close();
    },
    terminated: () => {
      opened = null;
    },
  });
}

async function openInTime(): Promise<DeviceDb> {
  const opening = open();
  let late = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      late = true;
      reject(new Error('The browser cannot open its storage'));
    }, OPEN_MS);
  });
  // The caller has given up; close the connection that arrives late.
  opening.then((db) => late && db.close()).catch(() => undefined);
  try {
    return await Promise.race([opening, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the one database for private data on this device, which signing out empties.
 *
 * Rejects if the browser forbids storage, as some do in private windows, or does not open it in time.
 */
export function deviceDb(): Promise<DeviceDb> {
  opened ??= openInTime().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}
