import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { CATALOGUES } from '#messages/generated/catalogues.ts';
import { RULES } from '#messages/generated/rules.ts';
import { registerApp } from '#platform/web/lib/app.ts';
import { startLanguage } from '#platform/web/lib/device-language.ts';
import { getT, registerLanguages } from '#platform/web/lib/language.ts';
import { clearToken, getToken, onSessionExpired, watchToken } from '#platform/web/lib/session/session.ts';
import { watchTheme } from '#platform/web/lib/theme.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { yieldToMain } from '#platform/web/lib/yield-to-main.ts';
import { App } from './app/app.tsx';
import { makeRouter } from './app/router.tsx';
import { APP } from './app-name.ts';
import { clearDrafts } from './data/drafts.ts';
import { fetchSite } from './data/site.ts';
import { saveInstallOffer } from './features/install/install-offer.ts';
import './styles.css';

/** Handles the end of the session, which the server or another tab can cause. */
function watchSession(router: ReturnType<typeof makeRouter>): void {
  // Clear the cache after the guards have redirected. Before that, the current page needs its user.
  const leave = () => {
    void import('./data/offline/offline-cache.ts')
      .then(({ clearOfflineCache }) => clearOfflineCache())
      .catch(() => undefined);
    void router.invalidate().finally(async () => (await router.options.context.loadClient()).clear());
  };
  onSessionExpired((token) => {
    // The server can refuse several calls, and a late response might belong to an earlier session.
    if (getToken() !== token) return;
    clearToken();
    toast.error(getT()('start.errors.session_expired'));
    leave();
  });
  // Someone signed in or out in another tab, perhaps another user. This page must drop all its data.
  watchToken((token) => {
    clearDrafts();
    if (token) window.location.reload();
    else leave();
  });
}

/**
 * Starts the app.
 *
 * It is a function because other chunks import this file's chunk. With a top-level await here, the chunks that it loads
 * would wait for it forever.
 */
async function start(): Promise<void> {
  registerApp(APP);
  registerLanguages(RULES, CATALOGUES);
  // Evaluating the modules and creating the router each occupy a phone long enough for a separate task.
  await yieldToMain();
  const router = makeRouter();
  // In a separate task, so the first request's milliseconds do not delay the start.
  void yieldToMain().then(fetchSite);
  saveInstallOffer();
  watchSession(router);
  watchTheme();

  const texts = startLanguage();

  // With a session, shows persisted responses immediately, even offline. Visitors do not load this code.
  if (getToken()) {
    // Load it first: evaluated together with its importers, it would block the browser too long.
    await import('#contract/auth.ts');
    const [client, { restoreOfflineCache }] = await Promise.all([
      router.options.context.loadClient(),
      import('./data/offline/offline-cache.ts'),
    ]);
    await restoreOfflineCache(client);
  }

  await texts;
  // Keep the prerendered page until the app can replace it in one frame.
  await router.load();
  const focused = document.activeElement?.id;
  const restoreFocus = () => focused && document.getElementById(focused)?.focus();
  const root = createRoot(document.getElementById('root')!);
  const render = () => root.render(<App router={router} onRendered={restoreFocus} />);
  // Signed-in pages are large. A transition renders them in slices, and the browser can handle input in between. The
  // prerendered sign-in accepts typing, so it is replaced immediately.
  if (getToken()) startTransition(render);
  else render();
}

void start();
