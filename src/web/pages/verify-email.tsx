import { getRouteApi } from '@tanstack/react-router';
import { Button } from '#platform/web/kit/button.tsx';
import { detailOf, isRetryable } from '#platform/web/lib/api/api-error.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useTitle } from '#platform/web/lib/title.ts';
import { useMe } from '#web/data/me.ts';
import { ResendLink } from '#web/features/auth/resend-link.tsx';
import { Confirmed, Problem, useVerify } from '#web/features/auth/verify-email.tsx';
import { LinkPage } from '#web/features/site/link-page.tsx';

const route = getRouteApi('/queries/verify-email');

/** The page of the link that proves an address. Its guard opens the sign-in first if needed. */
export function VerifyEmailPage() {
  const t = useT();
  useTitle(t('app.auth.verify.title'));
  const { token } = route.useSearch();
  const { email, email_verified } = useMe();
  const verify = useVerify(token);
  if (verify.isSuccess) return <Confirmed email={email} />;
  if (token === undefined || (verify.isError && !isRetryable(verify.error)))
    return (
      <Problem email={email} title={detailOf(verify.error, t('app.auth.verify.unknown'))}>
        {email_verified ? (
          <p className="text-ink-2">{t('app.auth.verify.already')}</p>
        ) : (
          <>
            <p className="mb-6 text-ink-2">{t('app.auth.verify.links')}</p>
            <ResendLink large label={t('app.auth.verify.new_link')} />
          </>
        )}
      </Problem>
    );
  if (verify.isError)
    return (
      <Problem email={email} title={detailOf(verify.error, t('app.auth.verify.failed'))}>
        <Button className="mt-2 w-full" onClick={() => verify.mutate(token)}>
          {t('start.common.retry')}
        </Button>
      </Problem>
    );
  return (
    <LinkPage lead={email} title={t('app.auth.verify.confirming')}>
      <p role="status" className="mt-3 text-ink-2">
        {t('app.auth.verify.moment')}
      </p>
    </LinkPage>
  );
}
