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

/** Follows the end of the session, which may come from the server or from another tab. */
function watchSession(router: ReturnType<typeof makeRouter>): void {
  // The cache is cleared after the guards have redirected, because the current page needs its user until then.
  const leave = () => {
    void import('./data/offline/offline-cache.ts')
      .then(({ clearOfflineCache }) => clearOfflineCache())
      .catch(() => undefined);
    void router.invalidate().finally(async () => (await router.options.context.loadClient()).clear());
  };
  onSessionExpired((token) => {
    // Several calls may be refused at once, and a late answer may belong to an earlier session.
    if (getToken() !== token) return;
    clearToken();
    toast.error(getT()('start.errors.session_expired'));
    leave();
  });
  // Somebody signed in or out in another tab, perhaps another user: nothing of this page may stay.
  watchToken((token) => {
    clearDrafts();
    if (token) window.location.reload();
    else leave();
  });
}

/**
 * Starts the app. A function, since other files import the one that this file is part of: a file that waits at its top
 * would wait for them forever.
 */
async function start(): Promise<void> {
  registerApp(APP);
  registerLanguages(RULES, CATALOGUES);
  // Evaluating the modules and making the router each keep a phone busy for long enough.
  await yieldToMain();
  const router = makeRouter();
  // In a task of its own, so that the milliseconds that a first request takes do not add to those of the start.
  void yieldToMain().then(fetchSite);
  saveInstallOffer();
  watchSession(router);
  watchTheme();

  const texts = startLanguage();

  // With a session the persisted answers are shown at once, even without a network. Visitors do not load this code.
  if (getToken()) {
    // By itself first: evaluated together with what needs it, it would block the browser for too long.
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
  // The pages behind the sign-in are large: as a transition, they are rendered in slices between which the browser can
  // answer. The prerendered sign-in can be typed into, so it is replaced at once.
  if (getToken()) startTransition(render);
  else render();
}

void start();
