import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { acceptInvitation, declineInvitation, type Invitation } from '#contract/invitations.ts';
import type { PlainKey } from '#platform/i18n/translate.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { isRetryable } from '#platform/web/lib/api/api-error.ts';
import { useT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useInboxCache } from './queries.ts';

/** After an acceptance the next page opens after this time. */
const ACCEPTED_MS = 1500;

/** Texts of both buttons: label, label with the mission, busy label and error. */
export const ANSWERS = {
  accept: {
    name: 'app.invitations.answer.accept',
    nameOf: 'app.invitations.answer.accept_of',
    busyName: 'app.invitations.answer.accepting',
    failed: 'app.invitations.answer.not_accepted',
  },
  decline: {
    name: 'app.invitations.answer.decline',
    nameOf: 'app.invitations.answer.decline_of',
    busyName: 'app.invitations.answer.declining',
    failed: 'app.invitations.answer.not_declined',
  },
} as const satisfies Record<string, Record<string, PlainKey>>;

/** The page after accepting: the mission from bell and dashboard, or the dashboard from the inbox. */
export type Landing = 'mission' | 'dashboard';

let landing: ReturnType<typeof setTimeout> | undefined;

/** Opens the next page after a moment, unless the user left this page. A later acceptance replaces an earlier one. */
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

/** Accepts or declines an invitation, and removes it from the lists. */
export function useAnswer({ id }: Invitation, go: Landing) {
  const t = useT();
  const cache = useInboxCache();
  const land = useLanding();
  const [busy, setBusy] = useState<keyof typeof ANSWERS | null>(null);
  // A second press can arrive before React renders the buttons as disabled.
  const sending = useRef(false);

  const answer = async (kind: keyof typeof ANSWERS, send: () => Promise<void>) => {
    if (sending.current) return;
    sending.current = true;
    setBusy(kind);
    try {
      await send();
      await cache.drop(id);
    } catch (error) {
      toast.failure(error, t(ANSWERS[kind].failed));
      // Someone might have answered it elsewhere, or it expired. Fetch the lists again.
      if (!isRetryable(error)) cache.refresh();
    } finally {
      sending.current = false;
      setBusy(null);
    }
  };

  const accept = () =>
    answer('accept', async () => {
      const { mission_id } = await call(acceptInvitation, { params: { id } });
      toast.success(t('app.invitations.answer.accepted'));
      land(go, mission_id);
    });
  const decline = () =>
    answer('decline', async () => {
      await call(declineInvitation, { params: { id } });
      toast.success(t('app.invitations.answer.declined'));
    });
  return { busy, accept: () => void accept(), decline: () => void decline() };
}

export type InvitationAnswer = ReturnType<typeof useAnswer>;
