import { getRouteApi } from '@tanstack/react-router';
import { useT } from '#platform/web/lib/language.ts';
import { PaymentResult, useVerification } from '#web/features/billing/payment-result.tsx';
import { Page } from '#web/features/frame/page.tsx';

const route = getRouteApi('/queries/account/upgrade-success');

export function UpgradeSuccessPage() {
  const t = useT();
  const { session_id } = route.useSearch();
  const { again, ...verification } = useVerification(session_id);
  return (
    <Page title={t('app.titles.payment')} wide={false}>
      <PaymentResult verification={verification} onAgain={session_id ? again : undefined} />
    </Page>
  );
}
