import { getRouteApi, Link, Navigate, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { isYesterdayOpen } from '#domain/checkins.ts';
import { QuickCheckin, QuickCheckinSkeleton } from '#web/features/checkins/form/quick-checkin.tsx';
import { dashboardWithPending } from '#web/features/checkins/outbox.ts';
import { DashboardFailed } from '#web/features/dashboard/load-states.tsx';
import { hadMission } from '#web/features/dashboard/no-missions.tsx';
import { useDashboard } from '#web/features/dashboard/queries.ts';
import { countToday } from '#web/features/dashboard/today.ts';
import { useOutbox } from '#web/features/outbox/use-outbox.ts';
import { useMe } from '#web/lib/session/me.ts';
import { button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { UnlitCampfire } from '#web/ui/drawings/empty-scenes.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadPart } from '#web/ui/load-part.tsx';
import { Page } from '#web/ui/page.tsx';

const route = getRouteApi('/queries/app/check-in');

const WORDS = {
  none: ['No missions yet', 'Start one, on your own or with friends.'],
  over: ['No mission right now', 'Go on with the last one on the dashboard, or start another.'],
  free: ['Nothing is due today', 'You can still check in on the page of a mission.'],
  done: ['Every fire is lit', 'All done for today. See you tomorrow!'],
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

/** How far the day is; with nothing due the list may still hold yesterday. */
function progressText(done: number, total: number): string {
  if (total === 0) return 'Nothing is due today';
  return done === total ? 'See you tomorrow!' : `${done} of ${total} checked in today`;
}

/**
 * The missions of the list. Those that are open when it opens keep their order, and stay when they are done; what becomes
 * open later comes after them. So no row moves or leaves under the thumb.
 */
function useQuickList(fetched: Dashboard | undefined, shared: boolean) {
  const items = useOutbox();
  const { timezone } = useMe();
  const [listed, setListed] = useState<readonly string[]>([]);
  const known = useRef(new Map<string, DashboardMission>());
  if (!fetched) return null;
  const dashboard = dashboardWithPending(fetched, items);
  const { missions, checked_in_missions: checkedIn } = dashboard;
  // A photo that was shared may go to a mission that has nothing due, and not to yesterday.
  const isOpen = ({ due_today, can }: DashboardMission) =>
    due_today || (shared ? can.check_in : can.check_in_yesterday && isYesterdayOpen(new Date(), timezone));
  for (const mission of missions) known.current.set(mission.id, mission);
  const added = missions.filter((mission) => isOpen(mission) && !listed.includes(mission.id)).map(({ id }) => id);
  const ids = [...listed, ...added];
  if (added.length > 0) setListed(ids);
  const { done, total } = countToday(dashboard);
  const allLit = done > 0 && done === total;
  const isFree = checkedIn.length === 0 && missions.some(({ can }) => can.check_in);
  return {
    rows: ids.map((id) => known.current.get(id)!),
    checkedIn,
    items,
    today: dashboard.today,
    allLit,
    title: allLit && ids.length > 0 ? 'All lit' : 'Check in',
    progress: progressText(done, total),
    /** Why the list is empty, if it is. */
    nothing:
      missions.length === 0
        ? hadMission(dashboard)
          ? ('over' as const)
          : ('none' as const)
        : isFree
          ? ('free' as const)
          : ('done' as const),
  };
}

interface QuickListProps {
  list: NonNullable<ReturnType<typeof useQuickList>>;
  sharing?: boolean;
  heading: 'h2' | 'h3';
  onDone: () => void;
  onLeave?: () => void;
}

function QuickList({ list, sharing = false, ...props }: QuickListProps) {
  const { rows, checkedIn, items, today, progress, allLit } = list;
  return <QuickCheckin missions={rows} {...{ checkedIn, items, today, progress, allLit, sharing }} {...props} />;
}

const Card = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 rounded-xl bg-card p-5 shadow-card sm:p-8">{children}</div>
);

/** Today's open missions with one button each; the home screen's shortcut opens it. */
export function CheckInPage() {
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
    <Page title="Check in" back wide={false}>
      <h1 className="text-2xl font-extrabold">{shared ? 'Which mission is it for?' : (list?.title ?? 'Check in')}</h1>
      <LoadPart query={query} loading={loading} failed={<DashboardFailed query={query} />}>
        {() =>
          list &&
          (list.rows.length > 0 ? (
            <Card>
              <QuickList list={list} sharing={shared} heading="h2" onDone={() => void navigate({ to: '/dashboard' })} />
            </Card>
          ) : (
            <Nothing because={list.nothing} />
          ))
        }
      </LoadPart>
    </Page>
  );
}

/** The same list over any page, opened by the flame of the tab bar and of the header. It closes when its page is left. */
export function CheckInSheet({ onClose }: { onClose: () => void }) {
  const query = useDashboard();
  const list = useQuickList(query.data, false);
  const { href } = useLocation();
  const openedOn = useRef(href);
  useEffect(() => {
    if (href !== openedOn.current) onClose();
  }, [href, onClose]);
  return (
    <Dialog title={list?.title ?? 'Check in'} onClose={onClose} broad>
      <LoadPart query={query} loading={<QuickCheckinSkeleton />} failed={<DashboardFailed query={query} />}>
        {() => list && <QuickList list={list} heading="h3" onDone={onClose} onLeave={onClose} />}
      </LoadPart>
    </Dialog>
  );
}
