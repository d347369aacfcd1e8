import type { PushMessage } from '#contract/push.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { isSameOriginPath } from '#platform/lib/same-origin-path.ts';
import type { NavigationMessage } from './features/frame/notification-navigation.ts';

/* What the service worker does with push messages. It uses no globals of the worker, so that it can be tested. */

interface Shown {
  title: string;
  options: NotificationOptions & { actions?: { action: string; title: string }[] };
}

const CHECK_IN = 'check-in';
const HOME = '/dashboard';

const isText = (value: unknown): value is string => typeof value === 'string';
const ownPath = (value: unknown): string | undefined => (isText(value) && isSameOriginPath(value) ? value : undefined);

function parse(text: string): Partial<PushMessage> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** The language of what is shown, for screen readers and the direction of its lines. */
function languageOf({ body, lang, dir }: Partial<PushMessage>, { language }: Translate) {
  // The greeting is ours.
  if (!isText(body)) return { lang: language.tag, dir: language.direction };
  return { ...(isText(lang) && { lang }), ...((dir === 'ltr' || dir === 'rtl') && { dir }) };
}

/** The notification of a message; browsers insist on one, so what cannot be read is shown as a plain greeting. */
export function notificationOf(t: Translate, text: string): Shown {
  const message = parse(text);
  const { title, body, path, tag, checkin_path, checkin_label } = message;
  const checkin = ownPath(checkin_path);
  return {
    title: isText(title) ? title : 'Emberkin',
    options: {
      ...languageOf(message, t),
      body: isText(body) ? body : t('worker.push.news'),
      icon: '/icons/192.png',
      badge: '/icons/badge-96.png',
      data: { path: ownPath(path) ?? HOME, checkin_path: checkin },
      ...(isText(tag) && { tag }),
      ...(checkin && {
        actions: [{ action: CHECK_IN, title: isText(checkin_label) ? checkin_label : t('worker.push.check_in') }],
      }),
    },
  };
}

/** Shows a message; for `event.waitUntil` of a push event, with `event.data?.text() ?? ''`. */
export function showPush(
  t: Translate,
  text: string,
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
): Promise<void> {
  const { title, options } = notificationOf(t, text);
  return registration.showNotification(title, options);
}

/** Where a tap on a notification leads: the action to the page with the confirming tap, anything else to the mission. */
export function pathOfTap(action: string, data: unknown): string {
  const { path, checkin_path } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  return (action === CHECK_IN && ownPath(checkin_path)) || ownPath(path) || HOME;
}

interface Window {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: NavigationMessage, transfer: Transferable[]): void;
}
interface Windows {
  matchAll(options: { type: 'window' }): Promise<readonly Window[]>;
  openWindow(url: string): Promise<unknown>;
}

/** The operator's side and the pages that the server renders itself: their windows are not navigated. */
const NOT_NAVIGATED = /^\/(?:admin|api|media|share)(?:\/|$)/;

/** How long a page may take to answer that it navigates. */
const ANSWER_MS = 1000;

/** Asks the page to navigate by itself, which keeps what was typed. Resolves to whether it does. */
function requestNavigation(page: Window, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const end = (navigates: boolean) => {
      clearTimeout(timer);
      port1.close();
      resolve(navigates);
    };
    const timer = setTimeout(end, ANSWER_MS, false);
    port1.onmessage = () => end(true);
    page.postMessage({ lead_on: path }, [port2]);
  });
}

/** Closes the notification and opens its path in an open window or a new one; for `event.waitUntil` of a click. */
export async function openFromPush(
  event: { action: string; notification: { data: unknown; close(): void } },
  windows: Windows,
): Promise<void> {
  event.notification.close();
  const path = pathOfTap(event.action, event.notification.data);
  const open = await windows.matchAll({ type: 'window' });
  const page = open.find(({ url }) => !NOT_NAVIGATED.test(new URL(url).pathname));
  if (!page) {
    await windows.openWindow(path);
    return;
  }
  // Focused first, because a page that the system froze in the background cannot answer before.
  await page.focus().catch(() => undefined);
  if (await requestNavigation(page, path)) return;
  // The page is signed out or does not respond, so it is reloaded at the path. If its window is gone, a new one opens.
  await page.navigate(path).catch(() => windows.openWindow(path));
}
