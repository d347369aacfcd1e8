import { Logo } from '#web/drawings/logo.tsx';
import { Loading, Skeleton } from '#web/kit/skeleton.tsx';
import { cx } from '#web/lib/cx.ts';
import { TodayBand } from './today-band.tsx';

/** A card; on phones only the leading one is whole, and without its check-in, which is in the band. */
function CardSkeleton({ lead = false }: { lead?: boolean }) {
  return (
    <li
      className={cx(
        'flex rounded-lg bg-card p-5 shadow-card',
        lead ? 'min-h-87 sm:col-span-2 sm:min-h-84 sm:gap-7 sm:p-7' : 'min-h-84 max-sm:hidden',
      )}
    >
      {lead && <Skeleton className="hidden size-46 shrink-0 self-center rounded-full sm:block" />}
      <div className="flex grow flex-col gap-4">
        <div className="flex items-start gap-4">
          <Skeleton className={lead ? 'size-22 shrink-0 rounded-full sm:hidden' : 'size-22 shrink-0 rounded-full'} />
          <div className="grid grow gap-2">
            <Skeleton className="h-7 w-28 rounded-full" />
            <Skeleton className="h-7 w-4/5" />
            <Skeleton className="h-5 w-full" />
          </div>
        </div>
        <Skeleton className="h-7 w-full" />
        <Skeleton className="h-14 w-full" />
        <Skeleton className="mt-auto h-11 w-full rounded-md" />
      </div>
    </li>
  );
}

const RowSkeleton = () => (
  <li className="flex min-h-17 items-center gap-2.5 rounded-lg bg-card p-2.5 shadow-card sm:hidden">
    <Skeleton className="size-12 shrink-0 rounded-full" />
    <Skeleton className="h-5 grow" />
    <Skeleton className="h-11 w-24 rounded-md" />
  </li>
);

/** The home screen below its header while the data is loading, with the same boxes in the same places. */
export function MissionsSkeleton() {
  return (
    <div className="mt-6 grid grid-cols-1 gap-8 sm:mt-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <section className="min-w-0 scroll-mt-4" aria-labelledby="my-missions" id="missions">
        <Loading label="Loading your missions..." />
        <div className="mb-3 flex min-h-12 items-center justify-between gap-3 sm:mb-4">
          <h2 id="my-missions" className="text-xl font-extrabold whitespace-nowrap">
            My Missions
          </h2>
          <Skeleton className="h-12 w-40 rounded-md" />
        </div>
        <ul aria-hidden className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4">
          <CardSkeleton lead />
          <CardSkeleton />
          <CardSkeleton />
          <RowSkeleton />
          <RowSkeleton />
        </ul>
      </section>
      <div aria-hidden className="grid content-start gap-6 max-sm:gap-4 sm:max-lg:grid-cols-2">
        <div className="h-60 rounded-lg bg-card p-5 shadow-card">
          <Skeleton className="h-7 w-2/5" />
          <Skeleton className="mt-4 h-38 w-full" />
        </div>
        <div className="h-60 rounded-lg bg-card p-5 shadow-card">
          <Skeleton className="h-7 w-3/5" />
          <Skeleton className="mt-4 h-38 w-full" />
        </div>
      </div>
    </div>
  );
}

/** The prerendered page of /dashboard: the outlines of the app's layout and the skeleton. */
export function DashboardShellSkeleton() {
  return (
    <div className="mx-auto max-w-6xl px-4 pb-[calc(7rem+env(safe-area-inset-bottom))] sm:px-6 lg:px-8 lg:pb-16">
      <header className="flex min-h-17 items-center justify-between gap-2 py-3 sm:min-h-19 sm:py-4">
        <span className="inline-flex min-h-11 items-center">
          <Logo />
        </span>
        <Skeleton className="size-11 rounded-full max-sm:hidden" />
      </header>
      <main id="main">
        <TodayBand />
        <MissionsSkeleton />
      </main>
      <div
        aria-hidden
        className="fixed inset-x-0 bottom-0 z-30 h-[calc(4.125rem+env(safe-area-inset-bottom))] border-t-2 border-line bg-card sm:hidden"
      />
    </div>
  );
}
