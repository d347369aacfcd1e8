import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { OutboxItem } from '#web/lib/outbox/outbox-item.ts';

/** One answer of the server as it was last seen, for the day on which there is no network. */
export interface CachedAnswer {
  /** The query's key as JSON. */
  readonly key: string;
  readonly data: unknown;
  /** When it was true: milliseconds since 1970. */
  readonly at: number;
}

interface DeviceSchema extends DBSchema {
  known: { key: string; value: CachedAnswer };
  /** What waits to be sent. */
  outbox: { key: string; value: OutboxItem };
  /** What another app handed over and no check-in has taken yet: at most one. */
  shared: { key: string; value: { photo: File | null; text: string; at: number } };
  /** Small facts about the others, such as whose they are. */
  notes: { key: string; value: string };
}

type DeviceDb = IDBPDatabase<DeviceSchema>;

/** A browser that does not open it within this time is taken for one that forbids it. */
const OPEN_MS = 3000;

let opened: Promise<DeviceDb> | null = null;

function open(): Promise<DeviceDb> {
  return openDB<DeviceSchema>('emberkin', 1, {
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
  });
}

async function openInTime(): Promise<DeviceDb> {
  const opening = open();
  let late = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      late = true;
      reject(new Error('The browser does not open its storage'));
    }, OPEN_MS);
  });
  // Nobody has it any more when it comes at last.
  opening.then((db) => late && db.close()).catch(() => undefined);
  try {
    return await Promise.race([opening, over]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What this browser keeps of a person: everything private lives in this one database, so that logging out can empty
 * it. Rejects where the browser forbids storage (private windows of some), and where it does not answer.
 */
export function deviceDb(): Promise<DeviceDb> {
  opened ??= openInTime().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}
