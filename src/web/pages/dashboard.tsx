import { useT } from '#platform/web/lib/language.ts';
import { Home } from '#web/features/dashboard/home.tsx';
import { MobileFooter } from '#web/features/frame/mobile-footer.tsx';
import { Page } from '#web/features/frame/page.tsx';
import { LegalLinks } from '#web/features/site/legal-links.tsx';

export function DashboardPage() {
  const t = useT();
  return (
    <Page title={t('app.titles.dashboard')} share>
      <Home />
      <MobileFooter />
      <LegalLinks className="mt-2 max-lg:ms-1 lg:mt-10 lg:justify-center" />
    </Page>
  );
}
