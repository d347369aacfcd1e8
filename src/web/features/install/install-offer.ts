/** An event that only Chromium has and TypeScript's types lack. */
export interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** The browser's offer to install the app, if it has come. */
export const installOffer: { latest: InstallOffer | null } = { latest: null };

/**
 * Keeps the offer, which comes once, soon after the page has loaded and before the code of the button. Without this the
 * browser would ask by itself.
 */
export function saveInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installOffer.latest = event as InstallOffer;
  });
}
