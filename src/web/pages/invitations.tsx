import { Inbox } from '#web/features/invitations/inbox.tsx';
import { Page } from '#web/ui/page.tsx';

export function InvitationsPage() {
  return (
    <Page title="Mission Invitations" back wide={false}>
      <Inbox />
    </Page>
  );
}
