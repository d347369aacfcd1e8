/** Removes everything private from this device (docs/rules.md#the-offline-cache). Visitors do not load its code. */
export async function eraseDevice(): Promise<void> {
  try {
    const [{ clearOfflineCache }, { emptyOutbox }, { endPushOnThisDevice }] = await Promise.all([
      import('./offline-cache.ts'),
      import('#web/lib/outbox/outbox-store.ts'),
      import('#web/lib/push/push-subscription.ts'),
    ]);
    // The server forgot the device with the session; the browser may take its time with its own side.
    void endPushOnThisDevice().catch(() => undefined);
    await Promise.all([clearOfflineCache(), emptyOutbox()]);
  } catch {
    // A browser without storage has nothing to forget, and nobody shall be kept from leaving.
  }
}
