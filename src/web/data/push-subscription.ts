import { closeNotifications, findRegistration } from '#platform/web/lib/worker-registration.ts';

/** The storage key for the id of the user whose push messages this browser receives. */
const KEY = 'push-of';

/** This browser's push subscription, or null. */
export async function findPushSubscription(): Promise<PushSubscription | null> {
  return (await (await findRegistration())?.pushManager?.getSubscription()) ?? null;
}

/** Returns the user whose push messages this browser receives; sets it first if one is given. */
export function rememberPushOwner(userId?: string): string | null {
  if (userId !== undefined) localStorage.setItem(KEY, userId);
  return localStorage.getItem(KEY);
}

/**
 * Ends push messages on this device and closes those that are still shown. Part of logging out; the server deletes the
 * subscription with the session (docs/rules.md#accounts).
 */
export async function endPushOnThisDevice(): Promise<void> {
  localStorage.removeItem(KEY);
  await Promise.all([closeNotifications(), findPushSubscription().then((found) => found?.unsubscribe())]);
}
