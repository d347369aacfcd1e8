import { getRouteApi, Link } from '@tanstack/react-router';
import { textLink } from '#platform/web/kit/button.tsx';
import { ShareLinks } from '#platform/web/kit/share.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useTitle } from '#platform/web/lib/title.ts';
import { usePasswords, useSite } from '#web/data/site.ts';
import { canTrySignUp, invitedBy } from '#web/features/auth/invited-by.ts';
import { MarketingPanel } from '#web/features/auth/marketing-panel.tsx';
import { SignIn } from '#web/features/auth/sign-in.tsx';
import { LegalLinks } from '#web/features/site/legal-links.tsx';

const route = getRouteApi('/login');

/** The built page has no provider. On a server with one, its form stays hidden until the app has rendered. */
const DRAWN = typeof document === 'undefined' && 'in-[#sso+div]:invisible';

export function LoginPage() {
  const t = useT();
  useTitle(t('start.login.title'));
  const { sso, signed_out: _, ...search } = route.useSearch();
  const site = useSite();
  const passwords = usePasswords();
  return (
    <main className="min-h-dvh lg:grid lg:grid-cols-[1.08fr_1fr]">
      <MarketingPanel />
      <section
        aria-labelledby="sign-in"
        className={cx('mx-auto grid w-full max-w-md content-center gap-6 px-6 py-7 lg:py-12', DRAWN)}
      >
        <div>
          <h2 id="sign-in" className="text-2xl font-extrabold">
            {t('start.login.heading')}
          </h2>
          <p className="mt-2 text-ink-2">{t('start.login.welcome')}</p>
        </div>
        <SignIn redirect={search.redirect} sso={sso} />
        {passwords && canTrySignUp(site, invitedBy(search.redirect) !== null) && (
          <p className="text-ink-2">
            {t.rich('start.login.sign_up', {
              link: (inside) => (
                <Link key="link" to="/register" search={search} className={textLink}>
                  {inside}
                </Link>
              ),
            })}
          </p>
        )}
        <div className="pt-3 seam">
          <ShareLinks lead={t('start.login.tell')} />
          <LegalLinks api="/docs/api" className="-ms-2" />
        </div>
      </section>
    </main>
  );
}
