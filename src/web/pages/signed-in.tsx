import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Logo } from '#web/drawings/logo.tsx';
import { useBeginSession } from '#web/features/auth/queries.ts';
import { acceptOffer, leaveOtherSession } from '#web/features/auth/session-offer.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useTitle } from '#web/lib/title.ts';
import { toast } from '#web/lib/toast.ts';

const route = getRouteApi('/signed-in');

/**
 * Asks for the session of whoever has just come back from the single sign-on provider, once, and opens the page that
 * was wanted. It is never in the history: going back leads to where the sign-in began.
 */
function useSignedIn(redirect: string | undefined): void {
  const navigate = useNavigate();
  const beginSession = useBeginSession();
  const accept = async () => {
    try {
      const session = await acceptOffer();
      await leaveOtherSession(session);
      await beginSession(session, redirect, 'replace');
      toast.success(session.user.profile_completed ? 'Welcome back!' : 'Welcome to Emberkin!');
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

/** The page between the single sign-on provider and the app. */
export function SignedInPage() {
  useTitle('Signing in');
  const { redirect } = route.useSearch();
  useSignedIn(redirect);
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6">
      <Logo />
      <h1 role="status" className="text-lg font-bold">
        Signing you in...
      </h1>
    </main>
  );
}
