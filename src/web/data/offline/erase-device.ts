import { clearDeclinedZones } from '#web/data/declined-zone.ts';

/** Erases all private data from this device (docs/rules.md#offline). Its code is loaded only when needed. */
export async function eraseDevice(): Promise<void> {
  clearDeclinedZones();
  try {
    // Not awaited: the server has already deleted the subscription with the session.
    void import('#web/data/push-subscription.ts')
      .then(({ endPushOnThisDevice }) => endPushOnThisDevice())
      .catch(() => undefined);
    const [{ clearOfflineCache }, { emptyOutbox }] = await Promise.all([
      import('./offline-cache.ts'),
      import('#platform/web/outbox/outbox-store.ts'),
    ]);
    await Promise.all([clearOfflineCache(), emptyOutbox()]);
  } catch {
    // Without storage there is nothing to erase, and an error must not prevent logging out.
  }
}
