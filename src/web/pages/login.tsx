import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { LoginForm } from '#web/features/auth/login-form.tsx';
import { MarketingPanel } from '#web/features/auth/marketing-panel.tsx';
import { textLink } from '#web/features/auth/text-link.ts';
import { useTitle } from '#web/lib/title.ts';
import { button } from '#web/ui/button.tsx';
import { ShareLinks } from '#web/ui/share.tsx';

const loadForgot = () => import('#web/features/auth/forgot-password.tsx');
const ForgotPassword = lazy(async () => ({ default: (await loadForgot()).ForgotPassword }));
const route = getRouteApi('/login');

export function LoginPage() {
  useTitle('Sign in');
  const search = route.useSearch();
  const [forgot, setForgot] = useState(false);
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
          <p className="mt-2 text-ink-2">Your people are already checking in.</p>
        </div>
        <LoginForm
          redirect={search.redirect}
          forgot={
            <button
              type="button"
              className={button({ kind: 'bare', className: '-my-3 -me-2' })}
              onClick={() => setForgot(true)}
              onPointerEnter={() => void loadForgot()}
            >
              Forgot password?
            </button>
          }
        />
        <p className="text-ink-2">
          New here?{' '}
          <Link to="/register" search={search} className={textLink}>
            Sign up
          </Link>{' '}
          and start your first mission.
        </p>
        <div className="pt-3 seam">
          <ShareLinks lead="Tell a friend" />
        </div>
      </section>
      {forgot && (
        <Suspense fallback={null}>
          <ForgotPassword onClose={() => setForgot(false)} />
        </Suspense>
      )}
    </main>
  );
}
