import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { persistAnswers, restoreOfflineCache } from './offline-cache.ts';

const device = vi.hoisted(() => ({ db: null as unknown as Promise<unknown> }));
vi.mock('#platform/web/device-db.ts', () => ({ deviceDb: () => device.db }));
vi.stubGlobal('__WIRE__', 'wire');
const MISSION = ['mission', 'm'];

/** A minimal device database that returns the same answer to every query. */
function makeDevice() {
  const notes = new Map<string, string>();
  const persisted = new Map<string, unknown>();
  const storeOf = (name: string) => ({
    get: async (key: string) => notes.get(key),
    put: async (value: { key: string } | string, key?: string) =>
      typeof value === 'string' ? void notes.set(key!, value) : void persisted.set(value.key, value),
    clear: async () => (name === 'known' ? persisted.clear() : notes.clear()),
  });
  return {
    persisted,
    get: async (_store: string, key: string) => notes.get(key),
    getAll: async () => [...persisted.values()],
    delete: async (_store: string, key: string) => void persisted.delete(key),
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

async function buildDevice() {
  const db = makeDevice();
  device.db = Promise.resolve(db);
  const before = new QueryClient();
  before.setQueryData(MISSION, { title: 'Run' });
  persistAnswers(before);
  await vi.advanceTimersByTimeAsync(1000);
  expect(db.persisted.size).toBe(1);
  return db;
}

it('a persisted response is there at the start and marked as stale', async () => {
  await buildDevice();
  const client = new QueryClient();
  await restoreOfflineCache(client);
  expect(client.getQueryData(MISSION)).toEqual({ title: 'Run' });
  expect(client.getQueryState(MISSION)?.isInvalidated).toBe(true);
});

it('a slow device gets half a second and does not overwrite later responses', async () => {
  const db = await buildDevice();
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

it('a device that forbids storage has no persisted responses', async () => {
  device.db = Promise.reject(new Error('forbidden'));
  const client = new QueryClient();
  await restoreOfflineCache(client);
  expect(client.getQueryCache().getAll()).toEqual([]);
});
