import { deviceDb } from '#platform/web/device-db.ts';
import { registerApp } from '#platform/web/lib/app.ts';
import { outboxName } from '#platform/web/outbox/outbox-name.ts';
import { serveOwnFiles } from '#platform/web/worker-files.ts';
import { APP } from './app-name.ts';
import { APP_PATHS } from './app-paths.ts';
import { saveShared } from './data/offline/shared-photo.ts';
import { openFromPush, showPush } from './push-events.ts';
import { wakePages } from './sync-events.ts';
import { chooseLanguage, readLanguageNote, workerTranslate } from './worker-language.ts';

declare const self: ServiceWorkerGlobalScope;
/** Every file of this build, inserted by vite.sw.config.ts. */
declare const __FILES__: { url: string; revision: string | null }[];

registerApp(APP);

// /login is in the device's language, so no file here is its page.
serveOwnFiles(__FILES__, [
  { file: '/dashboard.html', paths: /^\/dashboard(?:\?|$)/ },
  { file: '/index.html', paths: APP_PATHS },
]);

/** Saves what another app or site shared, until someone uses or discards it in the check-in form. */
async function receiveShared(request: Request): Promise<Response> {
  try {
    const saved = await saveShared(await request.formData());
    return Response.redirect(saved ? '/check-in?shared=1' : '/check-in', 303);
  } catch {
    return Response.redirect('/check-in', 303);
  }
}

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method === 'POST' && new URL(url).pathname === '/share-photo') event.respondWith(receiveShared(event.request));
});

const translate = async () => workerTranslate(chooseLanguage(await readLanguageNote(), navigator.languages));

self.addEventListener('push', (event) =>
  event.waitUntil(translate().then((t) => showPush(t, event.data?.text() ?? '', self.registration))),
);
self.addEventListener('notificationclick', (event) => event.waitUntil(openFromPush(event, self.clients)));

async function countPending(): Promise<number> {
  const db = await deviceDb();
  const owner = await db.get('notes', 'owner');
  return (await db.getAll('outbox')).filter((item) => item.user_id === owner && item.state === 'waiting').length;
}

// The browser fires it when the network is back. TypeScript's types lack it.
self.addEventListener('sync' as 'activate', (event) => {
  if ((event as ExtendableEvent & { tag?: string }).tag !== outboxName()) return;
  const canNotify = Notification.permission === 'granted';
  const { clients, registration } = self;
  event.waitUntil(wakePages({ clients, registration, canNotify, countPending, translate }));
});
