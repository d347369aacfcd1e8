import { create } from 'zustand';

/** An event that only Chromium has and TypeScript's types lack. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** How this browser installs the app: by its own prompt, by hand (iOS), or null if it cannot or already has. */
export type InstallWay = 'ask' | 'by_hand' | null;

interface InstallState {
  way: InstallWay;
  /** The browser's prompt, which can be shown once. */
  prompt: InstallPrompt | null;
}
const useInstallState = create<InstallState>(() => ({ way: null, prompt: null }));

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);
/** An iPad reports itself as a Mac, but no Mac has a touch screen. */
const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Listens for the browser's prompt, then links the manifest, which triggers it. */
export function watchInstall(): void {
  if (document.querySelector('link[rel=manifest]')) return;
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstallState.setState({ prompt: event as InstallPrompt, way: 'ask' });
  });
  window.addEventListener('appinstalled', () => {
    useInstallState.setState({ prompt: null, way: null });
  });
  if (isIos() && !isInstalled()) useInstallState.setState({ way: 'by_hand' });
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = '/manifest.webmanifest';
  document.head.append(link);
}

/** Shows the browser's own prompt; 'unavailable' when there is none. */
export async function install(): Promise<'accepted' | 'dismissed' | 'unavailable'> {
  const { prompt } = useInstallState.getState();
  if (!prompt) return 'unavailable';
  useInstallState.setState({ prompt: null });
  const { outcome } = await prompt.prompt();
  useInstallState.setState({ way: null });
  return outcome;
}

export const useInstallWay = (): InstallWay => useInstallState(({ way }) => way);
