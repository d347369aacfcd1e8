import { getRouteApi, Link } from '@tanstack/react-router';
import { textLink } from '#platform/web/kit/button.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useTitle } from '#platform/web/lib/title.ts';
import { usePlans, useSite, useSso } from '#web/data/site.ts';
import { FireBanner, FirePanel, FreePlanCard, FreePlanPanel } from '#web/features/auth/free-plan.tsx';
import { canTrySignUp, invitedBy } from '#web/features/auth/invited-by.ts';
import { RegisterForm } from '#web/features/auth/register-form.tsx';
import { SignOnButton } from '#web/features/auth/sign-on-button.tsx';
import { SignUpClosed } from '#web/features/auth/sign-up-closed.tsx';
import { LegalLinks } from '#web/features/site/legal-links.tsx';

const route = getRouteApi('/queries/register');

export function RegisterPage() {
  const t = useT();
  useTitle(t('start.register.title'));
  const search = route.useSearch();
  const site = useSite();
  const sellsPlans = usePlans() && (site === null || site.sign_up === 'open');
  const provider = useSso();
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
            {t('start.register.title')}
          </h1>
          <p className="mt-2.5 text-ink-2">{t('start.register.lead')}</p>
        </div>
        <SignOnButton redirect={search.redirect} />
        {site === null || site.sign_up === 'open' || canTrySignUp(site, invited !== null) ? (
          <RegisterForm kind={provider ? 'quiet' : 'flame'} redirect={search.redirect} invited={invited} />
        ) : (
          <SignUpClosed site={site} signUp={site.sign_up} />
        )}
        <p className="text-ink-2">
          {t.rich('start.register.sign_in', {
            link: (inside) => (
              <Link key="link" to="/login" search={search} className={textLink}>
                {inside}
              </Link>
            ),
          })}
        </p>
        {sellsPlans && <FreePlanCard />}
        <LegalLinks api="/docs/api" className="-ms-2" />
      </section>
      {sellsPlans ? <FreePlanPanel /> : <FirePanel />}
    </main>
  );
}
