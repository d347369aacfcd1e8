import { getRouteApi, Link, Navigate, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Dashboard, DashboardMission } from '#contract/dashboard.ts';
import { dashboardWithPending } from '#web/data/missions/pending.ts';
import { useDashboard } from '#web/data/missions/queries.ts';
import { countToday, isAllIn, nextMission } from '#web/data/missions/today.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import { UnlitCampfire } from '#web/drawings/empty-scenes.tsx';
import { seeYou } from '#web/features/checkins/form/next-day.ts';
import { QuickCheckin, QuickCheckinSkeleton } from '#web/features/checkins/form/quick-checkin.tsx';
import { DashboardFailed } from '#web/features/dashboard/load-states.tsx';
import { hadMission } from '#web/features/dashboard/no-missions.tsx';
import { Page } from '#web/features/frame/page.tsx';
import { button } from '#web/kit/button.tsx';
import { Dialog } from '#web/kit/dialog.tsx';
import { EmptyState } from '#web/kit/empty-state.tsx';
import { LoadPart } from '#web/kit/load-part.tsx';

const route = getRouteApi('/queries/app/check-in');

const NOTHING = 'Nothing has to be done today';
const WORDS = {
  none: ['No missions yet', 'Start one, on your own or with friends.'],
  over: ['No mission right now', 'Go on with the last one on the dashboard, or start another.'],
  free: [NOTHING, 'You can still check in on the page of a mission.'],
  done: ['Every fire is lit', 'All done for today.'],
} as const;

function Nothing({ because, then }: { because: keyof typeof WORDS; then: string | null }) {
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
        {because === 'done' && then ? `${text} ${then}` : text}
      </EmptyState>
    </div>
  );
}

/** How far the day is. */
function progressText(dashboard: Dashboard): string {
  const { done, total } = countToday(dashboard);
  if (total === 0) return NOTHING;
  return done === total ? (seeYou(dashboard) ?? '') : `${done} of ${total} checked in today`;
}

/** A mission of the list, and whether it stands under `Also this week`. */
interface Listed {
  readonly id: string;
  readonly isAlso: boolean;
}

/**
 * The missions of the list: those that need a check-in, and those where another day of the week would do. Each keeps the
 * place that it has when the list opens, also when it is done; what comes later comes last. So no row moves or leaves
 * under the thumb.
 */
function useQuickList(fetched: Dashboard | undefined, shared: boolean) {
  const items = useOutbox();
  const [listed, setListed] = useState<readonly Listed[]>([]);
  const known = useRef(new Map<string, DashboardMission>());
  if (!fetched) return null;
  const dashboard = dashboardWithPending(fetched, items);
  const { missions, checked_in_missions: checkedIn } = dashboard;
  // A photo that was shared may go to a mission that has nothing due, and not to yesterday.
  const isFirst = ({ can, needed_today, needed_yesterday }: DashboardMission) =>
    shared ? can.check_in : needed_today || needed_yesterday;
  for (const mission of missions) known.current.set(mission.id, mission);
  const added = missions
    .filter((mission) => isFirst(mission) || mission.due_today)
    .filter(({ id }) => !listed.some((row) => row.id === id))
    .map((mission): Listed => ({ id: mission.id, isAlso: !isFirst(mission) }));
  const shown = [...listed, ...added];
  if (added.length > 0) setListed(shown);
  const rowsOf = (isAlso: boolean) =>
    shown.filter((row) => row.isAlso === isAlso).map(({ id }) => known.current.get(id)!);
  const allLit = isAllIn(dashboard);
  const isFree = checkedIn.length === 0 && missions.some(({ can }) => can.check_in);
  return {
    rows: rowsOf(false),
    also: rowsOf(true),
    checkedIn,
    items,
    today: dashboard.today,
    allLit,
    title: !allLit || shown.length === 0 ? 'Check in' : nextMission(dashboard) ? "That's today done" : 'All lit',
    progress: progressText(dashboard),
    seeYou: seeYou(dashboard),
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
  const { rows, also, checkedIn, items, today, progress, allLit } = list;
  return <QuickCheckin missions={rows} {...{ also, checkedIn, items, today, progress, allLit, sharing }} {...props} />;
}

const Card = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 rounded-xl bg-card p-5 shadow-card sm:p-8">{children}</div>
);

/** Today's missions with one button each; the home screen's shortcut opens it. */
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
          (list.rows.length + list.also.length > 0 ? (
            <Card>
              <QuickList list={list} sharing={shared} heading="h2" onDone={() => void navigate({ to: '/dashboard' })} />
            </Card>
          ) : (
            <Nothing because={list.nothing} then={list.seeYou} />
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
