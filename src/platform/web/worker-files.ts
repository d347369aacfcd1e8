import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { PAST_WORKER } from '#platform/web/lib/past-worker.ts';
import type { WorkerMessage } from '#platform/web/lib/worker-message.ts';

declare const self: ServiceWorkerGlobalScope;

/** URLs that must reach the sign-in proxy in front of the server. */
const FROM_NETWORK = new RegExp(`[?&]${PAST_WORKER}=`);

/** Texts of the languages used on this device, except English. */
const TEXTS = 'texts';

async function textsOf(request: Request | string): Promise<Response> {
  const cache = await caches.open(TEXTS);
  const stored = await cache.match(request);
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

interface Page {
  readonly file: string;
  /** Matches the paths that show this page. */
  readonly paths: RegExp;
}

/**
 * Serves this build's files and pages from the cache, and texts of languages after their first use.
 *
 * Caches only the app, never what people wrote. All other paths go to the network.
 */
export function serveOwnFiles(files: { url: string; revision: string | null }[], pages: readonly Page[]): void {
  precacheAndRoute(files, { cleanURLs: false });
  cleanupOutdatedCaches();
  for (const { file, paths } of pages)
    registerRoute(new NavigationRoute(createHandlerBoundToURL(file), { allowlist: [paths], denylist: [FROM_NETWORK] }));
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/text-'),
    ({ request }) => textsOf(request),
  );
  // A new build has new texts.
  self.addEventListener('activate', (event) => event.waitUntil(caches.delete(TEXTS)));
  // A new build waits until the page requests it. An early reload would lose half-written text.
  self.addEventListener('message', (event) => {
    const data = event.data as WorkerMessage;
    if (data === 'take-over') void self.skipWaiting();
    else event.waitUntil(Promise.allSettled(data.texts.map(textsOf)));
  });
}
