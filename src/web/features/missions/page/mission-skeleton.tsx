import { Skeleton, Spinner } from '#web/kit/skeleton.tsx';
import { useT } from '#web/lib/language.ts';

function CardSkeleton({ rows }: { rows: string[] }) {
  return (
    <div aria-hidden className="rounded-lg bg-card p-5 shadow-card">
      <Skeleton className="h-7 w-2/5" />
      <div className="mt-5 grid gap-3">
        {rows.map((row) => (
          <Skeleton key={row} className="h-11 w-full" />
        ))}
      </div>
    </div>
  );
}

/** The mission page while it loads, with the spinner in the place of the check-in. */
export function MissionSkeleton() {
  const t = useT();
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the focus of an arrival goes to an h1, and this one is gone in a moment */}
      <p role="heading" aria-level={1} className="sr-only">
        {t('app.missions.page.title')}
      </p>
      <div aria-hidden className="rounded-xl bg-card p-5 shadow-card sm:p-7">
        <div className="flex items-center gap-4 sm:gap-7">
          <Skeleton className="size-26 shrink-0 rounded-full sm:size-44" />
          <div className="grid grow gap-3">
            <Skeleton className="h-7 w-32 rounded-full" />
            <Skeleton className="h-8 w-4/5 sm:h-11" />
            <Skeleton className="hidden h-5 w-3/5 sm:block" />
          </div>
        </div>
        <div className="mt-5 grid grid-cols-2 gap-x-2 gap-y-3 pt-4 text-ink-2 seam min-[24rem]:grid-cols-4 sm:mt-6 sm:gap-x-6 sm:pt-5">
          {['left', 'members', 'started', 'status'].map((tile) => (
            <Skeleton key={tile} className="h-12 w-4/5" />
          ))}
        </div>
      </div>
      <div className="mt-5 grid items-start gap-5 lg:mt-6 lg:grid-cols-[1fr_21rem] lg:gap-6">
        <div className="rounded-xl bg-card shadow-card">
          <Spinner label={t('app.missions.page.loading')} />
        </div>
        <CardSkeleton rows={['1', '2', '3', '4']} />
      </div>
    </>
  );
}
