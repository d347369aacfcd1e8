import { useSyncExternalStore } from 'react';
import { listenerSet } from '#platform/web/lib/listeners.ts';

/** The access token's key in browser storage. Older tabs read it too, so it must not change. */
const TOKEN_KEY = 'token';

/** Returns this browser's access token, or null without a session or outside a browser. */
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

/** Returns the token as state, for screens that stay mounted while someone signs up or out. */
export const useToken = (): string | null => useSyncExternalStore(changed.subscribe, getToken, () => null);

/**
 * Calls `listen` with the token, or null, after another tab signed in or out.
 *
 * The tab that wrote receives no such event.
 */
export function watchToken(listen: (token: string | null) => void): void {
  window.addEventListener('storage', ({ key }) => {
    // A null key means localStorage.clear().
    if (key === TOKEN_KEY || key === null) listen(getToken());
  });
}

/** Ends the session of a token that the server no longer accepts. */
export let endSession: (token: string) => void = () => undefined;

/**
 * Sets what happens when the server no longer accepts a token.
 *
 * `act` receives the refused token. A late response therefore cannot end a session that started after the request.
 */
export function onSessionExpired(act: (token: string) => void): void {
  endSession = act;
}
