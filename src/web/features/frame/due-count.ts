import { useEffect } from 'react';
import { getToken } from '#platform/web/lib/session/session.ts';
import { useTodaysCheckins } from './todays-checkins.ts';

/** Shows how many check-ins are needed today on the icon of the installed app, and that any are on that of the tab. */
function showDueCount(needed: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = needed > 0 ? '/icon-open.svg' : '/icon.svg';
  // Not every browser has badges, and one that has may refuse: then the icon stays as it is.
  const { setAppBadge, clearAppBadge } = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;
  const done = needed > 0 ? setAppBadge?.call(navigator, needed) : clearAppBadge?.call(navigator);
  done?.catch(() => undefined);
}

/** Shows how many check-ins are needed where the page itself is not seen: on the app's icon and in the browser's tab. */
export function useDueCount(): void {
  const { state, missions } = useTodaysCheckins();
  const count = state === 'unknown' ? null : state === 'needed' ? missions.length : 0;
  useEffect(() => {
    if (count === null) return;
    // In a task of its own, because setting a badge takes browsers some milliseconds.
    const timer = setTimeout(() => showDueCount(count));
    return () => clearTimeout(timer);
  }, [count]);
  // Whoever has logged out has nothing to do.
  useEffect(
    () => () => {
      if (getToken() === null) showDueCount(0);
    },
    [],
  );
}
