import { useSyncExternalStore } from 'react';

let reachable = true;
const listeners = new Set<() => void>();

/** `lib/api.ts` says after every call whether something answered. */
export function setOnline(now: boolean): void {
  if (now === reachable) return;
  reachable = now;
  for (const listener of listeners) listener();
}

export const isOnline = (): boolean => reachable;

/** Calls `listen` when the server comes into reach or goes out of it. Returns the function that stops it. */
export function onConnectivityChange(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** Whether the last call was answered: what the browser itself thinks of the network is only a guess. */
export const useIsOnline = (): boolean => useSyncExternalStore(onConnectivityChange, isOnline, () => true);
