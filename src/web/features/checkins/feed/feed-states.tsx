import { Loading, Skeleton, Skeletons } from '#platform/web/kit/skeleton.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { UnlitCampfire } from '#web/drawings/empty-scenes.tsx';

/** With more check-ins than this, the feed is taller than a screen. */
const FEW = 3;

/** Fills the screen unless there are few check-ins, so that content below does not jump. */
export function FeedSkeleton({ checkins }: { checkins: number }) {
  const t = useT();
  const loading = <Loading label={t('app.checkins.feed.loading')} />;
  if (checkins === 0)
    return (
      <div className="grid justify-items-center gap-2 pb-3">
        {loading}
        <UnlitCampfire className="invisible w-full max-w-xs" />
        <Skeleton className="mt-3 h-[1lh] w-44 text-lg" />
        <Skeleton className="h-[1lh] w-56" />
      </div>
    );
  return (
    <div className={checkins > FEW ? 'min-h-dvh' : undefined}>
      {loading}
      <Skeleton className="mb-4 h-13 rounded-md" />
      <div className="grid gap-8 pb-4">
        <Skeletons count={Math.min(checkins, FEW)} className="h-38 rounded-md" />
      </div>
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
