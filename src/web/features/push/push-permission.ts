import { createPushSubscription, pushKey } from '#contract/push.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { getT } from '#platform/web/lib/language.ts';
import { deviceInWords } from '#web/data/device-words.ts';
import { findPushSubscription, rememberPushOwner } from '#web/data/push-subscription.ts';

/** `none`: this browser has no push; `denied`: the user has refused it; `soon`: the service worker is being installed. */
type PushState = 'none' | 'denied' | 'soon' | 'off' | 'on';

/** Whether this browser receives push messages. Never prompts the user. */
export async function readPushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'none';
  if (Notification.permission === 'denied') return 'denied';
  if (!(await navigator.serviceWorker.getRegistration())) return 'soon';
  return (await findPushSubscription()) ? 'on' : 'off';
}

async function send(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await call(createPushSubscription, {
    body: {
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
      name: deviceInWords(getT(), navigator.userAgent),
    },
  });
}

/** Requests the browser's permission, which needs a tap before it, and registers this device with the server. */
export async function turnPushOn(userId: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return 'soon';
  const { public_key } = await call(pushKey, {});
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: public_key,
  });
  try {
    await send(subscription);
  } catch (error) {
    // The server does not know the subscription, so the browser must not keep it.
    await subscription.unsubscribe();
    throw error;
  }
  rememberPushOwner(userId);
  return 'on';
}

/**
 * After a sign-in, ties this device's push subscription to the new session of the same user. Another user's is ended, so
 * that nobody reads messages meant for somebody else.
 */
export async function renewPush(userId: string): Promise<void> {
  const subscription = await findPushSubscription();
  if (!subscription) return;
  if (rememberPushOwner() === userId) await send(subscription);
  else await subscription.unsubscribe();
}
