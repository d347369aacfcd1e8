import type { ComponentProps } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Logo } from '#web/ui/drawings/logo.tsx';
import { FailedPage } from '#web/ui/load-part.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { TodayBand } from './today-band.tsx';

export const DashboardFailed = ({ query }: Pick<ComponentProps<typeof FailedPage>, 'query'>) => (
  <FailedPage query={query} title="Failed to load dashboard">
    Your stitches are safe. The way to them is closed for a moment.
  </FailedPage>
);

function CardSkeleton({ lead = false }: { lead?: boolean }) {
  return (
    <li
      className={cx(
        'flex rounded-lg bg-card p-5 shadow-card',
        lead ? 'min-h-100 sm:col-span-2 sm:min-h-84 sm:gap-7 sm:p-7' : 'min-h-84',
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

/** The home screen below its header while the data is loading, with the same boxes in the same places. */
export function MissionsSkeleton() {
  return (
    <div className="mt-8 grid gap-8 lg:grid-cols-[1fr_20rem]">
      <section className="min-w-0 scroll-mt-4" aria-labelledby="my-missions" id="missions">
        <Loading label="Loading your missions..." />
        <div className="mb-4 flex min-h-12 items-center justify-between gap-3">
          <h2 id="my-missions" className="text-xl font-extrabold">
            My Missions
          </h2>
          <Skeleton className="h-12 w-40 rounded-md" />
        </div>
        <ul aria-hidden className="grid gap-4 sm:grid-cols-2">
          <CardSkeleton lead />
          <CardSkeleton />
          <CardSkeleton />
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
