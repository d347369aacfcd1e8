import { Loading, Skeleton } from '#platform/web/kit/skeleton.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { Logo } from '#web/drawings/logo.tsx';
import { TodayBand } from './today-band.tsx';

const RowSkeleton = () => (
  <li className="box-content flex min-h-15 items-center gap-2.5 py-2 ps-3 pe-3 text-ink-2 not-first:seam sm:ps-5">
    <Skeleton className="size-13 shrink-0 rounded-full" />
    <Skeleton className="h-5 grow" />
    <Skeleton className="h-11 w-24 rounded-md" />
  </li>
);

/** `wordless` replaces the title with a bar, in a page that serves every language. */
export function MissionsSkeleton({ wordless = false }: { wordless?: boolean }) {
  const t = useT();
  return (
    // Fills the screen, so that the page's footer does not move.
    <section className="mt-4 min-h-dvh min-w-0 scroll-mt-4 sm:mt-5" aria-labelledby="my-missions" id="missions">
      {!wordless && <Loading label={t('app.dashboard.missions.loading')} />}
      <div className="mb-2 flex min-h-12 items-center justify-between gap-3">
        <h2 id="my-missions" className="text-xl font-extrabold whitespace-nowrap">
          {wordless ? <Skeleton className="h-[1lh] w-32 rounded-sm" /> : t('app.dashboard.missions.heading')}
        </h2>
        <Skeleton className="h-12 w-40 rounded-md" />
      </div>
      <ul aria-hidden className="rounded-lg bg-card shadow-card">
        <RowSkeleton />
        <RowSkeleton />
        <RowSkeleton />
      </ul>
    </section>
  );
}

/** The prerendered page of /dashboard, without text. */
export function DashboardShellSkeleton() {
  return (
    <div className="mx-auto max-w-6xl px-4 pb-[calc(7rem+env(safe-area-inset-bottom))] sm:px-6 lg:px-8 lg:pb-16">
      <header className="flex min-h-17 items-center justify-between gap-2 py-3 sm:min-h-19 sm:py-4">
        <span className="inline-flex min-h-11 items-center">
          <Logo />
        </span>
        <Skeleton className="size-11 rounded-full max-sm:hidden" />
      </header>
      <main id="main" aria-hidden>
        <TodayBand wordless />
        <MissionsSkeleton wordless />
      </main>
      <div
        aria-hidden
        className="fixed inset-x-0 bottom-0 z-30 h-[calc(4.125rem+env(safe-area-inset-bottom))] border-t-2 border-line bg-card sm:hidden"
      />
    </div>
  );
}
