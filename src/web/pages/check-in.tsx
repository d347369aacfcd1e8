import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { isYesterdayOpen } from '#domain/checkins.ts';
import { QuickCheckin } from '#web/features/checkins/form/quick-checkin.tsx';
import { dashboardWithPending } from '#web/features/checkins/outbox.ts';
import { DashboardFailed, MissionsSkeleton } from '#web/features/dashboard/load-states.tsx';
import { useDashboard } from '#web/features/dashboard/queries.ts';
import { useOutbox } from '#web/features/outbox/use-outbox.ts';
import { useMe } from '#web/lib/session/me.ts';
import { button } from '#web/ui/button.tsx';
import { UnlitCampfire } from '#web/ui/drawings/empty-scenes.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadPart } from '#web/ui/load-part.tsx';
import { Page } from '#web/ui/page.tsx';

const route = getRouteApi('/queries/app/check-in');

const WORDS = {
  none: ['No missions yet', 'Begin one, alone or with friends.'],
  free: ['Nothing is due today', 'You can still check in on the page of a mission.'],
  done: ['Every fire is lit', 'You are in everywhere today. See you tomorrow.'],
} as const;

function Nothing({ because }: { because: keyof typeof WORDS }) {
  const begun = because !== 'none';
  const [title, text] = WORDS[because];
  return (
    <div className="mt-6">
      <EmptyState
        drawing={<UnlitCampfire className="w-full max-w-sm" />}
        title={title}
        level={2}
        action={
          <Link to={begun ? '/dashboard' : '/create-mission'} className={button()}>
            {begun ? 'Back to Dashboard' : 'First Mission'}
          </Link>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}

function Loaded({ dashboard, shared }: { dashboard: Dashboard; shared: boolean }) {
  const items = useOutbox();
  const { timezone } = useMe();
  const { missions, checked_in_missions, today } = dashboardWithPending(dashboard, items);
  // Missions that were open when the page mounted stay in the list, so that no row jumps away under the thumb.
  // A photo that was shared may go to a mission that has nothing due, and not to yesterday.
  const isOpen = ({ due_today, can }: DashboardMission) =>
    due_today || (shared ? can.check_in : can.check_in_yesterday && isYesterdayOpen(new Date(), timezone));
  const [listed] = useState(() => missions.filter(isOpen).map(({ id }) => id));
  const rows = missions.filter((mission) => listed.includes(mission.id) || isOpen(mission));
  const [only, ...others] = rows;
  const isFree = checked_in_missions.length === 0 && missions.some(({ can }) => can.check_in);
  const reason = missions.length === 0 ? 'none' : isFree ? 'free' : 'done';
  if (shared && only && others.length === 0 && only.can.check_in)
    return (
      <Navigate to="/mission/$missionId" params={{ missionId: only.id }} search={{ shared }} hash="checkin" replace />
    );
  return rows.length > 0 ? (
    <QuickCheckin missions={rows} today={today} done={checked_in_missions} sharing={shared} />
  ) : (
    <Nothing because={reason} />
  );
}

/** Today's open missions with one button each; the home screen's shortcut opens it. */
export function CheckInPage() {
  const { shared = false } = route.useSearch();
  const query = useDashboard();
  return (
    <Page title="Check in" back wide={false}>
      <h1 className="text-2xl font-extrabold">{shared ? 'Which mission is it for?' : 'Check in'}</h1>
      <LoadPart query={query} loading={<MissionsSkeleton />} failed={<DashboardFailed query={query} />}>
        {(dashboard) => <Loaded dashboard={dashboard} shared={shared} />}
      </LoadPart>
    </Page>
  );
}
