import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { useDashboard } from '#web/data/missions/queries.ts';
import { DashboardFailed } from '#web/features/checkins/quick/dashboard-failed.tsx';
import { Nothing } from '#web/features/checkins/quick/nothing-due.tsx';
import { Card, QuickCheckin, QuickCheckinSkeleton } from '#web/features/checkins/quick/quick-checkin.tsx';
import { useQuickList } from '#web/features/checkins/quick/use-quick-list.ts';
import { Page } from '#web/features/frame/page.tsx';

const route = getRouteApi('/queries/app/check-in');

/** Today's missions with one button each; the home screen's shortcut opens it. */
export function CheckInPage() {
  const t = useT();
  const { shared = false } = route.useSearch();
  const navigate = useNavigate();
  const query = useDashboard();
  const list = useQuickList(query.data, shared);
  const [only, ...others] = list?.rows ?? [];
  if (shared && only && others.length === 0 && only.can.check_in)
    return (
      <Navigate to="/mission/$missionId" params={{ missionId: only.id }} search={{ shared }} hash="checkin" replace />
    );
  const loading = (
    <Card>
      <QuickCheckinSkeleton />
    </Card>
  );
  return (
    <Page title={t('app.titles.check_in')} back="dashboard" wide={false}>
      <h1 className="text-2xl font-extrabold sm:text-3xl">
        {shared ? t('app.titles.which_mission') : (list?.title ?? t('app.titles.check_in'))}
      </h1>
      <LoadPart query={query} loading={loading} failed={<DashboardFailed query={query} />}>
        {() =>
          list &&
          (list.rows.length + list.also.length > 0 ? (
            <Card>
              <QuickCheckin
                list={list}
                sharing={shared}
                heading="h2"
                onDone={() => void navigate({ to: '/dashboard' })}
              />
            </Card>
          ) : (
            <Nothing because={list.nothing} then={list.seeYou} />
          ))
        }
      </LoadPart>
    </Page>
  );
}
