import { useSyncExternalStore } from 'react';

/** The operator's token stands beside the user's, never in its place (Spec 3). */
const KEY = 'admin_token';

const watchers = new Set<() => void>();
const tell = () => {
  for (const watcher of watchers) watcher();
};

export const getAdminToken = (): string | null => localStorage.getItem(KEY);

export function setAdminToken(token: string): void {
  localStorage.setItem(KEY, token);
  tell();
}

export function clearAdminToken(): void {
  localStorage.removeItem(KEY);
  tell();
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  // Logging out in one tab logs out in all.
  window.addEventListener('storage', watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener('storage', watcher);
  };
};

/** The operator's token as state: the page shows the desk while there is one. */
export const useAdminToken = (): string | null => useSyncExternalStore(subscribe, getAdminToken);
