/** Whose push messages this browser takes: the id of a user. */
const KEY = 'push-of';

const findRegistration = async () =>
  'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration() : undefined;

/** The browser's own side of push messages, if there is one. */
export async function findPushSubscription(): Promise<PushSubscription | null> {
  return (await (await findRegistration())?.pushManager?.getSubscription()) ?? null;
}

/** Takes what is shown of them from the screen of the device. */
async function closeNotifications(): Promise<void> {
  for (const shown of (await (await findRegistration())?.getNotifications?.()) ?? []) shown.close();
}

/** Whose they are; with a user, remembers that first. */
export function rememberPushOwner(userId?: string): string | null {
  if (userId !== undefined) localStorage.setItem(KEY, userId);
  return localStorage.getItem(KEY);
}

/**
 * Ends push messages on this device, including those that nobody has opened yet. Part of logging out; the
 * server deletes the subscription with the session (docs/rules.md#accounts).
 */
export async function endPushOnThisDevice(): Promise<void> {
  localStorage.removeItem(KEY);
  await Promise.all([closeNotifications(), findPushSubscription().then((found) => found?.unsubscribe())]);
}
