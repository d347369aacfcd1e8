import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

import { deviceDb } from '#web/lib/offline/device-db.ts';
import { saveSharedFile } from '#web/lib/offline/shared-photo.ts';
import { SYNC } from '#web/lib/outbox/outbox-item.ts';
import { openFromPush, showPush } from './push-events.ts';
import { wakePages } from './sync-events.ts';

declare const self: ServiceWorkerGlobalScope;
/** Every file of this build, put in by vite.sw.config.ts. */
declare const __FILES__: { url: string; revision: string | null }[];

/** What the server answers itself, signed in or not. Nothing of it is ever kept here. */
const OF_THE_SERVER = [/^\/(?:api|media|share|sandbox|health|ready|metrics)(?:\/|$)/];

// The app itself and nothing else: what people wrote stays out of the browser's caches.
precacheAndRoute(__FILES__);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: OF_THE_SERVER }));

/** A photo shared from the gallery waits on this device until a check-in takes it. */
async function takeOver(request: Request): Promise<Response> {
  try {
    await saveSharedFile(await request.formData());
    return Response.redirect('/check-in?shared=1', 303);
  } catch {
    return Response.redirect('/check-in', 303);
  }
}

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'POST' && new URL(url).pathname === '/share-photo') event.respondWith(takeOver(event.request));
});

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text() ?? '', self.registration)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openFromPush(event, self.clients)));

/** How many things of who is signed in may still be sent: a number, whatever is in them. */
async function countPending(): Promise<number> {
  const db = await deviceDb();
  const owner = await db.get('notes', 'owner');
  return (await db.getAll('outbox')).filter((item) => item.user_id === owner && item.state === 'waiting').length;
}

// The browser's own word that the network is back; the language's types do not know it.
self.addEventListener('sync' as 'activate', (event) => {
  if ((event as ExtendableEvent & { tag?: string }).tag !== SYNC) return;
  const canNotify = Notification.permission === 'granted';
  const { clients, registration } = self;
  event.waitUntil(wakePages({ clients, registration, canNotify, countPending }));
});

// A new build waits until the page says so: nobody's half-written update is reloaded away.
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});
