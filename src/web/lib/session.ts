/** Spec 3: the access token is kept in browser storage under this key. */
const KEY = 'token';

const store = (): Storage | null => (typeof localStorage === 'undefined' ? null : localStorage);

export const getToken = (): string | null => store()?.getItem(KEY) ?? null;
export const setToken = (token: string): void => store()?.setItem(KEY, token);
export const clearToken = (): void => store()?.removeItem(KEY);

/**
 * Tells when another tab signed in, out or over: `token` is the new one or null. The browser sends no such event to
 * the tab that wrote. Returns the function that stops it.
 */
export function watchToken(listen: (token: string | null) => void): () => void {
  const hear = (event: StorageEvent) => {
    // A null key is localStorage.clear().
    if (event.key === KEY || event.key === null) listen(getToken());
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
