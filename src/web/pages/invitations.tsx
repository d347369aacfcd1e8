import { useT } from '#platform/web/lib/language.ts';
import { Page } from '#web/features/frame/page.tsx';
import { Inbox } from '#web/features/invitations/inbox.tsx';

export function InvitationsPage() {
  const t = useT();
  return (
    <Page title={t('app.titles.invitations')} back="dashboard" wide={false}>
      <Inbox />
    </Page>
  );
}
