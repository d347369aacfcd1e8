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

/** What becomes of items that wait on this device when it is logged out. */
export const unsentWarning = (t: ScreenTranslate, count: number): string => t('app.auth.log_out.unsent', { count });

/** Ends a session in this browser, and says so on the sign-in page. */
function useLeave() {
  const client = useQueryClient();
  const router = useRouter();
  return async (done: string) => {
    clearToken();
    await eraseDevice();
    await router.navigate({ to: '/login', search: afterSignOut() });
    // Only once the page is gone: until then it saves every keystroke as a draft.
    clearDrafts();
    client.clear();
    toast.success(done);
  };
}

/** Ends the session on the server and, whatever the server answers, in this browser. */
export function useLogOut() {
  const client = useQueryClient();
  const leave = useLeave();
  return useMutation({
    mutationFn: async () => {
      // Fetches that are under way would be answered 401 once the session is gone.
      await client.cancelQueries();
      return call(logout, {});
    },
    onSettled: () => leave(getT()('app.auth.log_out.done')),
  });
}

/** Ends all sessions on the server, and only then the one in this browser: a failure leaves the others where they are. */
export function useLogOutEverywhere(): () => Promise<void> {
  const client = useQueryClient();
  const leave = useLeave();
  return async () => {
    await client.cancelQueries();
    await call(logoutEverywhere, {});
    await leave(getT()('app.auth.log_out.everywhere_done'));
  };
}
