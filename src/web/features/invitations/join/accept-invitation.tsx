import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { acceptInvitation } from '#contract/invitations.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { getT, useT } from '#platform/web/lib/language.ts';
import { useTitle } from '#platform/web/lib/title.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { useViewer } from '#web/data/me.ts';
import { markStale } from '#web/data/stale.ts';
import { SignUpCard } from '#web/features/auth/public.ts';
import { acceptProblem } from '#web/features/invitations/accept-problem.ts';
import { invitationPreviewQuery, useInboxCache } from '#web/features/invitations/queries.ts';
import { completeProfile } from '#web/features/profile/public.ts';
import { DeadLinkPage } from '#web/features/site/public.ts';
import { AutoJoinNote, joinTitle, MissionPreviewPage } from './mission-preview-card.tsx';
import { useAutoJoin } from './use-auto-join.ts';

function useAccept(id: string, ready: boolean, afterSignUp: boolean) {
  const client = useQueryClient();
  const cache = useInboxCache();
  const join = useCallback(async () => {
    const { mission_id } = await call(acceptInvitation, { params: { id } });
    toast.success(getT()('start.join.accepted'));
    cache.refresh();
    // The invitation might have proved the address.
    void markStale(client, 'own_address');
    return mission_id;
  }, [id, cache, client]);
  return useAutoJoin({ ready, afterSignUp, join });
}

export function Accept({ id }: { id: string }) {
  const t = useT();
  const { who, signedUp, ...viewer } = useViewer();
  // Keeps the card when signing up clears the cache.
  const preview = useQuery({ ...invitationPreviewQuery(id), placeholderData: keepPreviousData });
  const signedIn = who === 'member';
  // Accepts after fetching the preview, because an accepted invitation has none.
  const entry = useAccept(id, signedIn && !preview.isPending && !preview.isPlaceholderData, signedUp);

  // For signed-in users the error of accepting counts: it tells members where the mission is.
  const previewFailed = !signedIn && preview.isError;
  const unknown = who === 'unknown' && viewer.failed;
  const failed = signedIn ? entry.error !== null : previewFailed || unknown;
  const refetch = signedIn ? entry.retry : unknown ? viewer.retry : () => void preview.refetch();
  const problem = failed ? acceptProblem(t, signedIn ? entry.error : preview.error) : null;
  useTitle(problem ? t('start.join.error') : joinTitle(t, preview.data));

  if (problem)
    return (
      <DeadLinkPage
        title={t('start.join.error')}
        missionId={problem.missionId}
        query={problem.transient ? { isFetching: entry.busy || preview.isFetching, refetch } : undefined}
      >
        <p className="font-semibold text-ink">{problem.text}</p>
        <p className="mt-2">
          {problem.transient
            ? t('start.join.unreachable')
            : problem.missionId
              ? t('start.join.place_kept')
              : t('start.join.ask_again')}
        </p>
      </DeadLinkPage>
    );
  return (
    <MissionPreviewPage preview={preview.data} sender={preview.data?.sender_name} message={preview.data?.message ?? ''}>
      {signedIn && <AutoJoinNote joined={entry.joined} />}
      {who === 'visitor' && preview.data && (
        <SignUpCard here={`/accept-invitation/${id}`} invited={{ invitationId: id }} prepare={completeProfile} />
      )}
    </MissionPreviewPage>
  );
}
