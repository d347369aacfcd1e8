import { closeNotifications, findRegistration } from '#platform/web/lib/worker-registration.ts';
import { outboxName } from './outbox-name.ts';

/** Only Chromium has background sync, and TypeScript has no types for it. */
interface WithSync {
  readonly sync: { register(tag: string): Promise<void> };
}
const hasSync = (registration: object | undefined): registration is WithSync =>
  registration !== undefined && 'sync' in registration;

/** Has the browser wake the worker when online, even without an open page (docs/decisions/0025). */
export function requestBackgroundSync(): void {
  findRegistration()
    .then((registration) => (hasSync(registration) ? registration.sync.register(outboxName()) : undefined))
    // Without permission or a worker, the pages' timers must do.
    .catch(() => undefined);
}

/**
 * Calls `listener` when the browser has woken the worker. Returns an unsubscribe function.
 *
 * It closes the worker's notification because open pages send items themselves.
 */
export function onBackgroundSync(listener: () => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (data === outboxName()) listener();
  };
  navigator.serviceWorker.addEventListener('message', onMessage);
  closeNotifications({ tag: outboxName() }).catch(() => undefined);
  return () => navigator.serviceWorker.removeEventListener('message', onMessage);
}
