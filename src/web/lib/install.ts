import { useSyncExternalStore } from 'react';

/** Chromium's event; no other browser knows it, and the language's own types neither. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** How this browser installs: by asking, by hand (iOS), or not at all, also because it is done. */
export type InstallWay = 'ask' | 'by_hand' | null;

let prompt: InstallPrompt | null = null;
let way: InstallWay = null;
const listeners = new Set<() => void>();

function change(to: InstallWay): void {
  way = to;
  for (const listener of listeners) listener();
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);
/** An iPad says that it is a Mac, but no Mac is touched. */
const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Listens for the browser's offer, then names the manifest, for which the offer comes (Spec 1, installation). */
export function watchInstall(): void {
  if (document.querySelector('link[rel=manifest]')) return;
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
    change('ask');
  });
  window.addEventListener('appinstalled', () => {
    prompt = null;
    change(null);
  });
  if (isIos() && !isInstalled()) change('by_hand');
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/manifest.webmanifest';
  document.head.append(link);
}

/** Asks the browser's own question. An offer can be used once; 'unavailable' when there is none. */
export async function install(): Promise<'accepted' | 'dismissed' | 'unavailable'> {
  if (!prompt) return 'unavailable';
  const asked = prompt;
  prompt = null;
  const { outcome } = await asked.prompt();
  change(null);
  return outcome;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useInstallWay = (): InstallWay =>
  useSyncExternalStore(
    subscribe,
    () => way,
    () => null,
  );
