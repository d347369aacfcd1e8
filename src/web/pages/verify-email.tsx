import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { verifyEmail } from '#contract/auth.ts';
import { setMe, useMe } from '#web/data/me.ts';
import { markStale } from '#web/data/stale.ts';
import { ResendLink } from '#web/features/auth/resend-link.tsx';
import { LinkPage } from '#web/features/site/link-page.tsx';
import { Button, button } from '#web/kit/button.tsx';
import { call } from '#web/lib/api/api.ts';
import { detailOf, isRetryable } from '#web/lib/api/api-error.ts';
import { useTitle } from '#web/lib/title.ts';

const route = getRouteApi('/queries/verify-email');
/** How long the success is shown before the dashboard opens. */
const DONE_MS = 1500;
const UNKNOWN_LINK = 'This link is for another account, or it has expired';

/** Proves the address with the token of the link, once, as soon as the page is open. */
function useVerify(token: string | undefined) {
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

/** The page of the link that proves an address. Its guard leads through the sign-in and back. */
export function VerifyEmailPage() {
  useTitle('Confirm your address');
  const { token } = route.useSearch();
  const { email, email_verified } = useMe();
  const verify = useVerify(token);
  if (verify.isSuccess) return <Confirmed email={email} />;
  if (token === undefined || (verify.isError && !isRetryable(verify.error)))
    return (
      <Problem email={email} title={detailOf(verify.error, UNKNOWN_LINK)}>
        {email_verified ? (
          <p className="text-ink-2">The address of this account is already confirmed.</p>
        ) : (
          <>
            <p className="mb-6 text-ink-2">
              Links work for 7 days, and only the account they were sent to can use them.
            </p>
            <ResendLink large label="Send a new link" />
          </>
        )}
      </Problem>
    );
  if (verify.isError)
    return (
      <Problem email={email} title={detailOf(verify.error, "We couldn't confirm your address")}>
        <Button className="mt-2 w-full" onClick={() => verify.mutate(token)}>
          Try again
        </Button>
      </Problem>
    );
  return (
    <LinkPage lead={email} title="Confirming...">
      <p role="status" className="mt-3 text-ink-2">
        One moment.
      </p>
    </LinkPage>
  );
}

function Confirmed({ email }: { email: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: '/dashboard', replace: true }), DONE_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <LinkPage lead={email} title="Your address is confirmed.">
      <p role="status" className="mt-3 text-ink-2">
        Opening your dashboard...
      </p>
    </LinkPage>
  );
}

function Problem({ email, title, children }: { email: string; title: string; children: ReactNode }) {
  return (
    <LinkPage lead={`Signed in as ${email}`} title={title}>
      <div role="alert" className="mt-3">
        {children}
      </div>
      <Link to="/dashboard" className={button({ kind: 'quiet', className: 'mt-4 w-full' })}>
        Back to Dashboard
      </Link>
    </LinkPage>
  );
}
