import { create } from 'zustand';
import type { WorkerMessage } from './worker-message.ts';

/** How often a long-lived tab checks for a new build. */
const CHECK_MS = 60 * 60_000;

const say = (worker: ServiceWorker | null, message: WorkerMessage) => worker?.postMessage(message);

/** The addresses of the texts that this page has loaded; the English ones are installed with the worker. */
const loadedTexts = (): string[] =>
  performance.getEntriesByType('resource').flatMap(({ name }) => (/\/assets\/text-(?!en-)/.test(name) ? name : []));

interface UpdateState {
  /** The worker of a new build that is installed and not active yet. */
  waiting: ServiceWorker | null;
  /** Whether the server has a new build, whose files replaced those of this page. */
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

/** Registers /sw.js, which caches the app itself for when there is no network. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Only the tab that requested the update reloads: others may hold half-written text.
    if (requested) window.location.reload();
  });
  const registration = await navigator.serviceWorker.register('/sw.js');
  watchFor(registration);
  setInterval(() => void registration.update().catch(() => undefined), CHECK_MS);
  say((await navigator.serviceWorker.ready).active, { texts: loadedTexts() });
}

/** Activates the new build and reloads the page with it. */
export function activateUpdate(): void {
  requested = true;
  const { waiting } = useUpdateState.getState();
  if (waiting?.state === 'installed') say(waiting, 'take-over');
  else window.location.reload();
}

/** Offers a new build that replaced the files of this page. */
export const offerUpdate = (): void => useUpdateState.setState({ replaced: true });

/** Whether a new build can be activated. */
export const useUpdate = (): boolean => useUpdateState(({ waiting, replaced }) => waiting !== null || replaced);
