import { Page } from '#web/features/frame/page.tsx';
import { Inbox } from '#web/features/invitations/inbox.tsx';

export function InvitationsPage() {
  return (
    <Page title="Mission Invitations" back="dashboard" wide={false}>
      <Inbox />
    </Page>
  );
}
