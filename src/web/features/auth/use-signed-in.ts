import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { getT } from '#platform/web/lib/language.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { invitedBy } from './invited-by.ts';
import { useBeginSession } from './queries.ts';
import { acceptOffer, signOutOtherUser } from './session-offer.ts';

/**
 * Asks for the session of whoever has just come back from the single sign-on provider, once, and opens the page that
 * was wanted. It is never in the history: going back leads to where the sign-in began.
 */
export function useSignedIn(redirect: string | undefined): void {
  const navigate = useNavigate();
  const beginSession = useBeginSession();
  const accept = async () => {
    try {
      const session = await acceptOffer();
      await signOutOtherUser(session);
      await beginSession(session, redirect, 'replace');
      // Whoever comes by an invitation is welcomed to its mission.
      if (!invitedBy(redirect))
        toast.success(getT()(session.user.profile_completed ? 'start.login.welcome_back' : 'start.register.welcome'));
    } catch (error) {
      const sso = error instanceof ApiError ? error.code : 'sso_failed';
      await navigate({ to: '/login', search: { ...(redirect && { redirect }), sso }, replace: true });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: The offer is good for one session, whatever is drawn again.
  useEffect(() => {
    // In development effects run twice, and only the second timer may send.
    const timer = setTimeout(() => void accept(), 0);
    return () => clearTimeout(timer);
  }, []);
}
