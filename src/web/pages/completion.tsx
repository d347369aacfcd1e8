import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Badges } from '#web/features/completion/badges.tsx';
import { Celebration } from '#web/features/completion/celebration.tsx';
import { CompletionSkeleton } from '#web/features/completion/completion-skeleton.tsx';
import { WhatsNext } from '#web/features/completion/next-steps.tsx';
import { completionQuery } from '#web/features/completion/queries.ts';
import { RewardCard } from '#web/features/completion/reward.tsx';
import { ShareCompletion } from '#web/features/completion/share.tsx';
import { ApiError } from '#web/lib/api/api-error.ts';
import { useMe } from '#web/lib/session/me.ts';
import { toast } from '#web/lib/toast.ts';
import { button } from '#web/ui/button.tsx';
import { Confetti } from '#web/ui/confetti.tsx';
import { Page } from '#web/ui/page.tsx';

const route = getRouteApi('/account/mission/$missionId/completion');

/** What the mission came to (Spec 2, Completion). Without the data the dashboard comes by itself (Spec 8). */
function useCompletion(missionId: string) {
  const navigate = useNavigate();
  const { data, error } = useQuery(completionQuery(missionId));
  const failed = error !== null && !data;
  // Then the app says that the session is over.
  const signedOut = error instanceof ApiError && error.status === 401;
  useEffect(() => {
    if (!failed || signedOut) return;
    toast.error('Failed to load completion data');
    void navigate({ to: '/dashboard', replace: true });
  }, [failed, signedOut, navigate]);
  return data;
}

export function CompletionPage() {
  const { missionId } = route.useParams();
  const me = useMe();
  const completion = useCompletion(missionId);
  if (!completion)
    return (
      <Page title="Completion">
        <CompletionSkeleton />
      </Page>
    );
  if (!completion.is_completed)
    return (
      <Page title="Mission In Progress">
        <Celebration completion={completion} />
        <div className="mt-6 grid gap-3 sm:flex sm:justify-center">
          <Link to="/dashboard" className={button({ className: 'sm:min-w-56' })}>
            Back to Dashboard
          </Link>
          <Link
            to="/mission/$missionId"
            params={{ missionId }}
            className={button({ kind: 'quiet', className: 'sm:min-w-56' })}
          >
            View Details
          </Link>
        </div>
      </Page>
    );
  const { reward, badges } = completion;
  return (
    <Page title="Mission completed!">
      <Confetti />
      <Celebration completion={completion} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid grid-cols-1 gap-6">
          <Badges badges={badges} />
          {reward && <RewardCard missionId={missionId} reward={reward} meId={me.id} />}
        </div>
        <div className="grid grid-cols-1 gap-6">
          <WhatsNext missionId={missionId} />
          <ShareCompletion completion={completion} />
        </div>
      </div>
    </Page>
  );
}
