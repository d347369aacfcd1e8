import type { QueryClient } from '@tanstack/react-query';
import { onSessionExpired, SESSION_EXPIRED } from '#web/lib/api/api.ts';
import { clearDrafts } from '#web/lib/offline/drafts.ts';
import { clearToken, getToken, watchToken } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import type { makeRouter } from './router.tsx';

/** Keeps the screen in step with the session: it may end at the server, or in another tab. */
export function watchSession(client: QueryClient, router: ReturnType<typeof makeRouter>): void {
  // The cache is emptied after the guards have moved on: a page that is still drawn needs its user until then.
  const leave = () => {
    void import('#web/lib/offline/offline-cache.ts')
      .then(({ clearOfflineCache }) => clearOfflineCache())
      .catch(() => undefined);
    void router.invalidate().finally(() => client.clear());
  };
  onSessionExpired((token) => {
    // Several calls may be refused at once, and a late one may belong to a session before this one.
    if (getToken() !== token) return;
    clearToken();
    toast.error(SESSION_EXPIRED);
    leave();
  });
  // Somebody signed in elsewhere, perhaps somebody else: nothing of this page may be kept.
  watchToken((token) => {
    clearDrafts();
    if (token) window.location.reload();
    else leave();
  });
}
