import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { verifyEmail } from '#contract/auth.ts';
import { button } from '#platform/web/kit/button.tsx';
import { call } from '#platform/web/lib/api/api.ts';
import { useT } from '#platform/web/lib/language.ts';
import { setMe } from '#web/data/me.ts';
import { markStale } from '#web/data/stale.ts';
import { LinkPage } from '#web/features/site/public.ts';

const DONE_MS = 1500;

/** Proves the address with the link's token, once, when the page opens. */
export function useVerify(token: string | undefined) {
  const client = useQueryClient();
  const verify = useMutation({
    mutationFn: (token: string) => call(verifyEmail, { body: { token } }),
    onSuccess: (user) => {
      setMe(client, user);
      void markStale(client, 'own_address');
    },
  });
  const { mutate } = verify;
  useEffect(() => {
    if (token === undefined) return;
    // In development effects run twice, and only the second timer may send.
    const timer = setTimeout(() => mutate(token), 0);
    return () => clearTimeout(timer);
  }, [token, mutate]);
  return verify;
}

export function Confirmed({ email }: { email: string }) {
  const t = useT();
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: '/dashboard', replace: true }), DONE_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <LinkPage lead={email} title={t('app.auth.verify.done')}>
      <p role="status" className="mt-3 text-ink-2">
        {t('app.auth.verify.opening')}
      </p>
    </LinkPage>
  );
}

export function Problem({ email, title, children }: { email: string; title: string; children: ReactNode }) {
  const t = useT();
  return (
    <LinkPage lead={t('app.auth.verify.signed_in_as', { email })} title={title}>
      <div role="alert" className="mt-3">
        {children}
      </div>
      <Link to="/dashboard" className={button({ kind: 'quiet', className: 'mt-4 w-full' })}>
        {t('start.common.back_to_dashboard')}
      </Link>
    </LinkPage>
  );
}
