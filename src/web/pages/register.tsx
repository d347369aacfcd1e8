import { getRouteApi, Link } from '@tanstack/react-router';
import { FireBanner, FirePanel, FreePlanCard, FreePlanPanel } from '#web/features/auth/free-plan.tsx';
import { RegisterForm } from '#web/features/auth/register-form.tsx';
import { SignUpClosed } from '#web/features/auth/sign-up-closed.tsx';
import { canTrySignUp, invitedBy } from '#web/lib/invited-by.ts';
import { usePlans, useSite } from '#web/lib/site.ts';
import { useTitle } from '#web/lib/title.ts';
import { textLink } from '#web/ui/button.tsx';
import { LegalLinks } from '#web/ui/legal-links.tsx';
import { SignOnButton } from '#web/ui/sign-on-button.tsx';

const route = getRouteApi('/queries/register');

export function RegisterPage() {
  useTitle('New Account');
  const search = route.useSearch();
  const site = useSite();
  const plans = usePlans();
  const invited = invitedBy(search.redirect);
  return (
    <main className="min-h-dvh lg:grid lg:grid-cols-[1fr_1.08fr]">
      <FireBanner />
      <section
        aria-labelledby="new-account"
        className="mx-auto grid w-full max-w-md content-center gap-6 px-6 py-7 lg:py-12"
      >
        <div>
          <h1 id="new-account" className="text-2xl font-extrabold">
            New Account
          </h1>
          <p className="mt-2.5 text-ink-2">Start building better habits today. Together.</p>
        </div>
        {site === null || site.sign_up === 'open' || canTrySignUp(site, invited !== null) ? (
          <RegisterForm redirect={search.redirect} invited={invited} />
        ) : (
          <SignUpClosed site={site} signUp={site.sign_up} />
        )}
        <SignOnButton redirect={search.redirect} />
        <p className="text-ink-2">
          Already by the fire?{' '}
          <Link to="/login" search={search} className={textLink}>
            Sign in
          </Link>
        </p>
        {plans && <FreePlanCard />}
        <LegalLinks api="/docs/api" className="-ms-2" />
      </section>
      {plans ? <FreePlanPanel /> : <FirePanel />}
    </main>
  );
}
