import { SYNC } from './outbox-item.ts';

/** Not in the language's own types: Chromium alone has it. */
interface WithSync {
  readonly sync: { register(tag: string): Promise<void> };
}
const hasSync = (registration: object | undefined): registration is WithSync =>
  registration !== undefined && 'sync' in registration;

const findRegistration = async () =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;

/** Asks the browser to tell the worker once there is a network, also when no page is open. Elsewhere pages do it alone. */
export function requestBackgroundSync(): void {
  findRegistration()
    .then((registration) => (hasSync(registration) ? registration.sync.register(SYNC) : undefined))
    // Forbidden, or no worker yet: the pages have their own timers.
    .catch(() => undefined);
}

async function closeReminders(): Promise<void> {
  for (const shown of (await (await findRegistration())?.getNotifications?.({ tag: SYNC })) ?? []) shown.close();
}

/**
 * Calls `wake` when the worker hears that there is a network. A page that is open sends by itself, so what the worker
 * said to the person about it goes. Returns the function that stops it.
 */
export function onBackgroundSync(wake: () => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const heard = ({ data }: MessageEvent<unknown>) => {
    if (data === SYNC) wake();
  };
  navigator.serviceWorker.addEventListener('message', heard);
  closeReminders().catch(() => undefined);
  return () => navigator.serviceWorker.removeEventListener('message', heard);
}
