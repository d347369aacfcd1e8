import { getRouteApi } from '@tanstack/react-router';
import { normalizeInvitationCode } from '#domain/invitations.ts';
import { Join } from '#web/features/invitations/join/join-mission.tsx';

const route = getRouteApi('/queries/join/$code');

export function JoinPage() {
  const code = normalizeInvitationCode(route.useParams().code);
  return <Join key={code} code={code} />;
}
