import { create } from 'zustand';

/** The operator's token is stored beside the user's. */
const KEY = 'admin_token';

const readToken = (): string | null => localStorage.getItem(KEY);
const useToken = create(readToken);
const refresh = () => useToken.setState(readToken(), true);

// Logging out in one tab logs out in all.
window.addEventListener('storage', refresh);

export const getAdminToken = (): string | null => useToken.getState();

export function setAdminToken(token: string): void {
  localStorage.setItem(KEY, token);
  refresh();
}

export function clearAdminToken(): void {
  localStorage.removeItem(KEY);
  refresh();
}

/** The operator's token as state: the page shows the dashboard while there is one. */
export const useAdminToken = (): string | null => useToken();
