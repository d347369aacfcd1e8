import { useSyncExternalStore } from 'react';
import { listenerSet } from '#platform/web/lib/listeners.ts';

let online = true;
let behindDoor = false;
const changed = listenerSet();

/** Called by api.ts after every request: whether there was an answer, or a door in front of the server refused. */
export function setOnline(now: boolean, byDoor = false): void {
  if (now === online && byDoor === behindDoor) return;
  online = now;
  behindDoor = byDoor;
  changed.emit();
}

export const isOnline = (): boolean => online;

/** Returns true if something in front of the server refused the last request, because its own session ended. */
export const isBehindDoor = (): boolean => behindDoor;

/** Calls the listener when the connection to the server is lost or restored. Returns the function that stops it. */
export const onConnectivityChange = changed.subscribe;

/** Whether the last request was answered. The browser's own `navigator.onLine` is only a guess. */
export const useIsOnline = (): boolean => useSyncExternalStore(onConnectivityChange, isOnline, () => true);
