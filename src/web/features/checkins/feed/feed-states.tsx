import { UnlitCampfire } from '#web/drawings/empty-scenes.tsx';
import { Loading, Skeleton } from '#web/kit/skeleton.tsx';

export function FeedSkeleton() {
  return (
    <div className="grid gap-6">
      <Loading label="Loading check-ins..." />
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
  return (
    <div className="grid justify-items-center gap-2 pb-3 text-center">
      <UnlitCampfire className="w-full max-w-xs" />
      <h3 className="mt-3 text-lg font-extrabold">No check-ins yet</h3>
      <p className="text-ink-2">Be the first to check in!</p>
    </div>
  );
}
