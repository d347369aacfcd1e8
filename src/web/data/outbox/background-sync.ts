import { SYNC } from './outbox-item.ts';

/** Background sync exists only in Chromium, and not in TypeScript's types. */
interface WithSync {
  readonly sync: { register(tag: string): Promise<void> };
}
const hasSync = (registration: object | undefined): registration is WithSync =>
  registration !== undefined && 'sync' in registration;

const findRegistration = async () =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;

/** Asks the browser to wake the worker when there is a network, even if no page is open (docs/decisions/0019). */
export function requestBackgroundSync(): void {
  findRegistration()
    .then((registration) => (hasSync(registration) ? registration.sync.register(SYNC) : undefined))
    // It may be forbidden, or there is no worker yet: then the timers of the pages have to do.
    .catch(() => undefined);
}

/** Closes what the worker has shown about pending items. */
async function closeNotifications(): Promise<void> {
  for (const shown of (await (await findRegistration())?.getNotifications?.({ tag: SYNC })) ?? []) shown.close();
}

/**
 * Calls `listener` when the browser has woken the worker. Open pages send by themselves, so the worker's notification
 * is closed. Returns the function that stops it.
 */
export function onBackgroundSync(listener: () => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (data === SYNC) listener();
  };
  navigator.serviceWorker.addEventListener('message', onMessage);
  closeNotifications().catch(() => undefined);
  return () => navigator.serviceWorker.removeEventListener('message', onMessage);
}
