import { useSyncExternalStore } from 'react';
import { listenerSet } from '#platform/web/lib/listeners.ts';

/** The key of the access token in browser storage. Older tabs read it too, so it does not change. */
const TOKEN_KEY = 'token';

/** Returns the access token of this browser's session; null without one and outside a browser. */
export const getToken = (): string | null =>
  typeof localStorage === 'undefined' ? null : localStorage.getItem(TOKEN_KEY);

const store = (): Storage | null => (typeof localStorage === 'undefined' ? null : localStorage);

const changed = listenerSet();

export function setToken(token: string): void {
  store()?.setItem(TOKEN_KEY, token);
  changed.emit();
}

export function clearToken(): void {
  store()?.removeItem(TOKEN_KEY);
  changed.emit();
}

/** The token as state, for screens that stay mounted while someone signs up or out. */
export const useToken = (): string | null => useSyncExternalStore(changed.subscribe, getToken, () => null);

/**
 * Calls `listen` with the new token, or null, after another tab signed in or out; the tab that wrote gets no such
 * event.
 */
export function watchToken(listen: (token: string | null) => void): void {
  window.addEventListener('storage', ({ key }) => {
    // A null key is localStorage.clear().
    if (key === TOKEN_KEY || key === null) listen(getToken());
  });
}

/** Ends the session of a token that the server no longer accepts. */
export let endSession: (token: string) => void = () => undefined;

/**
 * Sets what happens when the server no longer accepts a token. `act` gets the refused token, so that a late answer
 * cannot end a session that began after the request.
 */
export function onSessionExpired(act: (token: string) => void): void {
  endSession = act;
}
