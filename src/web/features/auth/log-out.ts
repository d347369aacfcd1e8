import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { logout } from '#contract/auth.ts';
import { call } from '#web/lib/api.ts';
import { forgetDrafts } from '#web/lib/drafts.ts';
import { clearToken } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';

/** Leaves nothing private behind (Limits, rule 13). Visitors do without the code of it. */
async function forgetDevice(): Promise<void> {
  const [{ forgetLastKnown }, { emptyOutbox }] = await Promise.all([
    import('#web/lib/last-known.ts'),
    import('#web/lib/outbox.ts'),
  ]);
  await Promise.all([forgetLastKnown(), emptyOutbox()]);
}

/** Ends the session at the server and, whatever it answers, in this browser (Spec 8: 'Logged out successfully'). */
export function useLogOut() {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: () => call(logout, {}),
    onSettled: async () => {
      clearToken();
      await forgetDevice().catch(() => undefined);
      await router.navigate({ to: '/login' });
      // After the page is gone, which keeps what is typed as it is typed.
      forgetDrafts();
      client.clear();
      toast.success('Logged out successfully');
    },
  });
}
