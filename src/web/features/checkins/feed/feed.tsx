import { useLocation } from '@tanstack/react-router';
import { ArrowUp } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import type { Mission } from '#contract/missions.ts';
import { useMe } from '#web/data/me.ts';
import { UnlitCampfire } from '#web/drawings/empty-scenes.tsx';
import { draftsUnder } from '#web/features/comments/public.ts';
import { Button, button } from '#web/kit/button.tsx';
import { FailedPart, LoadPart } from '#web/kit/load-part.tsx';
import { scrollToElement } from '#web/kit/scroll-to.ts';
import { Section } from '#web/kit/section.tsx';
import { Loading, Skeleton } from '#web/kit/skeleton.tsx';
import { useFocusFallback } from '#web/kit/use-focus-fallback.ts';
import type { FeedFacts } from './checkin-discussion.tsx';
import { CheckinItem } from './checkin-item.tsx';
import { foldTicks, type ShownRows, shownRows } from './fold-ticks.ts';
import { FoldedTicks, foldElementId } from './folded-ticks.tsx';
import { JointReactions } from './joint-reactions.tsx';
import { TakenBackRow, useTakenBack, withTakenBack } from './taken-back.tsx';
import { readAnchor } from './url-anchor.ts';
import type { useFeed } from './use-feed.ts';

const MINUTE_MS = 60_000;

/** A number that changes every minute, so that texts such as '5m ago' are rendered again. */
function useMinute(): number {
  const [minute, setMinute] = useState(() => Math.floor(Date.now() / MINUTE_MS));
  useEffect(() => {
    const timer = setInterval(() => setMinute(Math.floor(Date.now() / MINUTE_MS)), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return minute;
}

interface FeedProps {
  feed: ReturnType<typeof useFeed>;
  mission: Mission;
  /** Whether the feed is the last part of its column: then scrolling alone loads more. */
  last: boolean;
}

/** The next page is fetched when its place is this close to the screen, so that scrolling meets no end. */
const AHEAD = '800px 0px';

interface RowProps {
  checkin: Checkin;
  mine: boolean;
  zone: string;
  /** Renders '5m ago' again. */
  minute: number;
  /** Must stay the same while the members do, so that rows which did not change are not rendered again. */
  facts: FeedFacts;
}

/**
 * One check-in. Rows far from the screen are not laid out (`far-row`), so that hundreds of them scroll as fast as ten; an
 * open menu may extend beyond its row.
 */
const Row = memo(function Row({ checkin, mine, zone, facts }: RowProps) {
  return (
    <div className="far-row">
      <Seam />
      <div className="py-4">
        <CheckinItem checkin={checkin} mine={mine} zone={zone} facts={facts} />
      </div>
    </div>
  );
});

/** Between two rows. */
const Seam = () => <hr className="border-0 text-ink-2 seam [:first-child>&]:hidden" />;

/**
 * The check-ins as rows. While the newest stays the same, each keeps its place, so that nothing moves under the reader;
 * when another comes on top, everything below moves anyway. What is shown before the first answer may be old, and holds
 * nothing in its place.
 */
function useRows(checkins: readonly Checkin[], isFetching: boolean): Checkin[][] {
  const [memory] = useState<{ newest?: string | undefined; shown: ShownRows }>({ shown: new Map() });
  return useMemo(() => {
    const newest = checkins[0]?.id;
    const rows = foldTicks(checkins, newest === memory.newest ? memory.shown : undefined);
    if (memory.newest !== undefined || !isFetching) {
      memory.newest = newest;
      memory.shown = shownRows(rows);
    }
    return rows;
  }, [checkins, isFetching, memory]);
}

/** The ids of the check-ins whose rows are open; the one that the URL names is among them, once for each arrival. */
function useOpenRows() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { hash, state } = useLocation();
  const id = readAnchor(hash)?.element.slice('checkin-'.length);
  const arrival = id ? `${id} ${state.__TSR_key ?? ''}` : '';
  const [arrived, setArrived] = useState('');
  if (arrival !== arrived) {
    setArrived(arrival);
    if (id) setOpen(new Set([...open, id]));
  }
  const isOpen = (row: readonly Checkin[]) => row.some((checkin) => open.has(checkin.id));
  const toggle = (row: readonly Checkin[]) => {
    const ids = row.map((checkin) => checkin.id);
    setOpen(new Set(isOpen(row) ? [...open].filter((id) => !ids.includes(id)) : [...open, ...ids]));
  };
  return { isOpen, toggle };
}

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

/** '3 new check-ins', while the user is reading further down: nothing moves until it is pressed. */
function NewCheckinsPill({ feed }: Pick<FeedProps, 'feed'>) {
  const newest = useRef<string | undefined>(undefined);
  // Once the rows are rendered.
  useEffect(() => {
    const { current: id } = newest;
    if (id && (scrollToElement(`checkin-${id}`) || scrollToElement(foldElementId([{ id }]))))
      newest.current = undefined;
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

type FeedRowsProps = FeedProps & ReturnType<typeof useTakenBack>;

/** The loaded check-ins, and the button for more. */
function FeedRows({ feed, mission, last, takenBack, close }: FeedRowsProps) {
  const me = useMe();
  const { title, members } = mission;
  const { memory } = feed;
  const facts = useMemo(() => ({ missionTitle: title, members, me, memory }), [title, members, me, memory]);
  const minute = useMinute();
  const rows = withTakenBack(useRows(feed.checkins, feed.query.isFetching), takenBack);
  const { isOpen, toggle } = useOpenRows();
  const rowOf = (checkin: Checkin) => (
    <Row
      key={checkin.id}
      checkin={checkin}
      mine={checkin.user_id === me.id}
      zone={me.timezone}
      minute={minute}
      facts={facts}
    />
  );
  // Scrolling must reach what follows the feed, so more load by themselves only after the first press.
  const [requested, setRequested] = useState(false);
  const ready = feed.hasMore && !feed.loadingMore && !feed.query.isError;
  const end = useMoreAhead((last || requested) && ready, feed.showMore);
  return (
    <>
      <NewCheckinsPill feed={feed} />
      <div ref={feed.rows} className="-my-3 grid grid-cols-1">
        {rows.map((row) => {
          if ('id' in row)
            return (
              <div key={row.id}>
                <Seam />
                <div className="py-4">
                  <TakenBackRow takenBack={row} mine={row.user_id === me.id} onClose={() => close(row.id)} />
                </div>
              </div>
            );
          const [newest] = row;
          if (!newest || row.length === 1) return newest && rowOf(newest);
          return (
            <div key={newest.id} className="far-row">
              <Seam />
              <FoldedTicks
                checkins={row}
                meId={me.id}
                open={isOpen(row)}
                onToggle={() => toggle(row)}
                reactions={<JointReactions checkins={row} missionTitle={title} me={me} />}
              >
                {row.map(rowOf)}
              </FoldedTicks>
            </div>
          );
        })}
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
  const typedUnder = (checkinId: string) => draftsUnder(feed.memory.drafts, checkinId);
  const gone = useTakenBack(feed.checkins, feed.hasMore, typedUnder);
  const shown = feed.checkins.length + gone.takenBack.length;
  const heading = useFocusFallback<HTMLSpanElement>(shown);
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
        failed={<FailedPart query={feed.query} text="We couldn't load the check-ins. Please try again." />}
      >
        {() => (shown > 0 ? <FeedRows {...props} {...gone} /> : <Empty />)}
      </LoadPart>
    </Section>
  );
}
