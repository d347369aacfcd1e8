/** Leaves nothing private behind on this device (Limits, rule 13). Visitors do without the code of it. */
export async function forgetDevice(): Promise<void> {
  try {
    const [{ forgetLastKnown }, { emptyOutbox }, { endPushHere }] = await Promise.all([
      import('./last-known.ts'),
      import('./outbox-store.ts'),
      import('./push-here.ts'),
    ]);
    // The server forgot the device with the session; the browser may take its time with its own side.
    void endPushHere().catch(() => undefined);
    await Promise.all([forgetLastKnown(), emptyOutbox()]);
  } catch {
    // A browser without storage has nothing to forget, and nobody shall be kept from leaving.
  }
}
