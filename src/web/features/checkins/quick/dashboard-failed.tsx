import type { ComponentProps } from 'react';
import { useT } from '#platform/web/lib/language.ts';
import { FailedPage } from '#web/features/site/public.ts';

export function DashboardFailed({ query }: Pick<ComponentProps<typeof FailedPage>, 'query'>) {
  const t = useT();
  return (
    <FailedPage query={query} title={t('app.dashboard.load_failed')}>
      {t('app.checkins.quick.failed_note')}
    </FailedPage>
  );
}
