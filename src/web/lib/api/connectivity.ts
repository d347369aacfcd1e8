import { useSyncExternalStore } from 'react';
import { listenerSet } from '#web/lib/listeners.ts';

let online = true;
const changed = listenerSet();

/** Called by api.ts after every request: whether there was an answer. */
export function setOnline(now: boolean): void {
  if (now === online) return;
  online = now;
  changed.emit();
}

export const isOnline = (): boolean => online;

/** Calls the listener when the connection to the server is lost or restored. Returns the function that stops it. */
export const onConnectivityChange = changed.subscribe;

/** Whether the last request was answered. The browser's own `navigator.onLine` is only a guess. */
export const useIsOnline = (): boolean => useSyncExternalStore(onConnectivityChange, isOnline, () => true);
