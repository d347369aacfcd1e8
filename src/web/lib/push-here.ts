/** Whose push messages this browser takes: the id of a user. */
const KEY = 'push-of';

/** The browser's own side of push messages, if there is one. */
export async function findPushSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Whose they are; with a user, remembers that first. */
export function keepPushOwner(userId?: string): string | null {
  if (userId !== undefined) localStorage.setItem(KEY, userId);
  return localStorage.getItem(KEY);
}

/** Ends push messages on this device, as logging out does; the server forgets it with the session (Limits: rule 13). */
export async function endPushHere(): Promise<void> {
  localStorage.removeItem(KEY);
  await (await findPushSubscription())?.unsubscribe();
}
