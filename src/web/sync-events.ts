import type { Translate } from '#platform/i18n/translate.ts';
import { outboxName } from '#platform/web/outbox/outbox-name.ts';

/* What the service worker does when the network is back. It uses no globals of the worker, so that it can be tested. */

interface Page {
  postMessage(message: unknown): void;
}
interface Pages {
  matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>;
}

interface Device {
  clients: Pages;
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>;
  /** Whether the user allows notifications. */
  canNotify: boolean;
  countPending: () => Promise<number>;
  /** What makes the texts of the notification. */
  translate: () => Promise<Translate>;
}

/**
 * Wakes the open pages, because the worker has no token and cannot send anything itself (docs/decisions/0025). Without
 * an open page it shows a silent notification that something is pending, if notifications are allowed.
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
