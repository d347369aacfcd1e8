import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { UnpaidNotice } from '#web/features/billing/unpaid-notice.tsx';
import { dashboardWithPending } from '#web/features/checkins/pending-checkins.ts';
import { CompleteMission } from '#web/features/completion/complete-mission.tsx';
import { History } from '#web/features/dashboard/history.tsx';
import { DashboardFailed } from '#web/features/dashboard/load-failed.tsx';
import { MyMissions } from '#web/features/dashboard/my-missions.tsx';
import { OwnershipOffers } from '#web/features/dashboard/ownership-offers.tsx';
import { useDashboard } from '#web/features/dashboard/queries.ts';
import { MissionsSkeleton } from '#web/features/dashboard/skeleton.tsx';
import { TodayBand } from '#web/features/dashboard/today-band.tsx';
import { Totals } from '#web/features/dashboard/totals.tsx';
import { DashboardInvitation } from '#web/features/invitations/dashboard-invitation.tsx';
import { useOutbox } from '#web/features/outbox/use-outbox.ts';
import { DayLedger } from '#web/features/streaks/day-ledger.tsx';
import { useMe } from '#web/lib/session/me.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Page } from '#web/ui/page.tsx';
import { ShareLinks } from '#web/ui/share.tsx';
import { useShell } from '#web/ui/shell.ts';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';

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
          {data && <OwnershipOffers offers={data.offers} />}
          <UnpaidNotice me={me} />
          {data && <DashboardInvitation pending={data.pending_invitations} zone={me.timezone} />}
          {data ? (
            <>
              <div className="mt-8 grid gap-8 lg:grid-cols-[1fr_20rem]">
                <MyMissions dashboard={data} meId={me.id} onComplete={setCompleting} />
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

const footerItem =
  'inline-flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-md px-3 font-semibold hover:bg-sunk';

/** On phones and tablets: what only wide screens have in the header. */
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
