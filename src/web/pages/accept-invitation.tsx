import { getRouteApi } from '@tanstack/react-router';
import { Accept } from '#web/features/invitations/join/accept-invitation.tsx';

const route = getRouteApi('/queries/accept-invitation/$invitationId');

export function AcceptInvitationPage() {
  const { invitationId } = route.useParams();
  return <Accept key={invitationId} id={invitationId} />;
}
