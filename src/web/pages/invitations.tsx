import { Page } from '#web/features/frame/page.tsx';
import { Inbox } from '#web/features/invitations/inbox.tsx';
import { useT } from '#web/lib/language.ts';

export function InvitationsPage() {
  const t = useT();
  return (
    <Page title={t('app.titles.invitations')} back="dashboard" wide={false}>
      <Inbox />
    </Page>
  );
}
