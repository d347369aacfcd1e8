import { getRouteApi } from '@tanstack/react-router';
import { Logo } from '#web/drawings/logo.tsx';
import { useSignedIn } from '#web/features/auth/use-signed-in.ts';
import { useTitle } from '#web/lib/title.ts';

const route = getRouteApi('/signed-in');

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
