import { getRouteApi, Link } from '@tanstack/react-router';
import { useSite } from '#web/data/site.ts';
import { canTrySignUp, invitedBy } from '#web/features/auth/invited-by.ts';
import { MarketingPanel } from '#web/features/auth/marketing-panel.tsx';
import { SignIn } from '#web/features/auth/sign-in.tsx';
import { LegalLinks } from '#web/features/site/legal-links.tsx';
import { textLink } from '#web/kit/button.tsx';
import { ShareLinks } from '#web/kit/share.tsx';
import { useTitle } from '#web/lib/title.ts';

const route = getRouteApi('/login');

export function LoginPage() {
  useTitle('Sign in');
  const { sso, ...search } = route.useSearch();
  const site = useSite();
  return (
    <main className="min-h-dvh lg:grid lg:grid-cols-[1.08fr_1fr]">
      <MarketingPanel />
      <section
        aria-labelledby="sign-in"
        className="mx-auto grid w-full max-w-md content-center gap-6 px-6 py-7 lg:py-12"
      >
        <div>
          <h2 id="sign-in" className="text-2xl font-extrabold">
            Good to see you
          </h2>
          <p className="mt-2 text-ink-2">Welcome back to the fire.</p>
        </div>
        <SignIn redirect={search.redirect} sso={sso} />
        {canTrySignUp(site, invitedBy(search.redirect) !== null) && (
          <p className="text-ink-2">
            New here?{' '}
            <Link to="/register" search={search} className={textLink}>
              Sign up
            </Link>{' '}
            and start your first mission.
          </p>
        )}
        <div className="pt-3 seam">
          <ShareLinks lead="Tell a friend" />
          <LegalLinks api="/docs/api" className="-ms-2" />
        </div>
      </section>
    </main>
  );
}
