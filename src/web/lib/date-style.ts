import { useSyncExternalStore } from 'react';

/** How dates read: 21 November 2026, November 21, 2026 or 2026-11-21. */
export type DateStyle = 'day' | 'month' | 'numbers';

const KEY = 'dates';
const listeners = new Set<() => void>();

export function getDateStyle(): DateStyle {
  if (typeof localStorage === 'undefined') return 'day';
  const kept = localStorage.getItem(KEY);
  return kept === 'month' || kept === 'numbers' ? kept : 'day';
}

/** Remembers the choice in this browser; what is drawn anew reads by it. */
export function setDateStyle(style: DateStyle): void {
  if (style === 'day') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, style);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The choice as state: a page that shows it is drawn anew with its dates. */
export const useDateStyle = (): DateStyle => useSyncExternalStore(subscribe, getDateStyle, () => 'day' as const);
