import { create } from 'zustand';
import { isIos } from '#platform/web/lib/is-ios.ts';
import { type InstallOffer, installOffer } from './install-offer.ts';

/**
 * How this browser installs the app: with its prompt, by hand (iOS), or null.
 *
 * Null if it cannot, or if the app is already installed.
 */
export type InstallWay = 'ask' | 'by_hand' | null;

interface InstallState {
  way: InstallWay;
  /** The browser's prompt, which works only once. */
  prompt: InstallOffer | null;
}
const useInstallState = create<InstallState>(() => ({ way: null, prompt: null }));

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);
const offer = (prompt: InstallOffer) => useInstallState.setState({ prompt, way: 'ask' });

/** Handles the browser's offer to install the app, now or later. Call it once per page load. */
export function watchInstall(): void {
  if (installOffer.latest) offer(installOffer.latest);
  window.addEventListener('beforeinstallprompt', (event) => offer(event as InstallOffer));
  window.addEventListener('appinstalled', () => {
    useInstallState.setState({ prompt: null, way: null });
  });
  if (isIos() && !isInstalled()) useInstallState.setState({ way: 'by_hand' });
}

/** Shows the browser's own prompt; 'unavailable' if there is none. */
export async function install(): Promise<'accepted' | 'dismissed' | 'unavailable'> {
  const { prompt } = useInstallState.getState();
  if (!prompt) return 'unavailable';
  useInstallState.setState({ prompt: null });
  const { outcome } = await prompt.prompt();
  useInstallState.setState({ way: null });
  return outcome;
}

export const useInstallWay = (): InstallWay => useInstallState(({ way }) => way);
