import { useEffect } from 'react';
import { getToken } from '#platform/web/lib/session/session.ts';
import { useTodaysCheckins } from './todays-checkins.ts';

/** Shows the number of needed check-ins on the installed app's icon, and marks the tab's icon if any. */
function showDueCount(needed: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = needed > 0 ? '/icon-open.svg' : '/icon.svg';
  // The browser may lack the Badging API or reject the call. Then only the tab icon changes.
  const { setAppBadge, clearAppBadge } = navigator as Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;
  const done = needed > 0 ? setAppBadge?.call(navigator, needed) : clearAppBadge?.call(navigator);
  done?.catch(() => undefined);
}

/** Shows the number of needed check-ins outside of the page: on the app's icon and in the tab. */
export function useDueCount(): void {
  const { state, missions } = useTodaysCheckins();
  const count = state === 'unknown' ? null : state === 'needed' ? missions.length : 0;
  useEffect(() => {
    if (count === null) return;
    // In a separate task, because setting a badge takes browsers some milliseconds.
    const timer = setTimeout(() => showDueCount(count));
    return () => clearTimeout(timer);
  }, [count]);
  // After logging out nothing is due.
  useEffect(
    () => () => {
      if (getToken() === null) showDueCount(0);
    },
    [],
  );
}
