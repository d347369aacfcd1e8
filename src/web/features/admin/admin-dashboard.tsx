import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useEffect } from 'react';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Logo } from '#web/ui/drawings/logo.tsx';
import { FailedPart, LoadPart } from '#web/ui/load-part.tsx';
import { SkipLink } from '#web/ui/page.tsx';
import { AdminLists } from './admin-lists.tsx';
import { AdminChart } from './chart.tsx';
import { FAILED, statsQuery, useAdminLogOut } from './queries.ts';
import { StatTiles } from './stat-tiles.tsx';

/** The operator's dashboard. */
export function AdminDashboard() {
  const stats = useQuery(statsQuery);
  const { isError } = stats;
  const logOut = useAdminLogOut();
  useEffect(() => {
    if (isError) toast.error(FAILED);
  }, [isError]);
  return (
    <div className="mx-auto max-w-6xl px-4 pb-12 sm:px-6 lg:px-8">
      <SkipLink />
      <header className="flex items-center justify-between gap-3 py-4">
        <span className="flex items-center gap-3">
          <Logo />
          <span className="rounded-full bg-night px-3 py-1 text-xs font-bold text-on-night">Admin</span>
        </span>
        <Button kind="quiet" size="sm" busy={logOut.isPending} onClick={() => logOut.mutate()}>
          <LogOut className="size-4.5" aria-hidden />
          <span className="max-sm:sr-only">Log out</span>
        </Button>
      </header>
      <main id="main" tabIndex={-1} className="grid gap-6">
        <h1 className="sr-only">Admin dashboard</h1>
        <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
          <LoadPart
            query={stats}
            loading={<StatTiles stats={undefined} />}
            failed={<FailedPart query={stats} text={FAILED} />}
          >
            {(data) => <StatTiles stats={data} />}
          </LoadPart>
          <AdminChart />
        </div>
        <AdminLists />
      </main>
    </div>
  );
}
