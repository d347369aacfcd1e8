import { Link } from '@tanstack/react-router';
import { Crown, LogOut } from 'lucide-react';
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { Dashboard, DashboardMission, MissionOffer, Today } from '#contract/dashboard.ts';
import type { Invitation } from '#contract/invitations.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { useMe } from '#web/data/me.ts';
import { dashboardWithPending } from '#web/data/missions/pending.ts';
import { useDashboard, useToday } from '#web/data/missions/queries.ts';
import { isAllIn, isBeginning, isNewcomer } from '#web/data/missions/today.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import { usePlans } from '#web/data/site.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { Upgrade } from '#web/features/billing/plan-tile.tsx';
import { planOf, unpaidText } from '#web/features/billing/plans.ts';
import { YesterdayCheckin } from '#web/features/checkins/form/yesterday-checkin.tsx';
import { History } from '#web/features/dashboard/history.tsx';
import { DashboardFailed, MissionsSkeleton } from '#web/features/dashboard/load-states.tsx';
import type { YesterdayOf } from '#web/features/dashboard/mission-card.tsx';
import { MyMissions } from '#web/features/dashboard/my-missions.tsx';
import { QuietFigures, TodayBand } from '#web/features/dashboard/today-band.tsx';
import { hasTotals, Totals } from '#web/features/dashboard/totals.tsx';
import { useGrowing } from '#web/features/dashboard/use-growing.ts';
import { Page } from '#web/features/frame/page.tsx';
import { useShell } from '#web/features/frame/shell.ts';
import { FoldedInvitation } from '#web/features/invitations/folded-invitation.tsx';
import { InvitationItem } from '#web/features/invitations/invitation-row.tsx';
import { MovedQuestion } from '#web/features/profile/zone-question.tsx';
import { LegalLinks } from '#web/features/site/legal-links.tsx';
import { button } from '#web/kit/button.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { ShareLinks } from '#web/kit/share.tsx';
import { useFocusFallback } from '#web/kit/use-focus-fallback.ts';
import { cx } from '#web/lib/cx.ts';
import { fullDate } from '#web/lib/format.ts';
import { usePhone } from '#web/lib/use-media.ts';

interface DashboardInvitationProps {
  /** Newest first. */
  pending: readonly Invitation[];
  zone: string;
}

/** The newest invitation to the user, with a link to the others; nothing if there is none. On phones it is one row. */
function DashboardInvitation({ pending, zone }: DashboardInvitationProps) {
  const heading = useFocusFallback(pending.length);
  const phone = usePhone();
  const [newest] = pending;
  if (!newest) return null;
  const when = relativeTime(new Date(newest.created_at), new Date(), zone);
  const title = (
    <h2 ref={heading} id="invited" tabIndex={-1} className={phone ? 'sr-only' : 'text-lg font-extrabold'}>
      Mission Invitations
    </h2>
  );
  if (phone)
    return (
      <section aria-labelledby="invited" className="mt-3 rounded-lg bg-star-soft">
        {title}
        <FoldedInvitation key={newest.id} invitation={newest} pending={pending.length} when={when} />
      </section>
    );
  return (
    <section
      aria-labelledby="invited"
      className="mt-6 flex flex-wrap items-center gap-x-3 rounded-lg bg-card px-7 py-5 shadow-card"
    >
      {title}
      <Pill tone="open">{pending.length} pending</Pill>
      <Link to="/invitations" className={button({ kind: 'bare', className: '-my-2 ms-auto' })}>
        View all invitations
      </Link>
      <div className="mt-4 w-full">
        <InvitationItem key={newest.id} invitation={newest} when={when} go="mission" facts />
      </div>
    </section>
  );
}

/** The ownership offers to the user, who accepts or declines each on the page of the mission. */
function OwnershipOffers({ offers }: { offers: readonly MissionOffer[] }) {
  if (offers.length === 0) return null;
  return (
    <section aria-label="Missions offered to you" className="mt-6">
      <ul className="grid gap-3">
        {offers.map(({ mission_id, title, owner_name }) => (
          <li
            key={mission_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-rose-soft px-5 py-3.5 sm:flex-nowrap sm:px-7"
          >
            <Crown className="size-5 shrink-0 text-rose" aria-hidden />
            <p className="min-w-0 grow basis-48 text-sm wrap-anywhere">
              {owner_name} offers you the mission <strong>{title}</strong>
            </p>
            <Link
              to="/mission/$missionId"
              params={{ missionId: mission_id }}
              className={button({ kind: 'quiet', size: 'sm', className: 'max-sm:w-full' })}
              aria-label={`See the offer: ${title}`}
            >
              See the offer
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown while the payment of a renewal is overdue: until when the plan stays, and where to change the card. */
function UnpaidNotice({ me }: { me: User }) {
  if (me.subscription_status !== 'past_due' || !me.subscription_ends_at) return null;
  return (
    <section
      aria-label="Payment due"
      className="mt-6 flex flex-wrap items-center justify-between gap-x-5 gap-y-3 rounded-lg bg-star-soft px-5 py-4 text-star-ink"
    >
      <p className="min-w-0 max-sm:w-full">{unpaidText(planOf(me), fullDate(me.subscription_ends_at, me.timezone))}</p>
      <Link to="/profile" className={button({ kind: 'night', size: 'sm', className: 'max-sm:w-full' })}>
        See your plan
      </Link>
    </section>
  );
}

const footerItem =
  'inline-flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-md px-3 font-semibold hover:bg-sunk';

/** For phones and tablets: the parts of the header that only wide screens have room for. */
function MobileFooter() {
  const { me, plan, install, logOut, loggingOut } = useShell();
  return (
    <nav aria-label="More" className="mt-10 grid grid-cols-1 gap-1 pt-4 text-ink-2 seam lg:hidden">
      <Link to="/profile" className={footerItem}>
        <Avatar name={me.name} url={me.avatar_url} size={36} decorative />
        <span className="min-w-0 leading-tight">
          <strong className="block truncate text-ink">{me.name}</strong>
          {plan && <span className="text-sm font-normal">{plan}</span>}
        </span>
      </Link>
      <div className="flex min-h-12 items-center ps-3">
        <ShareLinks lead="Tell a friend" />
      </div>
      {install?.(footerItem)}
      <button type="button" onClick={logOut} disabled={loggingOut} className={cx(footerItem, 'sm:hidden')}>
        <LogOut className="size-5" aria-hidden />
        Log out
      </button>
    </nav>
  );
}

const RunningPause = lazy(async () => ({
  default: (await import('#web/features/streaks/pauses.tsx')).RunningPause,
}));
const DayLedger = lazy(async () => ({ default: (await import('#web/features/streaks/day-ledger.tsx')).DayLedger }));
const CompleteMission = lazy(async () => ({
  default: (await import('#web/features/completion/complete-mission.tsx')).CompleteMission,
}));
/** The missions wait no longer for what the others do. */
const TODAY_MS = 1000;
const loadToday = () => import('#web/features/dashboard/others-today.tsx');
const DashboardToday = lazy(async () => ({ default: (await loadToday()).DashboardToday }));

/** The break that the user is on; it stays mounted when it ends, as it hands the focus on. */
function OwnPause({ pause }: Pick<Dashboard, 'pause'>) {
  const [wanted, setWanted] = useState(pause !== null);
  if (pause && !wanted) setWanted(true);
  return wanted && <RunningPause pause={pause} />;
}

/** The user's own dashboard with what is still to be sent, and the others' day as soon as the user is done. */
function useShownDashboard() {
  const query = useDashboard();
  const items = useOutbox();
  // The first answer is deferred, so that so many cards are rendered in slices between which the browser can answer.
  const first = useDeferredValue(query.data);
  const data = first && query.data && dashboardWithPending(query.data, items);
  const allIn = data !== undefined && isAllIn(data);
  const today = useToday(allIn);
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!allIn) return;
    // Beside the request, so that the code is there when it is answered.
    loadToday().catch(() => undefined);
    const timer = setTimeout(() => setLate(true), TODAY_MS);
    return () => clearTimeout(timer);
  }, [allIn]);
  // What the others do stands above the missions, which come along with it, so that nothing moves. Once they are on the
  // screen they stay, unless they are those of the last visit and the answer of this one is on its way.
  const [wasReady, setWasReady] = useState(false);
  const isReady = data !== undefined && (wasReady || late || !(allIn && today.isLoading));
  if (isReady && !wasReady && !query.isFetching) setWasReady(true);
  return { query, data, today: allIn ? today.data : undefined, isReady };
}

/** The offers to check in for yesterday; the first one says how long they last. */
function useYesterdayOf(dashboard: Dashboard | undefined): YesterdayOf {
  const today = dashboard?.today;
  const first = dashboard?.missions.find((mission) => mission.needed_yesterday)?.id;
  return useCallback(
    (mission, onNight = false) =>
      today &&
      mission.needed_yesterday && (
        <YesterdayCheckin mission={mission} today={today} isFirst={mission.id === first} onNight={onNight} />
      ),
    [today, first],
  );
}

interface ContentProps {
  dashboard: Dashboard;
  today: Today | undefined;
  meId: string;
  onComplete: (mission: DashboardMission) => void;
  onStreak: () => void;
  yesterdayOf: YesterdayOf;
}

/** What follows the first screen of a long dashboard, in its order. */
const PARTS = { missions: 1, totals: 2, history: 3 };
/** With fewer missions all of it is soon drawn, and parts that follow would move what a first screen shows. */
const LONG_FROM = 4;

/** The dashboard below its first part. */
function Content({ dashboard, today, meId, onComplete, onStreak, yesterdayOf }: ContentProps) {
  const begins = isBeginning(dashboard);
  const grown = useGrowing(PARTS.history);
  const shown = dashboard.missions.length < LONG_FROM ? PARTS.history : grown;
  return (
    <>
      {today && <DashboardToday today={today} />}
      <div
        className={cx(
          'grid grid-cols-1 gap-8',
          begins ? 'mt-4' : 'mt-6 sm:mt-8',
          hasTotals(dashboard) && 'lg:grid-cols-[minmax(0,1fr)_20rem]',
        )}
      >
        <MyMissions
          dashboard={dashboard}
          meId={meId}
          onComplete={onComplete}
          whole={shown >= PARTS.missions}
          yesterdayOf={yesterdayOf}
        />
        {shown >= PARTS.totals && <Totals dashboard={dashboard} meId={meId} />}
      </div>
      {isNewcomer(dashboard) && (
        <QuietFigures
          dashboard={dashboard}
          onStreak={onStreak}
          after={begins && dashboard.missions_left !== null && <Upgrade />}
        />
      )}
      {/* Until all is there, what stands at the foot of the page stays below the screen, so that nothing moves. */}
      {shown >= PARTS.history ? <History {...dashboard} /> : <div className="h-dvh" />}
    </>
  );
}

export function DashboardPage() {
  const me = useMe();
  const plans = usePlans();
  const { query, data, today, isReady } = useShownDashboard();
  const [ledgerOpen, setLedgerOpen] = useState(false);
  const [completing, setCompleting] = useState<DashboardMission | null>(null);
  const yesterdayOf = useYesterdayOf(data);
  const onStreak = () => setLedgerOpen(true);
  const shown = data && { dashboard: data, name: me.name, zone: me.timezone, onStreak, yesterdayOf };
  return (
    <Page title="Dashboard" share>
      {query.isError ? (
        <DashboardFailed query={query} />
      ) : (
        <div className={cx(data && isBeginning(data) && 'mx-auto max-w-xl')}>
          {/* The band of whoever is done is lower than its outline: it comes with what stands below, so that nothing moves. */}
          <TodayBand shown={isReady ? shown : undefined} />
          <Suspense fallback={<MissionsSkeleton />}>
            {data && <OwnPause pause={data.pause} />}
            {data && <OwnershipOffers offers={data.offers} />}
            <MovedQuestion />
            {plans && <UnpaidNotice me={me} />}
            {data && <DashboardInvitation pending={data.pending_invitations} zone={me.timezone} />}
            {data && isReady ? (
              <Content
                dashboard={data}
                today={today}
                meId={me.id}
                onComplete={setCompleting}
                onStreak={onStreak}
                yesterdayOf={yesterdayOf}
              />
            ) : (
              <MissionsSkeleton />
            )}
          </Suspense>
        </div>
      )}
      <MobileFooter />
      <LegalLinks className="mt-2 max-lg:ms-1 lg:mt-10 lg:justify-center" />
      <Suspense fallback={null}>
        {ledgerOpen && data && <DayLedger streakDays={data.stats.streak_days} onClose={() => setLedgerOpen(false)} />}
        {completing && <CompleteMission mission={completing} onClose={() => setCompleting(null)} />}
      </Suspense>
    </Page>
  );
}
