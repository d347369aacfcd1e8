import { ArrowUp } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { useMinute } from '#web/lib/use-minute.ts';
import { Button, button } from '#web/ui/button.tsx';
import { scrollToElement } from '#web/ui/scroll-to.ts';
import { CheckinItem, type CheckinSlots } from './checkin-item.tsx';
import type { useFeed } from './use-feed.ts';

export interface FeedProps {
  feed: ReturnType<typeof useFeed>;
  meId: string;
  zone: string;
  /** Whether the feed is the last thing on its side of the page: then scrolling alone brings more. */
  last: boolean;
  /** What other features hang on a row; the same function as long as it hangs the same. */
  slotsOf: (checkin: Checkin) => CheckinSlots;
}

/** How far below the screen the next ten are asked for, so that scrolling does not meet an end. */
const AHEAD = '800px 0px';

interface RowProps {
  checkin: Checkin;
  mine: boolean;
  zone: string;
  /** Draws '5m ago' anew. */
  minute: number;
  slotsOf: FeedProps['slotsOf'];
}

/**
 * One check-in. Far away rows are not laid out (`far-row`), so that hundreds of them scroll like ten; what stands open
 * in a row may hang out of it.
 */
const Row = memo(function Row({ checkin, mine, zone, slotsOf }: RowProps) {
  return (
    <div className="group/row far-row">
      <CheckinItem checkin={checkin} mine={mine} zone={zone} {...slotsOf(checkin)} />
      <hr className="mt-6 border-0 text-ink-2 seam group-last/row:hidden" />
    </div>
  );
});

/** Asks for more when the end of the rows comes near. */
function useMoreAhead(active: boolean, showMore: () => void) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = end.current;
    if (!active || !target || typeof IntersectionObserver === 'undefined') return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) showMore();
      },
      { rootMargin: AHEAD },
    );
    watch.observe(target);
    return () => watch.disconnect();
  }, [active, showMore]);
  return end;
}

/** '3 new check-ins', where the reader is further down: nothing moves until they ask for it. */
function FreshPill({ feed }: Pick<FeedProps, 'feed'>) {
  const newest = useRef<string | undefined>(undefined);
  // Once the rows stand there.
  useEffect(() => {
    if (newest.current && scrollToElement(`checkin-${newest.current}`)) newest.current = undefined;
  });
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-[calc(1rem+env(safe-area-inset-top))] z-10 grid h-0 justify-items-center"
    >
      {feed.fresh > 0 && (
        <button
          type="button"
          className={button({ kind: 'night', size: 'sm', className: 'pointer-events-auto shadow-card' })}
          onClick={() => {
            newest.current = feed.showFresh();
          }}
        >
          <ArrowUp className="size-4" aria-hidden />
          {feed.fresh === 1 ? '1 new check-in' : `${feed.fresh} new check-ins`}
        </button>
      )}
    </div>
  );
}

/** The check-ins that are loaded, and the way to more. */
export function FeedRows({ feed, meId, zone, last, slotsOf }: FeedProps) {
  const minute = useMinute();
  // Where something stands below the feed, scrolling must reach it: more come by themselves once they were asked for.
  const [asked, setAsked] = useState(false);
  const ready = feed.hasMore && !feed.loadingMore && !feed.query.isError;
  const end = useMoreAhead((last || asked) && ready, feed.showMore);
  return (
    <>
      <FreshPill feed={feed} />
      <div ref={feed.rows} className="grid grid-cols-1 gap-6">
        {feed.checkins.map((checkin) => (
          <Row
            key={checkin.id}
            checkin={checkin}
            mine={checkin.user_id === meId}
            zone={zone}
            minute={minute}
            slotsOf={slotsOf}
          />
        ))}
      </div>
      <div ref={end} />
      {feed.hasMore && (
        <Button
          kind="quiet"
          size="sm"
          className="mt-6 w-full"
          busy={feed.loadingMore}
          busyLabel="Loading..."
          onClick={() => {
            setAsked(true);
            feed.showMore();
          }}
        >
          Show more
        </Button>
      )}
    </>
  );
}
