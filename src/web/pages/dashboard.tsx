import { Link } from '@tanstack/react-router';
import { Crown, LogOut } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { User } from '#contract/auth.ts';
import type { DashboardMission, MissionOffer } from '#contract/dashboard.ts';
import type { Invitation } from '#contract/invitations.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { planName, planOf } from '#web/features/billing/plans.ts';
import { YesterdayCheckin } from '#web/features/checkins/form/yesterday-checkin.tsx';
import { dashboardWithPending } from '#web/features/checkins/outbox.ts';
import { CompleteMission } from '#web/features/completion/complete-mission.tsx';
import { History } from '#web/features/dashboard/history.tsx';
import { DashboardFailed, MissionsSkeleton } from '#web/features/dashboard/load-states.tsx';
import { MyMissions } from '#web/features/dashboard/my-missions.tsx';
import { useDashboard } from '#web/features/dashboard/queries.ts';
import { TodayBand } from '#web/features/dashboard/today-band.tsx';
import { Totals } from '#web/features/dashboard/totals.tsx';
import { InvitationItem } from '#web/features/invitations/invitation-row.tsx';
import { useOutbox } from '#web/features/outbox/use-outbox.ts';
import { isZoneForeign } from '#web/features/profile/time-zone.ts';
import { DayLedger } from '#web/features/streaks/day-ledger.tsx';
import { RunningPause } from '#web/features/streaks/pauses.tsx';
import { fullDate } from '#web/lib/format.ts';
import { useMe } from '#web/lib/session/me.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { button } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { ShareLinks } from '#web/ui/share.tsx';
import { useShell } from '#web/ui/shell.ts';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts';

interface DashboardInvitationProps {
  /** Newest first. */
  pending: readonly Invitation[];
  zone: string;
}

/** The newest invitation to the user, with a link to the others; nothing if there is none. */
function DashboardInvitation({ pending, zone }: DashboardInvitationProps) {
  const heading = useFocusFallback(pending.length);
  const [newest] = pending;
  if (!newest) return null;
  return (
    <section
      aria-labelledby="invited"
      className="mt-6 flex flex-wrap items-center gap-x-3 rounded-lg bg-card p-5 shadow-card sm:px-7"
    >
      <h2 ref={heading} id="invited" tabIndex={-1} className="text-lg font-extrabold">
        Mission Invitations
      </h2>
      <Pill tone="open">{pending.length} pending</Pill>
      <Link
        to="/invitations"
        className={button({
          kind: 'bare',
          className: 'max-sm:order-last max-sm:mx-auto max-sm:mt-2 max-sm:-mb-3 sm:-my-2 sm:ms-auto',
        })}
      >
        View all invitations
      </Link>
      <div className="mt-4 w-full">
        <InvitationItem
          key={newest.id}
          invitation={newest}
          when={relativeTime(new Date(newest.created_at), new Date(), zone)}
          go="mission"
          facts
        />
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
      aria-label="Payment failed"
      className="mt-6 flex flex-wrap items-center justify-between gap-x-5 gap-y-3 rounded-lg bg-star-soft px-5 py-4 text-star-ink"
    >
      <p className="min-w-0 max-sm:w-full">
        Your last payment did not go through. {planName(planOf(me))} stays until{' '}
        {fullDate(me.subscription_ends_at, me.timezone)}; a new card keeps it.
      </p>
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
          <span className="text-sm font-normal">{plan}</span>
        </span>
      </Link>
      <div className="flex min-h-12 items-center ps-3">
        <ShareLinks lead="Tell a friend" />
      </div>
      {install?.(footerItem)}
      <ThemeSwitch />
      <button type="button" onClick={logOut} disabled={loggingOut} className={footerItem}>
        <LogOut className="size-5" aria-hidden />
        Log out
      </button>
    </nav>
  );
}

const MovedQuestion = lazy(async () => ({
  default: (await import('#web/features/profile/zone-question.tsx')).MovedQuestion,
}));

export function DashboardPage() {
  const me = useMe();
  const query = useDashboard();
  const items = useOutbox();
  const data = query.data && dashboardWithPending(query.data, items);
  const [ledgerOpen, setLedgerOpen] = useState(false);
  const [completing, setCompleting] = useState<DashboardMission | null>(null);
  const shown = data && { dashboard: data, name: me.name, zone: me.timezone, onStreak: () => setLedgerOpen(true) };
  return (
    <Page title="Dashboard">
      {query.isError ? (
        <DashboardFailed query={query} />
      ) : (
        <>
          <TodayBand shown={shown} />
          {data && <RunningPause pause={data.pause} />}
          {data && <OwnershipOffers offers={data.offers} />}
          {isZoneForeign(me.timezone) && (
            <Suspense fallback={null}>
              <MovedQuestion />
            </Suspense>
          )}
          <UnpaidNotice me={me} />
          {data && <DashboardInvitation pending={data.pending_invitations} zone={me.timezone} />}
          {data ? (
            <>
              <div className="mt-8 grid gap-8 lg:grid-cols-[1fr_20rem]">
                <MyMissions
                  dashboard={data}
                  meId={me.id}
                  onComplete={setCompleting}
                  afterCard={(mission) => <YesterdayCheckin mission={mission} today={data.today} />}
                />
                <Totals dashboard={data} meId={me.id} />
              </div>
              <History {...data} />
            </>
          ) : (
            <MissionsSkeleton />
          )}
        </>
      )}
      <MobileFooter />
      {ledgerOpen && data && <DayLedger streakDays={data.stats.streak_days} onClose={() => setLedgerOpen(false)} />}
      {completing && <CompleteMission mission={completing} onClose={() => setCompleting(null)} />}
    </Page>
  );
}
