import { ArrowUp } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import { Button, button } from '#web/ui/button.tsx';
import { scrollToElement } from '#web/ui/scroll-to.ts';
import { CheckinItem, type CheckinSlots } from './checkin-item.tsx';
import type { useFeed } from './use-feed.ts';

const MINUTE_MS = 60_000;

/** A number that changes every minute, for what says '5m ago' and would not be drawn again otherwise. */
function useMinute(): number {
  const [minute, setMinute] = useState(() => Math.floor(Date.now() / MINUTE_MS));
  useEffect(() => {
    const timer = setInterval(() => setMinute(Math.floor(Date.now() / MINUTE_MS)), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return minute;
}

export interface FeedProps {
  feed: ReturnType<typeof useFeed>;
  meId: string;
  zone: string;
  /** Whether nothing follows the feed in its column: then scrolling alone loads more. */
  last: boolean;
  /** What other features show in a row; the same function as long as the result is the same. */
  slotsOf: (checkin: Checkin) => CheckinSlots;
}

/** How far below the screen the next ten are fetched, so that scrolling does not reach an end. */
const AHEAD = '800px 0px';

interface RowProps {
  checkin: Checkin;
  mine: boolean;
  zone: string;
  /** Renders '5m ago' again. */
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

/** Loads more when the end of the rows comes near. */
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

/** '3 new check-ins' while the reader is further down: nothing moves until it is pressed. */
function NewCheckinsPill({ feed }: Pick<FeedProps, 'feed'>) {
  const newest = useRef<string | undefined>(undefined);
  // Once the rows are rendered.
  useEffect(() => {
    if (newest.current && scrollToElement(`checkin-${newest.current}`)) newest.current = undefined;
  });
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-[calc(1rem+env(safe-area-inset-top))] z-10 grid h-0 justify-items-center"
    >
      {feed.newCount > 0 && (
        <button
          type="button"
          className={button({ kind: 'night', size: 'sm', className: 'pointer-events-auto shadow-card' })}
          onClick={() => {
            newest.current = feed.showNew();
          }}
        >
          <ArrowUp className="size-4" aria-hidden />
          {feed.newCount === 1 ? '1 new check-in' : `${feed.newCount} new check-ins`}
        </button>
      )}
    </div>
  );
}

/** The loaded check-ins, and the button for more. */
export function FeedRows({ feed, meId, zone, last, slotsOf }: FeedProps) {
  const minute = useMinute();
  // Scrolling must reach what follows the feed, so more load by themselves only after the first press.
  const [requested, setRequested] = useState(false);
  const ready = feed.hasMore && !feed.loadingMore && !feed.query.isError;
  const end = useMoreAhead((last || requested) && ready, feed.showMore);
  return (
    <>
      <NewCheckinsPill feed={feed} />
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
            setRequested(true);
            feed.showMore();
          }}
        >
          Show more
        </Button>
      )}
    </>
  );
}
