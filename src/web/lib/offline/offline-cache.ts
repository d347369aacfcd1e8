import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { rollOverDay } from '#web/lib/day-rollover.ts';
import * as keys from '#web/lib/query-keys.ts';
import { getToken } from '#web/lib/session/session.ts';
import { type CachedAnswer, deviceDb } from './device-db.ts';

/** What a person needs to see without a network. */
const PERSISTED = [keys.me, keys.dashboard, keys.mission(), keys.checkins(), keys.streaks];
const PERSISTED_NAMES = new Set<unknown>(PERSISTED.map(([name]) => name));
/** A burst of answers becomes one write. */
const WAIT_MS = 400;
const KEPT_MS = 14 * 24 * 3_600_000;
const ANSWERS_MAX = 60;

const keyOf = (key: QueryKey) => JSON.stringify(key);

/** Put in by the build (vite.config.ts). */
declare const __WIRE__: string;

/** Whose it is and in which shape: sessions are told apart by 32 bits of the 256 of their token. */
function tagOf(token: string): string {
  let hash = 0x811c9dc5;
  for (const letter of token) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return `${(hash >>> 0).toString(36)} ${__WIRE__}`;
}

/** Only the first page of a feed: older ones are asked for when somebody scrolls. */
function shorten(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data) || !('pageParams' in data)) return data;
  const { pages, pageParams } = data as { pages: unknown[]; pageParams: unknown[] };
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}

const toKeep = (query: Query) => PERSISTED_NAMES.has(query.queryKey[0]) && query.state.status === 'success';

async function write(client: QueryClient, keys: Set<string>): Promise<void> {
  const token = getToken();
  if (!token) return;
  const found = client
    .getQueryCache()
    .getAll()
    .filter((query) => keys.has(keyOf(query.queryKey)) && toKeep(query));
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

/** Removes what is old, and the oldest beyond the limit. */
async function tidy(now: number): Promise<void> {
  const db = await deviceDb();
  const all = (await db.getAll('known')).sort((a, b) => b.at - a.at);
  for (const [at, answer] of all.entries())
    if (at >= ANSWERS_MAX || now - answer.at > KEPT_MS) await db.delete('known', answer.key);
}

/** How long the first drawing may wait for the device. */
const PATIENCE_MS = 500;

/** What this session knew; null when there is nothing, or the device does not say so in time. */
async function readKnown(token: string): Promise<CachedAnswer[] | null> {
  const db = await deviceDb();
  return (await db.get('notes', 'whose')) === tagOf(token) ? db.getAll('known') : null;
}

/**
 * Puts what was last known of this session into the empty cache, each answer with its own time: it is shown at once
 * and asked for again behind it. A browser without storage knows nothing; one that takes its time is not waited for,
 * and what it says late is not used, as the network may have answered by then.
 */
export async function restoreOfflineCache(client: QueryClient): Promise<void> {
  const token = getToken();
  if (!token) return;
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  // When it fails the network is asked, as ever.
  const answers = await Promise.race([readKnown(token).catch(() => null), late]);
  if (!answers) return;
  for (const { key, data, at } of answers) client.setQueryData(JSON.parse(key) as QueryKey, data, { updatedAt: at });
  rollOverDay(client);
  // However young they are, another tab may have newer ones: each is fetched when its screen mounts.
  for (const query of client.getQueryCache().getAll()) query.invalidate();
  tidy(Date.now()).catch(() => undefined);
}

const kept = new WeakSet<QueryClient>();

/** From now on keeps the answers as they come, those that are there already included. */
export function persistAnswers(client: QueryClient): void {
  if (kept.has(client)) return;
  kept.add(client);
  const cache = client.getQueryCache();
  const waiting = new Set(cache.getAll().map((query) => keyOf(query.queryKey)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void write(client, waiting).catch(() => undefined), WAIT_MS);
  };
  soon();
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !PERSISTED_NAMES.has(event.query.queryKey[0]))
      return;
    waiting.add(keyOf(event.query.queryKey));
    soon();
  });
}

/** Forgets everything that was kept of a person on this device. */
export async function clearOfflineCache(): Promise<void> {
  const db = await deviceDb();
  const tx = db.transaction(['known', 'shared', 'notes'], 'readwrite');
  const stores = [tx.objectStore('known'), tx.objectStore('shared'), tx.objectStore('notes')] as const;
  await Promise.all([...stores.map((store) => store.clear()), tx.done]);
}
