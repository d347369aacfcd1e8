import { Logo } from '#web/ui/logo.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

const FIGURES = ['Level', 'Points', 'Streak (days)', 'Missions'];

function BandSkeleton() {
  return (
    <div className="relative isolate grid min-h-[17.5rem] gap-6 overflow-hidden rounded-xl bg-night p-6 text-on-night sm:min-h-45 sm:p-8 lg:grid-cols-[1fr_auto] lg:items-end">
      <span aria-hidden className="pointer-events-none absolute inset-2 -z-10 rounded-[24px] text-star stitch" />
      <div>
        <Skeleton className="h-6 w-48 opacity-15" />
        <Skeleton className="mt-3 h-9 w-72 max-w-full opacity-15 sm:h-11" />
        <Skeleton className="mt-4 h-6 w-56 opacity-15" />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:flex sm:gap-9">
        {FIGURES.map((figure) => (
          <div key={figure} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-on-night-2">{figure}</dt>
            <dd>
              <Skeleton className="h-9 w-16 opacity-15" />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function CardSkeleton({ big = false }: { big?: boolean }) {
  return (
    <li
      className={
        big
          ? 'min-h-[21rem] rounded-lg bg-card p-5 shadow-card sm:col-span-2 sm:p-7'
          : 'min-h-[21rem] rounded-lg bg-card p-5 shadow-card'
      }
    >
      <div className="flex items-start gap-4">
        <Skeleton className="size-22 shrink-0 rounded-full" />
        <div className="grid grow gap-2">
          <Skeleton className="h-7 w-28 rounded-full" />
          <Skeleton className="h-7 w-4/5" />
          <Skeleton className="h-5 w-full" />
        </div>
      </div>
      <Skeleton className="mt-6 h-7 w-full" />
      <Skeleton className="mt-4 h-7 w-2/3" />
      <Skeleton className="mt-8 h-11 w-full" />
    </li>
  );
}

/** The home screen before its data: the same boxes in the same places, so that nothing moves when it comes. */
export function DashboardSkeleton() {
  return (
    <>
      <Loading label="Loading your missions..." />
      <BandSkeleton />
      <div className="mt-8 grid gap-8 lg:grid-cols-[1fr_20rem]">
        <section className="min-w-0" aria-labelledby="missions-loading">
          <div className="mb-4 flex min-h-12 items-center justify-between gap-3">
            <h2 id="missions-loading" className="text-xl font-extrabold">
              My Missions
            </h2>
          </div>
          <ul aria-hidden className="grid gap-4 sm:grid-cols-2">
            <CardSkeleton big />
            <CardSkeleton />
            <CardSkeleton />
          </ul>
        </section>
        <div aria-hidden className="grid content-start gap-6">
          <Skeleton className="h-54 rounded-lg bg-card" />
          <Skeleton className="h-64 rounded-lg bg-card" />
        </div>
      </div>
    </>
  );
}

/** What the server sends for /dashboard before anybody is known: the shell's outlines and the skeleton. */
export function DashboardShellSkeleton() {
  return (
    <div className="mx-auto max-w-6xl px-4 pb-28 sm:px-6 lg:px-8 lg:pb-16">
      <header className="flex min-h-17 items-center justify-between gap-2 py-3 sm:min-h-19 sm:py-4">
        <span className="inline-flex min-h-11 items-center">
          <Logo />
        </span>
        <Skeleton className="size-11 rounded-full max-sm:hidden" />
      </header>
      <main id="main">
        <h1 className="sr-only">Dashboard</h1>
        <DashboardSkeleton />
      </main>
      <div aria-hidden className="fixed inset-x-0 bottom-0 z-30 h-16.5 border-t-2 border-line bg-card sm:hidden" />
    </div>
  );
}
