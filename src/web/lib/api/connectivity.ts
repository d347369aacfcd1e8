import { useSyncExternalStore } from 'react';

let online = true;
const listeners = new Set<() => void>();

/** Called by api.ts after every request: whether there was an answer. */
export function setOnline(now: boolean): void {
  if (now === online) return;
  online = now;
  for (const listener of listeners) listener();
}

export const isOnline = (): boolean => online;

/** Calls `listen` when the connection to the server is lost or restored. Returns the function that stops it. */
export function onConnectivityChange(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** Whether the last request was answered. The browser's own `navigator.onLine` is only a guess. */
export const useIsOnline = (): boolean => useSyncExternalStore(onConnectivityChange, isOnline, () => true);
