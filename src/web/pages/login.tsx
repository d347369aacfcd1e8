import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useSite } from '#web/data/site.ts';
import { Campfire } from '#web/drawings/campfire.tsx';
import { Logo } from '#web/drawings/logo.tsx';
import { Star } from '#web/drawings/star.tsx';
import { canTrySignUp, invitedBy } from '#web/features/auth/invited-by.ts';
import { LoginForm } from '#web/features/auth/login-form.tsx';
import { LegalLinks } from '#web/features/site/legal-links.tsx';
import { button, textLink } from '#web/kit/button.tsx';
import { ShareLinks } from '#web/kit/share.tsx';
import { useTitle } from '#web/lib/title.ts';

const loadForgot = () => import('#web/features/auth/forgot-password.tsx');
const ForgotPassword = lazy(async () => ({ default: (await loadForgot()).ForgotPassword }));
const SignOnProblem = lazy(async () => ({
  default: (await import('#web/features/auth/sign-on-problem.tsx')).SignOnProblem,
}));
/** Most servers have none, and the first visit is not to pay for it. */
const SignOnButton = lazy(async () => ({
  default: (await import('#web/features/auth/sign-on-button.tsx')).SignOnButton,
}));
const route = getRouteApi('/login');

export function LoginPage() {
  useTitle('Sign in');
  const { sso, ...search } = route.useSearch();
  const site = useSite();
  const [forgot, setForgot] = useState<string | null>(null);
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
        {sso && (
          <Suspense fallback={null}>
            <SignOnProblem code={sso} />
          </Suspense>
        )}
        <LoginForm
          redirect={search.redirect}
          forgot={(email) => (
            <button
              type="button"
              className={button({ kind: 'bare', className: '-my-3 -me-2' })}
              onClick={() => setForgot(email)}
              onPointerEnter={() => void loadForgot()}
            >
              Forgot password?
            </button>
          )}
        />
        {site?.sso && (
          <Suspense>
            <SignOnButton redirect={search.redirect} />
          </Suspense>
        )}
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
      {forgot !== null && (
        <Suspense fallback={null}>
          <ForgotPassword email={forgot} onClose={() => setForgot(null)} />
        </Suspense>
      )}
    </main>
  );
}

const POINTS = [
  ['Create Missions', 'Set meaningful goals and track progress'],
  ['Invite Friends', 'Build habits together with accountability'],
  ['Earn Rewards', 'Level up with points, streaks and achievements'],
] as const;

/** The half of the sign-in page that presents Emberkin; phones show only the tagline and the fire. */
function MarketingPanel() {
  return (
    <section
      aria-label="About Emberkin"
      className="relative isolate overflow-hidden rounded-b-xl bg-dusk text-on-night lg:flex lg:flex-col lg:rounded-none"
    >
      <div className="px-6 pt-6 lg:px-14 lg:pt-12">
        <Logo />
      </div>
      <h1 className="px-6 pt-5 text-2xl font-extrabold lg:px-14 lg:pt-14 lg:text-4xl">
        Build Good Habits. <span className="text-dusk-star lg:block">Together.</span>
      </h1>
      <ul className="hidden max-w-xl gap-4 px-14 pt-8 lg:grid">
        {POINTS.map(([title, text]) => (
          <li key={title} className="flex gap-3">
            <Star className="mt-0.5 h-6 w-6 shrink-0" fill="var(--dusk-star)" />
            <p>
              <strong className="block font-display text-lg font-bold">{title}</strong>
              <span className="text-on-night-2">{text}</span>
            </p>
          </li>
        ))}
      </ul>
      <Campfire className="h-40 w-full sm:-mt-6 sm:h-56 lg:mt-8 lg:h-60 lg:grow lg:[mask-image:linear-gradient(to_bottom,transparent,#000_18%)]" />
    </section>
  );
}
