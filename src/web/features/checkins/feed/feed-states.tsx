import { UnlitCampfire } from '#web/drawings/empty-scenes.tsx';
import { Loading, Skeleton } from '#web/kit/skeleton.tsx';
import { useT } from '#web/lib/language.ts';

export function FeedSkeleton() {
  const t = useT();
  return (
    <div className="grid gap-6">
      <Loading label={t('app.checkins.feed.loading')} />
      {['1', '2', '3'].map((row) => (
        <div key={row} aria-hidden className="flex items-center gap-3">
          <Skeleton className="size-11 shrink-0 rounded-full" />
          <Skeleton className="h-8 w-2/5" />
        </div>
      ))}
    </div>
  );
}

export function Empty() {
  const t = useT();
  return (
    <div className="grid justify-items-center gap-2 pb-3 text-center">
      <UnlitCampfire className="w-full max-w-xs" />
      <h3 className="mt-3 text-lg font-extrabold">{t('app.checkins.feed.empty')}</h3>
      <p className="text-ink-2">{t('app.checkins.feed.be_first')}</p>
    </div>
  );
}
