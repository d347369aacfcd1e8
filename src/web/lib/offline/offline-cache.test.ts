import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { persistAnswers, restoreOfflineCache } from './offline-cache.ts';

const device = vi.hoisted(() => ({ db: null as unknown as Promise<unknown> }));
vi.mock('./device-db.ts', () => ({ deviceDb: () => device.db }));
vi.stubGlobal('__WIRE__', 'wire');
const MISSION = ['mission', 'm'];

/** A device that has one answer, whoever asks, once it opens. */
function makeDevice() {
  const notes = new Map<string, string>();
  const known = new Map<string, unknown>();
  const storeOf = (name: string) => ({
    get: async (key: string) => notes.get(key),
    put: async (value: { key: string } | string, key?: string) =>
      typeof value === 'string' ? void notes.set(key!, value) : void known.set(value.key, value),
    clear: async () => (name === 'known' ? known.clear() : notes.clear()),
  });
  return {
    known,
    get: async (_store: string, key: string) => notes.get(key),
    getAll: async () => [...known.values()],
    delete: async (_store: string, key: string) => void known.delete(key),
    transaction: () => ({ objectStore: storeOf, done: Promise.resolve() }),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => 'a token' });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A device on which a session left what it knew of a mission. */
async function givenKnown() {
  const db = makeDevice();
  device.db = Promise.resolve(db);
  const before = new QueryClient();
  before.setQueryData(MISSION, { title: 'Run' });
  persistAnswers(before);
  await vi.advanceTimersByTimeAsync(1000);
  expect(db.known.size).toBe(1);
  return db;
}

it('what was known is there at the start, and out of date', async () => {
  await givenKnown();
  const client = new QueryClient();
  await restoreOfflineCache(client);
  expect(client.getQueryData(MISSION)).toEqual({ title: 'Run' });
  expect(client.getQueryState(MISSION)?.isInvalidated).toBe(true);
});

it('a device that does not open is waited for half a second, and does not overwrite what came meanwhile', async () => {
  const db = await givenKnown();
  let open: (db: unknown) => void = () => undefined;
  device.db = new Promise((resolve) => {
    open = resolve;
  });
  const client = new QueryClient();
  let started = false;
  const restored = restoreOfflineCache(client).then(() => {
    started = true;
  });
  await vi.advanceTimersByTimeAsync(499);
  expect(started).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await restored;
  client.setQueryData(MISSION, { title: 'Run further' });
  open(db);
  await vi.advanceTimersByTimeAsync(1000);
  expect(client.getQueryData(MISSION)).toEqual({ title: 'Run further' });
});

it('a device that forbids it is none', async () => {
  device.db = Promise.reject(new Error('forbidden'));
  const client = new QueryClient();
  await restoreOfflineCache(client);
  expect(client.getQueryCache().getAll()).toEqual([]);
});
