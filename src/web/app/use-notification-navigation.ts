import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readNavigation } from '#web/lib/push/notification-navigation.ts';

/** Goes where a tap on a notification leads, as a link of the app does: the page is not drawn anew. */
export function useNotificationNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const hear = ({ data, ports }: MessageEvent<unknown>) => {
      const path = readNavigation(data);
      if (path === undefined) return;
      // Without this answer the worker draws the window anew.
      ports[0]?.postMessage(true);
      router.history.push(path);
    };
    navigator.serviceWorker.addEventListener('message', hear);
    return () => navigator.serviceWorker.removeEventListener('message', hear);
  }, [router]);
}
