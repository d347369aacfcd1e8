import { UnlitCampfire } from '#web/ui/drawings/empty-scenes.tsx';
import { FailedPart, LoadPart } from '#web/ui/load-part.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts';
import { type FeedProps, FeedRows } from './feed-rows.tsx';

function FeedSkeleton() {
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

function Empty() {
  return (
    <div className="grid justify-items-center gap-2 pb-3 text-center">
      <UnlitCampfire className="w-full max-w-xs" />
      <h3 className="mt-3 text-lg font-extrabold">No check-ins yet</h3>
      <p className="text-ink-2">Be the first to check in!</p>
    </div>
  );
}

/** Recent check-ins, the latest ten and more by scrolling. */
export function Feed(props: FeedProps) {
  const { feed } = props;
  const heading = useFocusFallback<HTMLSpanElement>(feed.checkins.length);
  return (
    <Section
      id="feed"
      title={
        <span ref={heading} tabIndex={-1}>
          Recent Check-ins
        </span>
      }
      className="sm:p-7"
    >
      <LoadPart
        query={feed.query}
        loading={<FeedSkeleton />}
        failed={<FailedPart query={feed.query} text="The check-ins could not be loaded." />}
      >
        {() => (feed.checkins.length > 0 ? <FeedRows {...props} /> : <Empty />)}
      </LoadPart>
    </Section>
  );
}
