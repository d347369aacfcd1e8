import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { SignUpCard } from '#web/features/auth/sign-up-card.tsx';
import { acceptProblem } from '#web/features/invitations/accept-problem.ts';
import { invitationPreviewQuery } from '#web/features/invitations/queries.ts';
import { useAccept } from '#web/features/invitations/use-accept.ts';
import { useViewer } from '#web/lib/session/use-viewer.ts';
import { useTitle } from '#web/lib/title.ts';
import { CampfirePage } from '#web/ui/campfire-page.tsx';
import { DeadLinkPage } from '#web/ui/dead-link-page.tsx';
import { AutoJoinNote, MissionPreviewCard } from '#web/ui/mission-preview-card.tsx';

const route = getRouteApi('/accept-invitation/$invitationId');

export function AcceptInvitationPage() {
  const { invitationId } = route.useParams();
  return <Accept key={invitationId} id={invitationId} />;
}

function Accept({ id }: { id: string }) {
  const { who, signedUp, ...asking } = useViewer();
  // Signing up empties the cache; the card stays.
  const preview = useQuery({ ...invitationPreviewQuery(id), placeholderData: keepPreviousData });
  const signedIn = who === 'member';
  // One after the other: asked for later, the preview of an accepted invitation is an error.
  const way = useAccept(id, signedIn && !preview.isPending && !preview.isPlaceholderData, signedUp);

  // For somebody signed in the acceptance tells what is wrong, and a member where the mission is.
  const unseen = !signedIn && preview.isError;
  const unknown = who === 'unknown' && asking.failed;
  const failed = signedIn ? way.error !== null : unseen || unknown;
  const act = signedIn ? way.retry : unknown ? asking.retry : () => void preview.refetch();
  const problem = failed ? acceptProblem(signedIn ? way.error : preview.error) : null;
  useTitle(problem ? 'Invitation Error' : preview.data ? `Join ${preview.data.mission_title}` : 'Join a mission');

  if (problem)
    return (
      <CampfirePage>
        <DeadLinkPage
          title="Invitation Error"
          signedIn={signedIn}
          missionId={problem.missionId}
          retry={problem.passing ? { busy: way.busy || preview.isFetching, onRetry: act } : undefined}
        >
          <p className="font-semibold text-ink">{problem.text}</p>
          <p className="mt-2">
            {problem.passing
              ? 'Your invitation is still good. The way is closed for a moment.'
              : problem.missionId
                ? 'The mission is where it was, and your place in it too.'
                : 'Ask the one who invited you for a new one. There is always room by another fire.'}
          </p>
        </DeadLinkPage>
      </CampfirePage>
    );
  return (
    <CampfirePage scene>
      <MissionPreviewCard
        preview={preview.data}
        lead={preview.data ? `${preview.data.sender_name} invites you to` : 'You are invited to'}
      >
        {signedIn && <AutoJoinNote joined={way.inside} />}
      </MissionPreviewCard>
      {who === 'visitor' && preview.data && <SignUpCard here={`/accept-invitation/${id}`} />}
    </CampfirePage>
  );
}
