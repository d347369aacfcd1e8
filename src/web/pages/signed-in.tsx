import { getRouteApi } from '@tanstack/react-router';
import { useT } from '#platform/web/lib/language.ts';
import { useTitle } from '#platform/web/lib/title.ts';
import { Logo } from '#web/drawings/logo.tsx';
import { useSignedIn } from '#web/features/auth/use-signed-in.ts';

const route = getRouteApi('/signed-in');

/** The page between the single sign-on provider and the app. */
export function SignedInPage() {
  const t = useT();
  useTitle(t('start.sso.title'));
  const { redirect } = route.useSearch();
  useSignedIn(redirect);
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6">
      <Logo />
      <h1 role="status" className="text-lg font-bold">
        {t('start.sso.signing_in')}
      </h1>
    </main>
  );
}
