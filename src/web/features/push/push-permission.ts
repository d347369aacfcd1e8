import { createPushSubscription, pushKey } from '#contract/push.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { getT } from '#platform/web/lib/language.ts';
import { deviceInWords } from '#web/data/device-words.ts';
import { findPushSubscription, rememberPushOwner } from '#web/data/push-subscription.ts';

/** `none`: this browser has no push; `denied`: the user refused; `soon`: the service worker is being installed. */
type PushState = 'none' | 'denied' | 'soon' | 'off' | 'on';

/** Returns whether this browser receives push messages. Never prompts the user. */
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

/** Requests the browser's permission and registers this device. Call it from a tap. */
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
    // The server does not have the subscription, so the browser must not keep it.
    await subscription.unsubscribe();
    throw error;
  }
  rememberPushOwner(userId);
  return 'on';
}

/**
 * Ties this device's push subscription to the user's new session after a sign-in.
 *
 * It ends another user's subscription, so nobody reads someone else's messages.
 */
export async function renewPush(userId: string): Promise<void> {
  const subscription = await findPushSubscription();
  if (!subscription) return;
  if (rememberPushOwner() === userId) await send(subscription);
  else await subscription.unsubscribe();
}
