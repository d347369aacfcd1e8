import { useSyncExternalStore } from 'react';
import { listenerSet } from '#platform/web/lib/listeners.ts';

let online = true;
let behindDoor = false;
const changed = listenerSet();

/** Records whether the last request had a response, or whether a sign-in proxy refused it. */
export function setOnline(now: boolean, byDoor = false): void {
  if (now === online && byDoor === behindDoor) return;
  online = now;
  behindDoor = byDoor;
  changed.emit();
}

export const isOnline = (): boolean => online;

/** Returns true if a proxy in front of the server refused the last request because its session ended. */
export const isBehindDoor = (): boolean => behindDoor;

/** Calls the listener when the connection is lost or restored. Returns an unsubscribe function. */
export const onConnectivityChange = changed.subscribe;

/** Returns whether the last request had a response. `navigator.onLine` is only a guess. */
export const useIsOnline = (): boolean => useSyncExternalStore(onConnectivityChange, isOnline, () => true);
