import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { logout, logoutEverywhere } from '#contract/auth.ts';
import { eraseDevice } from '#web/data/offline/erase-device.ts';
import { call } from '#web/lib/api/api.ts';
import { clearDrafts } from '#web/lib/drafts.ts';
import { clearToken } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

/** What becomes of items that wait on this device when it is logged out. */
export const unsentWarning = (count: number): string =>
  count === 1
    ? "One item hasn't been sent yet. If you log out, it's gone."
    : `${count} items haven't been sent yet. If you log out, they're gone.`;

/** Ends a session in this browser, and says so on the sign-in page. */
function useLeave() {
  const client = useQueryClient();
  const router = useRouter();
  return async (done: string) => {
    clearToken();
    await eraseDevice();
    await router.navigate({ to: '/login' });
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
    onSettled: () => leave('Logged out successfully'),
  });
}

/** Ends all sessions on the server, and only then the one in this browser: a failure leaves the others where they are. */
export function useLogOutEverywhere(): () => Promise<void> {
  const client = useQueryClient();
  const leave = useLeave();
  return async () => {
    await client.cancelQueries();
    await call(logoutEverywhere, {});
    await leave('Logged out everywhere');
  };
}
