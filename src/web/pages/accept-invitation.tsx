import { getRouteApi } from '@tanstack/react-router';
import { findInvitationId } from '#domain/invitations.ts';
import { Accept } from '#web/features/invitations/join/accept-invitation.tsx';

const route = getRouteApi('/queries/accept-invitation/$invitationId');

export function AcceptInvitationPage() {
  const id = findInvitationId(route.useParams().invitationId);
  return <Accept key={id} id={id} />;
}
