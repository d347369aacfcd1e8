import { getRouteApi } from '@tanstack/react-router';
import { useMe } from '#web/data/me.ts';
import { ResendLink } from '#web/features/auth/resend-link.tsx';
import { Confirmed, Problem, UNKNOWN_LINK, useVerify } from '#web/features/auth/verify-email.tsx';
import { LinkPage } from '#web/features/site/link-page.tsx';
import { Button } from '#web/kit/button.tsx';
import { detailOf, isRetryable } from '#web/lib/api/api-error.ts';
import { useTitle } from '#web/lib/title.ts';

const route = getRouteApi('/queries/verify-email');

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
