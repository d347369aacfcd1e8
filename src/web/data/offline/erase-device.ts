import { clearDeclinedZones } from '#web/data/declined-zone.ts';

/** Erases all private data (docs/rules.md#offline). Loads its code only when needed. */
export async function eraseDevice(): Promise<void> {
  clearDeclinedZones();
  try {
    // Not awaited: the server deleted the subscription with the session.
    void import('#web/data/push-subscription.ts')
      .then(({ endPushOnThisDevice }) => endPushOnThisDevice())
      .catch(() => undefined);
    const [{ clearOfflineCache }, { emptyOutbox }] = await Promise.all([
      import('./offline-cache.ts'),
      import('#platform/web/outbox/outbox-store.ts'),
    ]);
    await Promise.all([clearOfflineCache(), emptyOutbox()]);
  } catch {
    // Without storage there is nothing to erase. An error must not prevent signing out.
  }
}
