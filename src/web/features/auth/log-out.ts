import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { logout, logoutEverywhere } from '#contract/auth.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { getT, type ScreenTranslate } from '#platform/web/lib/language.ts';
import { clearToken } from '#platform/web/lib/session/session.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { clearDrafts } from '#web/data/drafts.ts';
import { eraseDevice } from '#web/data/offline/erase-device.ts';
import { afterSignOut } from '#web/data/site.ts';

/** Warns that logging out deletes unsent items on this device. */
export const unsentWarning = (t: ScreenTranslate, count: number): string => t('app.auth.log_out.unsent', { count });

/** Ends a session in this browser, and says so on the sign-in page. */
function useLeave() {
  const client = useQueryClient();
  const router = useRouter();
  return async (done: string) => {
    clearToken();
    await eraseDevice();
    await router.navigate({ to: '/login', search: afterSignOut() });
    // Only after the page is closed: before that, it saves each keystroke as a draft.
    clearDrafts();
    client.clear();
    toast.success(done);
  };
}

/** Ends the session on the server. It ends in this browser even if that fails. */
export function useLogOut() {
  const client = useQueryClient();
  const leave = useLeave();
  return useMutation({
    mutationFn: async () => {
      // Fetches that are still running would receive a 401 after the session is over.
      await client.cancelQueries();
      return call(logout, {});
    },
    onSettled: () => leave(getT()('app.auth.log_out.done')),
  });
}

/** Ends all sessions on the server, then the one in this browser. A failure leaves them unchanged. */
export function useLogOutEverywhere(): () => Promise<void> {
  const client = useQueryClient();
  const leave = useLeave();
  return async () => {
    await client.cancelQueries();
    await call(logoutEverywhere, {});
    await leave(getT()('app.auth.log_out.everywhere_done'));
  };
}
