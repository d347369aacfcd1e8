import { closeNotifications, findRegistration } from '#platform/web/lib/worker-registration.ts';
import { outboxName } from './outbox-name.ts';

/** Background sync exists only in Chromium, and not in TypeScript's types. */
interface WithSync {
  readonly sync: { register(tag: string): Promise<void> };
}
const hasSync = (registration: object | undefined): registration is WithSync =>
  registration !== undefined && 'sync' in registration;

/** Asks the browser to wake the worker when there is a network, even if no page is open (docs/decisions/0025). */
export function requestBackgroundSync(): void {
  findRegistration()
    .then((registration) => (hasSync(registration) ? registration.sync.register(outboxName()) : undefined))
    // It may be forbidden, or there is no worker yet: then the timers of the pages have to do.
    .catch(() => undefined);
}

/**
 * Calls `listener` when the browser has woken the worker. Open pages send by themselves, so the worker's notification
 * is closed. Returns the function that stops it.
 */
export function onBackgroundSync(listener: () => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (data === outboxName()) listener();
  };
  navigator.serviceWorker.addEventListener('message', onMessage);
  // What the worker has shown about pending items.
  closeNotifications({ tag: outboxName() }).catch(() => undefined);
  return () => navigator.serviceWorker.removeEventListener('message', onMessage);
}
