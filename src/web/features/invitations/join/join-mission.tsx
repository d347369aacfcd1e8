import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { joinMission, previewJoin } from '#contract/missions-join.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { ApiError, detailOf, isRetryable } from '#platform/web/lib/api/api-error.ts';
import { getT, useT } from '#platform/web/lib/language.ts';
import { useTitle } from '#platform/web/lib/title.ts';
import { toast } from '#platform/web/lib/toast.ts';
import { callQuery, retryTwice } from '#web/data/call-query.ts';
import { useViewer } from '#web/data/me.ts';
import * as keys from '#web/data/query-keys.ts';
import { markStale } from '#web/data/stale.ts';
import { SignUpCard } from '#web/features/auth/public.ts';
import { completeProfile } from '#web/features/profile/public.ts';
import { DeadLinkPage } from '#web/features/site/public.ts';
import { AutoJoinNote, joinTitle, MissionPreviewPage } from './mission-preview-card.tsx';
import { useAutoJoin } from './use-auto-join.ts';

const has = (error: unknown, status: number): boolean => error instanceof ApiError && error.status === status;

/** Joins by code when the visitor is signed in. `afterSignUp` waits a moment first. */
function useJoin(code: string, signedIn: boolean, afterSignUp: boolean) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const join = useCallback(async () => {
    const { message, mission_id } = await call(joinMission, { params: { code } });
    void markStale(client, 'dashboard');
    toast.success(message);
    return mission_id;
  }, [code, client]);
  const { joined, error, busy, retry } = useAutoJoin({ ready: signedIn, afterSignUp, join });

  const member = has(error, 400);
  useEffect(() => {
    if (!member) return;
    toast.info(detailOf(error, getT()('start.join.member_already')));
    const missionId = error instanceof ApiError ? error.body?.mission_id : undefined;
    void (missionId
      ? navigate({ to: '/mission/$missionId', params: { missionId }, replace: true })
      : navigate({ to: '/dashboard', replace: true }));
  }, [member, error, navigate]);

  return { joined, busy, retry, gone: has(error, 404), failed: error !== null && !member };
}

export function Join({ code }: { code: string }) {
  const t = useT();
  const { who, signedUp, ...viewer } = useViewer();
  const preview = useQuery({
    ...callQuery(keys.joinPreview(code), previewJoin, { params: { code } }),
    // Keeps the card when signing up clears the cache.
    placeholderData: keepPreviousData,
    retry: retryTwice,
  });
  const entry = useJoin(code, who === 'member', signedUp);
  useTitle(joinTitle(t, preview.data));

  // Users who have joined need not see that the preview failed.
  const previewFailed = preview.isError && who !== 'member';
  const signedIn = who === 'member';
  if (entry.gone || (previewFailed && !isRetryable(preview.error)))
    return <DeadLinkPage title={t('start.join.dead')}>{t('start.join.ask_again')}</DeadLinkPage>;
  if (entry.failed || previewFailed || (who === 'unknown' && viewer.failed)) {
    const refetch = entry.failed ? entry.retry : previewFailed ? () => void preview.refetch() : viewer.retry;
    return (
      <DeadLinkPage title={t('start.join.failed')} query={{ isFetching: entry.busy || preview.isFetching, refetch }}>
        {t('start.join.unreachable')}
      </DeadLinkPage>
    );
  }
  return (
    <MissionPreviewPage preview={preview.data} sender={preview.data?.owner_name} message="">
      {signedIn && <AutoJoinNote joined={entry.joined} />}
      {who === 'visitor' && preview.data && (
        <SignUpCard here={`/join/${code}`} invited={{ invitationCode: code }} prepare={completeProfile} />
      )}
    </MissionPreviewPage>
  );
}
