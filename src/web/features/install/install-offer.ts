/** An event that only Chromium has and TypeScript's types lack. */
export interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export const installOffer: { latest: InstallOffer | null } = { latest: null };

/**
 * Saves the offer, which the browser makes only once, before the code of the button has loaded.
 *
 * It also prevents the browser's own prompt.
 */
export function saveInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installOffer.latest = event as InstallOffer;
  });
}
