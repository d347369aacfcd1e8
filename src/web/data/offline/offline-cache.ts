import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { type CachedAnswer, deviceDb } from '#platform/web/device-db.ts';
import { getToken } from '#platform/web/lib/session/session.ts';
import * as keys from '#web/data/query-keys.ts';

/** The queries that work without a network. */
const PERSISTED_QUERIES = new Set<unknown>(
  [keys.me, keys.dashboard, keys.mission(), keys.checkins(), keys.streaks].map(([name]) => name),
);
/** Combines a burst of responses into one write. */
const WAIT_MS = 400;
const AGE_MAX_MS = 14 * 24 * 3_600_000;
const ANSWERS_MAX = 60;

const keyOf = (key: QueryKey) => JSON.stringify(key);

/** Defined by the build (vite.config.ts). */
declare const __WIRE__: string;

/**
 * Identifies the session and the format of the responses. 32 of a token's 256 bits are enough to distinguish sessions.
 */
function tagOf(token: string): string {
  let hash = 0x811c9dc5;
  for (const letter of token) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return `${(hash >>> 0).toString(36)} ${__WIRE__}`;
}

/** Keeps only the first page of a feed; scrolling fetches older pages. */
function shorten(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data) || !('pageParams' in data)) return data;
  const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] };
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}

const isPersisted = (query: Query) => PERSISTED_QUERIES.has(query.queryKey[0]) && query.state.status === 'success';

async function write(client: QueryClient, keys: Set<string>): Promise<void> {
  const token = getToken();
  if (!token) return;
  const found = client
    .getQueryCache()
    .getAll()
    .filter((query) => keys.has(keyOf(query.queryKey)) && isPersisted(query));
  keys.clear();
  const db = await deviceDb();
  const tx = db.transaction(['known', 'notes'], 'readwrite');
  const whose = await tx.objectStore('notes').get('whose');
  if (whose !== tagOf(token)) {
    await tx.objectStore('known').clear();
    await tx.objectStore('notes').put(tagOf(token), 'whose');
  }
  for (const { queryKey, state } of found)
    await tx.objectStore('known').put({ key: keyOf(queryKey), data: shorten(state.data), at: state.dataUpdatedAt });
  await tx.done;
}

async function tidy(now: number): Promise<void> {
  const db = await deviceDb();
  const all = (await db.getAll('known')).sort((a, b) => b.at - a.at);
  for (const [at, answer] of all.entries())
    if (at >= ANSWERS_MAX || now - answer.at > AGE_MAX_MS) await db.delete('known', answer.key);
}

/** How long the first render can wait for the database. */
const PATIENCE_MS = 500;

/** Returns the persisted responses of this session, or null. */
async function readPersisted(token: string): Promise<CachedAnswer[] | null> {
  const db = await deviceDb();
  return (await db.get('notes', 'whose')) === tagOf(token) ? db.getAll('known') : null;
}

/**
 * Restores this session's responses into the empty cache. They are shown immediately and refetched. A slow database is
 * ignored, because network responses might be newer by then.
 */
export async function restoreOfflineCache(client: QueryClient): Promise<void> {
  const token = getToken();
  if (!token) return;
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  // Without storage everything is fetched.
  const answers = await Promise.race([readPersisted(token).catch(() => null), late]);
  if (!answers) return;
  for (const { key, data, at } of answers) client.setQueryData(JSON.parse(key) as QueryKey, data, { updatedAt: at });
  // Another tab might have newer responses, so each is refetched when its screen mounts.
  for (const query of client.getQueryCache().getAll()) query.invalidate();
  tidy(Date.now()).catch(() => undefined);
}

const persisting = new WeakSet<QueryClient>();

/** Persists all cached responses, and each new one from now on. */
export function persistAnswers(client: QueryClient): void {
  if (persisting.has(client)) return;
  persisting.add(client);
  const cache = client.getQueryCache();
  const unsaved = new Set(cache.getAll().map((query) => keyOf(query.queryKey)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scheduleWrite = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void write(client, unsaved).catch(() => undefined), WAIT_MS);
  };
  scheduleWrite();
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !PERSISTED_QUERIES.has(event.query.queryKey[0]))
      return;
    unsaved.add(keyOf(event.query.queryKey));
    scheduleWrite();
  });
}

/** Deletes all persisted responses, shared photos and notes from this device. */
export async function clearOfflineCache(): Promise<void> {
  const db = await deviceDb();
  const tx = db.transaction(['known', 'shared', 'notes'], 'readwrite');
  const stores = [tx.objectStore('known'), tx.objectStore('shared'), tx.objectStore('notes')] as const;
  await Promise.all([...stores.map((store) => store.clear()), tx.done]);
}
