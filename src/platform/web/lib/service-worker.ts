import { create } from 'zustand';
import type { WorkerMessage } from './worker-message.ts';

/** How often a long-lived tab checks for a new build, in milliseconds. */
const CHECK_MS = 60 * 60_000;

const say = (worker: ServiceWorker | null, message: WorkerMessage) => worker?.postMessage(message);

/** Lists the text files that this page loaded. The worker installs the English texts itself. */
const loadedTexts = (): string[] =>
  performance.getEntriesByType('resource').flatMap(({ name }) => (/\/assets\/text-(?!en-)/.test(name) ? name : []));

interface UpdateState {
  waiting: ServiceWorker | null;
  /** Whether the server has a new build that replaced this page's files. */
  replaced: boolean;
}
const useUpdateState = create<UpdateState>(() => ({ waiting: null, replaced: false }));
const setWaiting = (waiting: ServiceWorker | null) => useUpdateState.setState({ waiting });
let requested = false;

/** Watches for a waiting worker of a new build. The first installation replaces nothing and does not count. */
function watchFor(registration: ServiceWorkerRegistration): void {
  const watch = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) setWaiting(worker);
    });
  if (registration.waiting && navigator.serviceWorker.controller) setWaiting(registration.waiting);
  watch(registration.installing);
  registration.addEventListener('updatefound', () => watch(registration.installing));
}

/** Registers /sw.js, which caches the app for use without a network. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Only the tab that requested the update reloads. Other tabs might contain half-written text.
    if (requested) window.location.reload();
  });
  const registration = await navigator.serviceWorker.register('/sw.js');
  watchFor(registration);
  setInterval(() => void registration.update().catch(() => undefined), CHECK_MS);
  say((await navigator.serviceWorker.ready).active, { texts: loadedTexts() });
}

/** Activates the new build and reloads the page. */
export function activateUpdate(): void {
  requested = true;
  const { waiting } = useUpdateState.getState();
  if (waiting?.state === 'installed') say(waiting, 'take-over');
  else window.location.reload();
}

/** Offers a new build that replaced this page's files. */
export const offerUpdate = (): void => useUpdateState.setState({ replaced: true });

/** Returns true if a new build can be activated. */
export const useUpdate = (): boolean => useUpdateState(({ waiting, replaced }) => waiting !== null || replaced);
