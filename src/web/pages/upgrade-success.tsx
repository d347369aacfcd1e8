import { getRouteApi } from '@tanstack/react-router';
import { PaymentResult } from '#web/features/billing/payment-result.tsx';
import { useVerification } from '#web/features/billing/use-verification.ts';
import { Page } from '#web/ui/page.tsx';

const route = getRouteApi('/account/upgrade-success');

/** Where the provider's checkout leads back to. */
export function UpgradeSuccessPage() {
  const { session_id } = route.useSearch();
  const { again, ...verification } = useVerification(session_id);
  return (
    <Page title="Your payment" wide={false}>
      <PaymentResult verification={verification} onAgain={session_id ? again : undefined} />
    </Page>
  );
}
