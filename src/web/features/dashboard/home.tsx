import { Suspense, useEffect, useState } from 'react';
import type { CompletedMission, Dashboard, DashboardMission, Today } from '#contract/dashboard.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { lazyPart } from '#platform/web/lib/lazy-part.ts';
import { usePhone } from '#platform/web/lib/use-media.ts';
import { useMe } from '#web/data/me.ts';
import { useDashboard, useMission, useToday } from '#web/data/missions/queries.ts';
import { isAllIn, isNewUser, largestTeam } from '#web/data/missions/today.ts';
import { usePlans } from '#web/data/site.ts';
import { UnpaidNotice } from '#web/features/billing/public.ts';
import { DashboardFailed, YesterdayRow } from '#web/features/checkins/public.ts';
import { CompleteMission } from '#web/features/completion/public.ts';
import { DashboardInvitation } from '#web/features/invitations/public.ts';
import { Fire, OwnershipOffers } from '#web/features/members/public.ts';
import { MovedQuestion } from '#web/features/profile/public.ts';
import { DayLedger, OwnPause } from '#web/features/streaks/public.ts';
import { CompletedBand } from './completed-band.tsx';
import { History } from './history.tsx';
import { MissionsSkeleton } from './load-states.tsx';
import { MyMissions } from './my-missions.tsx';
import { ReminderRow } from './reminder-row.tsx';
import { OpenRewards } from './rewards.tsx';
import { TodayBand } from './today-band.tsx';

/** How long the missions wait for the activity of others. */
const TODAY_MS = 1000;
const loadToday = () => import('./others-today.tsx');

function useHome() {
  const query = useDashboard();
  const { data } = query;
  const allIn = data !== undefined && isAllIn(data);
  const today = useToday(allIn);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!allIn) return;
    // Starts with the request, so that the code is ready for its response.
    loadToday().catch(() => undefined);
    const timer = setTimeout(() => setLate(true), TODAY_MS);
    return () => clearTimeout(timer);
  }, [allIn]);
  // Other members' activity is above the missions, so both appear together and nothing moves. Both then stay, unless
  // they are cached and a response is in flight.
  const [wasReady, setWasReady] = useState(false);
  const isReady = data !== undefined && (wasReady || late || !(allIn && today.isLoading));
  if (isReady && !wasReady && !query.isFetching) setWasReady(true);
  return { query, data, today: allIn ? today.data : undefined, isReady };
}

const TodayPosts = lazyPart(loadToday, 'TodayPosts');
const NotYetToday = lazyPart(loadToday, 'NotYetToday');

const lastCompleted = ({ missions, completed_missions }: Dashboard): CompletedMission | undefined =>
  missions.length === 0 ? completed_missions[0] : undefined;

interface ContentProps {
  dashboard: Dashboard;
  today: Today | undefined;
  meId: string;
  onComplete: (mission: DashboardMission) => void;
}

function Content({ dashboard, today, meId, onComplete }: ContentProps) {
  const { missions, open_rewards, completed_missions_history, completed_missions_count } = dashboard;
  const shownAbove = lastCompleted(dashboard)?.id;
  const history = completed_missions_history.filter(({ id }) => id !== shownAbove);
  const stillOut = today?.still_out ?? [];
  const hasSide = stillOut.length + open_rewards.length + history.length > 0;
  const isWide = hasSide && !isNewUser(dashboard);
  const folds = usePhone() && isAllIn(dashboard);
  return (
    <>
      {today && today.posts.length > 0 && <TodayPosts posts={today.posts} />}
      <div
        className={cx(
          'mt-4 grid grid-cols-1 sm:mt-5',
          folds ? 'gap-1' : 'gap-6',
          isWide && 'lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start',
        )}
      >
        <div className="min-w-0">
          <MyMissions dashboard={dashboard} meId={meId} onComplete={onComplete} />
          <ReminderRow missions={missions} />
        </div>
        {hasSide && (
          // On wide screens the column is aligned with the first row.
          <div className={cx('grid min-w-0 grid-cols-1', folds ? 'gap-1' : 'gap-6', isWide && 'lg:mt-14')}>
            {stillOut.length > 0 && <NotYetToday people={stillOut} folds={folds} />}
            {open_rewards.length > 0 && <OpenRewards rewards={open_rewards} meId={meId} folds={folds} />}
            {history.length > 0 && (
              <History
                folds={folds}
                missions={history}
                total={completed_missions_count - (completed_missions_history.length - history.length)}
              />
            )}
          </div>
        )}
      </div>
    </>
  );
}

const doneOf = ({ missions, checked_in_missions }: Dashboard) =>
  missions.filter(({ id }) => checked_in_missions.includes(id));

function BandFire({ missionId }: { missionId: string }) {
  const me = useMe();
  const { loaded, isAway } = useMission(missionId);
  if (isAway) return null;
  if (!loaded) return <div className="h-68.5 sm:h-96.5 @2xl:h-17" />;
  const { mission } = loaded;
  return <Fire mission={mission} me={me} title={mission.title} offersNudge={false} beside />;
}

export function Home() {
  const me = useMe();
  const plans = usePlans();
  const { query, data, today, isReady } = useHome();
  const [ledgerOpen, setLedgerOpen] = useState(false);
  const [completing, setCompleting] = useState<DashboardMission | null>(null);
  if (query.isError) return <DashboardFailed query={query} />;
  // With one mission the fire is below its row.
  const team = data && data.missions.length > 1 && isAllIn(data) ? largestTeam(doneOf(data)) : null;
  const completed = data && isReady ? lastCompleted(data) : undefined;
  const shown = data && { dashboard: data, name: me.name, zone: me.timezone, onStreak: () => setLedgerOpen(true) };
  return (
    <>
      {/* Keeps the page's footer below the first screen on phones, as the skeleton does, so it never moves. */}
      <div className={cx('max-sm:min-h-[calc(100dvh-4.25rem)]', data && isNewUser(data) && 'mx-auto max-w-xl')}>
        {/* The band of a finished day is lower than its skeleton, so it appears together with the content below. */}
        {completed ? (
          <CompletedBand mission={completed} name={me.name} />
        ) : (
          <TodayBand shown={isReady ? shown : undefined} fire={isReady && team && <BandFire missionId={team.id} />} />
        )}
        <Suspense fallback={<MissionsSkeleton />}>
          {data && <OwnPause pause={data.pause} />}
          {data && <OwnershipOffers offers={data.offers} />}
          <MovedQuestion />
          {plans && <UnpaidNotice me={me} />}
          {data && <DashboardInvitation pending={data.pending_invitations} zone={me.timezone} />}
          {data && isReady && <YesterdayRow dashboard={data} />}
          {data && isReady ? (
            <Content dashboard={data} today={today} meId={me.id} onComplete={setCompleting} />
          ) : (
            <MissionsSkeleton />
          )}
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {ledgerOpen && data && <DayLedger streakDays={data.stats.streak_days} onClose={() => setLedgerOpen(false)} />}
        {completing && <CompleteMission mission={completing} onClose={() => setCompleting(null)} />}
      </Suspense>
    </>
  );
}
