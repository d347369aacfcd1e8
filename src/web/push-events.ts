import type { PushMessage } from '#contract/push.ts';
import type { Translate } from '#platform/i18n/translate.ts';
import { isSameOriginPath } from '#platform/lib/same-origin-path.ts';
import type { NavigationMessage } from './features/frame/notification-navigation.ts';

/* Handles push messages in the service worker. It uses none of the worker's globals, so tests can run it. */

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

/** Returns the text's language, for screen readers and the direction of its lines. */
function languageOf({ body, lang, dir }: Partial<PushMessage>, { language }: Translate) {
  // The default greeting is in our language.
  if (!isText(body)) return { lang: language.tag, dir: language.direction };
  return { ...(isText(lang) && { lang }), ...((dir === 'ltr' || dir === 'rtl') && { dir }) };
}

/** Builds a message's notification. Browsers require a notification, so an unreadable message becomes a greeting. */
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

/** Shows a message. For `event.waitUntil` of a push event, with `event.data?.text() ?? ''`. */
export function showPush(
  t: Translate,
  text: string,
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
): Promise<void> {
  const { title, options } = notificationOf(t, text);
  return registration.showNotification(title, options);
}

/** Returns a tap's path: the confirming page for the action, the mission for all other taps. */
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

/** Windows of the admin dashboard and of pages that the server renders are not navigated. */
const NOT_NAVIGATED = /^\/(?:admin|api|media|share)(?:\/|$)/;

/** How long a page may take to confirm that it navigates. */
const ANSWER_MS = 1000;

/** Requests that the page navigates itself, which keeps typed text. Resolves to false if it does not. */
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

/** Closes the notification and opens its path in an open or new window. For a click's `event.waitUntil`. */
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
  // Focus first, because a page that the system froze in the background can only then respond.
  await page.focus().catch(() => undefined);
  if (await requestNavigation(page, path)) return;
  // The page is signed out or does not respond, so it is reloaded at the path. If its window was closed, a new one
  // opens.
  await page.navigate(path).catch(() => windows.openWindow(path));
}
