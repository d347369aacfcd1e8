import { Loading, Skeleton } from '#platform/web/kit/skeleton.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';

/** Replaces the form until the zones are loaded. On first login it has only name and zone. */
export function ProfileSkeleton({ first }: { first: boolean }) {
  const t = useT();
  const field = (box: string, hasNote = false) => (
    <div className="grid gap-2">
      <Skeleton className="h-5 w-24" />
      <Skeleton className={box} />
      {hasNote && <Skeleton className="h-5 w-40" />}
    </div>
  );
  return (
    <div className="grid gap-5 rounded-xl bg-card p-5 shadow-card sm:p-8">
      <Loading label={t('app.profile.loading')} />
      {!first && (
        <div className="flex items-center gap-5">
          <Skeleton className="size-27 rounded-full" />
          <Skeleton className="h-11 w-40" />
        </div>
      )}
      {field('h-13')}
      {!first && field('h-26')}
      <div className={cx('grid gap-5', !first && 'sm:grid-cols-2')}>
        {!first && field('h-13')}
        {field('h-13', true)}
      </div>
      {first && <Skeleton className="h-7 w-44" />}
      <Skeleton className={cx('mt-1 h-12', !first && 'sm:ms-auto sm:w-44')} />
    </div>
  );
}
