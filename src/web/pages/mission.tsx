import { getRouteApi } from '@tanstack/react-router';
import { isRetryable, isSessionOver } from '#platform/web/lib/api/api-error.ts';
import { isOffline } from '#platform/web/lib/api/is-offline.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useMission } from '#web/data/missions/queries.ts';
import { Page } from '#web/features/frame/page.tsx';
import { MissionLoadError, MissionNotFound } from '#web/features/missions/page/mission-not-found.tsx';
import { MissionContent } from '#web/features/missions/page/mission-page.tsx';
import { MissionSkeleton } from '#web/features/missions/page/mission-skeleton.tsx';

const route = getRouteApi('/queries/app/mission/$missionId');

export function MissionPage() {
  const t = useT();
  const { missionId } = route.useParams();
  const { query, loaded } = useMission(missionId);
  // Without a network, show the error now instead of after another attempt.
  const error = query.error ?? (isOffline(query.failureReason) ? query.failureReason : null);
  // The app reports an expired session and leaves this page.
  const over = isSessionOver(error);
  // The cached mission might have been deleted or left since then.
  if (error && !isRetryable(error) && !over)
    return (
      <Page title={t('app.titles.mission_not_found')}>
        <MissionNotFound error={error} />
      </Page>
    );
  if (loaded) return <MissionContent key={missionId} loaded={loaded} />;
  if (error && !over)
    return (
      <Page title={t('app.titles.mission')} back="dashboard">
        <MissionLoadError query={query} error={error} />
      </Page>
    );
  return (
    <Page title={t('app.titles.mission')}>
      <MissionSkeleton missionId={missionId} />
    </Page>
  );
}
