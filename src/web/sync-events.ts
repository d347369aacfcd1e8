import type { Translate } from '#platform/i18n/translate.ts';
import { outboxName } from '#platform/web/outbox/outbox-name.ts';

/* Handles a restored network in the service worker. It uses none of the worker's globals, so tests can run it. */

interface Page {
  postMessage(message: unknown): void;
}
interface Pages {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>;
}

interface Device {
  clients: Pages;
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  canNotify: boolean;
  countPending: () => Promise<number>;
  translate: () => Promise<Translate>;
}

/**
 * Wakes the open pages: the worker has no token and cannot send items (docs/decisions/0025).
 *
 * Without an open page it shows a silent notification about pending items, if notifications are allowed.
 */
export async function wakePages({ clients, registration, canNotify, countPending, translate }: Device): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage(outboxName());
  if (pages.length > 0 || !canNotify || (await countPending()) === 0) return;
  const t = await translate();
  await registration.showNotification(t('worker.sync.title'), {
    body: t('worker.sync.body'),
    lang: t.language.tag,
    dir: t.language.direction,
    icon: '/icons/192.png',
    badge: '/icons/badge-96.png',
    tag: outboxName(),
    silent: true,
    data: { path: '/dashboard' },
  });
}
