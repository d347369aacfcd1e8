import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { acceptInvitation, declineInvitation, type Invitation } from '#contract/invitations.ts';
import { call } from '#web/lib/api/api.ts';
import { detailOf, isRetryable } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { useInboxCache } from './queries.ts';

/** Spec 9: after an acceptance the next page comes by itself. */
const ACCEPTED_MS = 1500;

const FAILED = { accept: 'Failed to accept invitation', decline: 'Failed to decline invitation' } as const;

/** Where an acceptance leads (Spec 4): from bell and dashboard to the mission, from the inbox to the dashboard. */
export type Landing = 'mission' | 'dashboard';

let landing: ReturnType<typeof setTimeout> | undefined;

/** Leads on after a moment, unless the reader has gone elsewhere by then; of two acceptances the later one leads. */
function useLanding(): (go: Landing, missionId: string) => void {
  const router = useRouter();
  return (go, missionId) => {
    const here = router.state.location.href;
    clearTimeout(landing);
    landing = setTimeout(() => {
      if (router.state.location.href !== here) return;
      if (go === 'dashboard') void router.navigate({ to: '/dashboard' });
      else void router.navigate({ to: '/mission/$missionId', params: { missionId } });
    }, ACCEPTED_MS);
  };
}

/** Accepts or declines one invitation of a list, which it leaves (Spec 8). */
export function useAnswer({ id }: Invitation, go: Landing) {
  const cache = useInboxCache();
  const land = useLanding();
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null);
  // A second press arrives before the buttons are drawn disabled.
  const sending = useRef(false);

  const answer = async (kind: 'accept' | 'decline', send: () => Promise<void>) => {
    if (sending.current) return;
    sending.current = true;
    setBusy(kind);
    try {
      await send();
      await cache.drop(id);
    } catch (error) {
      toast.error(detailOf(error, FAILED[kind]));
      // It was answered elsewhere, or is over: the list knows.
      if (!isRetryable(error)) cache.refresh();
    } finally {
      sending.current = false;
      setBusy(null);
    }
  };

  const accept = () =>
    answer('accept', async () => {
      const { mission_id } = await call(acceptInvitation, { params: { id } });
      toast.success('Invitation accepted! Welcome to the mission!');
      land(go, mission_id);
    });
  const decline = () =>
    answer('decline', async () => {
      await call(declineInvitation, { params: { id } });
      toast.success('Invitation declined');
    });
  return { busy, accept: () => void accept(), decline: () => void decline() };
}
