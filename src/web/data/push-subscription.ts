import { closeNotifications, findRegistration } from '#platform/web/lib/worker-registration.ts';

/** Storage key of the ID of the user who receives push messages in this browser. */
const KEY = 'push-of';

export async function findPushSubscription(): Promise<PushSubscription | null> {
  return (await (await findRegistration())?.pushManager?.getSubscription()) ?? null;
}

/** Returns the user who receives push messages in this browser, after storing `userId` if given. */
export function rememberPushOwner(userId?: string): string | null {
  if (userId !== undefined) localStorage.setItem(KEY, userId);
  return localStorage.getItem(KEY);
}

/** Part of signing out; the server deletes the subscription with the session (docs/rules.md#accounts). */
export async function endPushOnThisDevice(): Promise<void> {
  localStorage.removeItem(KEY);
  await Promise.all([closeNotifications(), findPushSubscription().then((found) => found?.unsubscribe())]);
}
