import { useCallback } from 'react';
import { acceptInvitation } from '#contract/invitations.ts';
import { call } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useAutoJoin } from '#web/lib/use-auto-join.ts';
import { useInboxCache } from './queries.ts';

/** Accepts the invitation of a link as soon as the way is open (Spec 2, Accept invitation). */
export function useAccept(id: string, open: boolean, afterSignUp: boolean) {
  const cache = useInboxCache();
  const enter = useCallback(async () => {
    const { mission_id } = await call(acceptInvitation, { params: { id } });
    toast.success('Invitation accepted! Welcome to the mission!');
    cache.refresh();
    return mission_id;
  }, [id, cache]);
  return useAutoJoin({ open, afterSignUp, enter });
}
