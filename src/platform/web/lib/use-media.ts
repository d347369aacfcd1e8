import { useSyncExternalStore } from 'react';

/** Returns true if a media query matches, and stays up to date. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Returns true below 640 px, where the app has a tab bar and dialogs are sheets. */
export const usePhone = (): boolean => useMedia('(width < 40rem)');
