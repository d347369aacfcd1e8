import { useSyncExternalStore } from 'react';

/** Long-lived tabs look for a new build now and then. */
const LOOK_MS = 60 * 60_000;

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();
let asked = false;

function setWaiting(worker: ServiceWorker | null): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

/** A first installation has nothing to replace; every later one waits for its turn. */
function watchFor(registration: ServiceWorkerRegistration): void {
  const hear = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) setWaiting(worker);
    });
  if (registration.waiting && navigator.serviceWorker.controller) setWaiting(registration.waiting);
  hear(registration.installing);
  registration.addEventListener('updatefound', () => hear(registration.installing));
}

/** Registers /sw.js (Spec 7), which keeps the app itself for the day without a network. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Only the tab in which somebody asked: in others something may be half written.
    if (asked) window.location.reload();
  });
  const registration = await navigator.serviceWorker.register('/sw.js');
  watchFor(registration);
  setInterval(() => void registration.update().catch(() => undefined), LOOK_MS);
}

/** Lets the new build take over and draws the page anew with it. */
export function takeUpdate(): void {
  asked = true;
  if (waiting?.state === 'installed') waiting.postMessage('take-over');
  else window.location.reload();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a new build waits to be taken. */
export const useUpdate = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting !== null,
    () => false,
  );
