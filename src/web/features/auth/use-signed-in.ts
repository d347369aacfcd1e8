import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { acceptSessionOffer, logout, me } from '#contract/auth.ts';
import { fetchFrom } from '#platform/web/lib/api/api.ts';
import { ApiError } from '#platform/web/lib/api/api-error.ts';
import { getT } from '#platform/web/lib/language.ts';
import { getToken } from '#platform/web/lib/session/session.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { clearDrafts } from '#web/data/drafts.ts';
import { eraseDevice } from '#web/data/offline/erase-device.ts';
import { invitedBy } from './invited-by.ts';
import { type SignInAnswer, useBeginSession } from './queries.ts';

/** The session that the server offers to whoever has just come back from the single sign-on provider. */
const acceptOffer = (): Promise<SignInAnswer> => fetchFrom(acceptSessionOffer, {}, null);

/**
 * Before a session begins: logs out whoever else is signed in here, which only a sign-in that began on another page can
 * meet, and erases what this device holds of them.
 */
async function signOutOtherUser({ user }: SignInAnswer): Promise<void> {
  const token = getToken();
  if (token === null) return;
  // Not by `call`: a session that is over needs no word here.
  const other = await fetchFrom(me, {}, token).catch(() => null);
  if (other === null || other.id === user.id) return;
  await fetchFrom(logout, {}, token).catch(() => undefined);
  await eraseDevice();
  clearDrafts();
}

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
