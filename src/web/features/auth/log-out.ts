import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { logout } from '#contract/auth.ts';
import { call } from '#web/lib/api/api.ts';
import { clearDrafts } from '#web/lib/offline/drafts.ts';
import { eraseDevice } from '#web/lib/offline/erase-device.ts';
import { clearToken } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

/** Ends the session on the server and, whatever the server answers, in this browser. */
export function useLogOut() {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: async () => {
      // Fetches that are under way would be answered 401 once the session is gone.
      await client.cancelQueries();
      return call(logout, {});
    },
    onSettled: async () => {
      clearToken();
      await eraseDevice();
      await router.navigate({ to: '/login' });
      // Only once the page is gone: until then it saves every keystroke as a draft.
      clearDrafts();
      client.clear();
      toast.success('Logged out successfully');
    },
  });
}
