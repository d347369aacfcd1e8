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

const acceptOffer = (): Promise<SignInAnswer> => fetchFrom(acceptSessionOffer, {}, null);

/**
 * Signs out a different user of this browser and erases their local data before the new session starts.
 *
 * There is an earlier session only if the sign-in did not start at /login, or if another tab has signed in since.
 */
async function signOutOtherUser({ user }: SignInAnswer): Promise<void> {
  const token = getToken();
  if (token === null) return;
  // Not with `call`, which would report an expired session.
  const other = await fetchFrom(me, {}, token).catch(() => null);
  if (other === null || other.id === user.id) return;
  await fetchFrom(logout, {}, token).catch(() => undefined);
  await eraseDevice();
  clearDrafts();
}

/**
 * Starts the session of a user who returned from the single sign-on provider, then opens `redirect`.
 *
 * The page replaces its history entry: going back opens the page where the sign-in started.
 */
export function useSignedIn(redirect: string | undefined): void {
  const navigate = useNavigate();
  const beginSession = useBeginSession();
  const accept = async () => {
    try {
      const session = await acceptOffer();
      await signOutOtherUser(session);
      await beginSession(session, redirect, 'replace');
      // The page of an invitation welcomes the user to its mission instead.
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
