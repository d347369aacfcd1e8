import { createPushSubscription, pushKey } from '#contract/push.ts';
import { call } from '#web/lib/api/api.ts';
import { deviceName } from '#web/lib/device-name.ts';
import { findPushSubscription, rememberPushOwner } from '#web/lib/push/push-subscription.ts';

/** `none`: this browser cannot; `denied`: the person said no to it; `soon`: its service worker is on the way. */
export type PushState = 'none' | 'denied' | 'soon' | 'off' | 'on';

/** Where this browser stands. It asks nobody for anything. */
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
      name: deviceName(navigator.userAgent),
    },
  });
}

/** Asks the browser for its permission, which it gives after a tap alone, and tells the server of this device. */
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
    // The server does not know it: then the browser shall not think that it is on.
    await subscription.unsubscribe();
    throw error;
  }
  rememberPushOwner(userId);
  return 'on';
}

/**
 * Ties a device that had push messages before to the new session of the same person. Somebody else's are ended: nobody
 * reads on this device what was meant for another.
 */
export async function renewPush(userId: string): Promise<void> {
  const subscription = await findPushSubscription();
  if (!subscription) return;
  if (rememberPushOwner() === userId) await send(subscription);
  else await subscription.unsubscribe();
}
