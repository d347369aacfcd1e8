import { ArrowUp } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { Checkin } from '#contract/checkins.ts';
import type { Mission } from '#contract/missions.ts';
import { addDays, type LocalDay } from '#domain/days.ts';
import { Button, button } from '#platform/web/kit/button.tsx';
import { FailedPart, LoadPart } from '#platform/web/kit/load-part.tsx';
import { scrollToElement } from '#platform/web/kit/scroll-to.ts';
import { Section } from '#platform/web/kit/section.tsx';
import { useFocusFallback } from '#platform/web/kit/use-focus-fallback.ts';
import { longDay } from '#platform/web/lib/format.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { draftsUnder } from '#web/features/comments/public.ts';
import type { FeedFacts } from './checkin-discussion.tsx';
import { CheckinItem } from './checkin-item.tsx';
import { DayHead, dayElementId } from './day-group.tsx';
import { type FeedDay, peopleOf } from './days-of.ts';
import { Empty, FeedSkeleton } from './feed-states.tsx';
import { JointReactions } from './joint-reactions.tsx';
import { TakenBackRow, useTakenBack, withTakenBack } from './taken-back.tsx';
import type { useFeed } from './use-feed.ts';
import { useDays, useMinute, useMoreAhead, useOpenDays } from './use-feed-rows.ts';

interface FeedProps {
  feed: ReturnType<typeof useFeed>;
  mission: Mission;
  fullDays: ReadonlySet<LocalDay>;
  /** Whether the feed is last in its column; then scrolling loads more. */
  last: boolean;
}

interface RowProps {
  checkin: Checkin;
  mine: boolean;
  zone: string;
  /** Changes every minute, to render '5m ago' again. */
  minute: number;
  /** Must be stable while the members are, so that unchanged rows do not render again. */
  facts: FeedFacts;
}

/**
 * `far-row` skips the layout of rows far from the screen, so hundreds scroll as fast as ten. An open menu can extend
 * beyond its row.
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

const Seam = () => <hr className="border-0 text-ink-2 seam [:first-child>&]:hidden" />;

/** '3 new check-ins', while the user reads further down. Nothing moves before a press. */
function NewCheckinsPill({ feed }: Pick<FeedProps, 'feed'>) {
  const t = useT();
  const newest = useRef<Checkin | undefined>(undefined);
  useEffect(() => {
    const { current } = newest;
    if (current && (scrollToElement(`checkin-${current.id}`) || scrollToElement(dayElementId(current.local_day))))
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
          {t('app.checkins.feed.new', { count: feed.newCount })}
        </button>
      )}
    </div>
  );
}

/** Adds the days whose only posts were undone. */
function withDaysOf(days: readonly FeedDay<Checkin>[], takenBack: ReturnType<typeof useTakenBack>['takenBack']) {
  const missing = takenBack.map(({ local_day }) => local_day).filter((day) => !days.some((one) => one.day === day));
  const added = [...new Set(missing)].map((day): FeedDay<Checkin> => ({ day, posts: [], ticks: [] }));
  return added.length > 0 ? [...days, ...added].sort((one, other) => (one.day < other.day ? 1 : -1)) : days;
}

function titleOf(t: ScreenTranslate, day: LocalDay, today: LocalDay): string {
  if (day === today) return t('app.checkins.feed.today');
  return day === addDays(today, -1) ? t('app.checkins.feed.yesterday') : longDay(day);
}

type FeedRowsProps = FeedProps & ReturnType<typeof useTakenBack>;

function FeedRows({ feed, mission, fullDays, last, takenBack, close }: FeedRowsProps) {
  const t = useT();
  const me = useMe();
  const { title, members } = mission;
  const { memory } = feed;
  const facts = useMemo(() => ({ missionTitle: title, members, me, memory }), [title, members, me, memory]);
  const minute = useMinute();
  const days = useDays(feed.checkins, feed.query.isFetching);
  const { isOpen, toggle } = useOpenDays();
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
  const groups = withDaysOf(days, takenBack);
  // Scrolling must reach the content below the feed, so it loads more only after the first press.
  const [requested, setRequested] = useState(false);
  const ready = feed.hasMore && !feed.loadingMore && !feed.query.isError;
  const end = useMoreAhead((last || requested) && ready, feed.showMore);
  return (
    <>
      <NewCheckinsPill feed={feed} />
      <div ref={feed.rows} className="grid grid-cols-1">
        {groups.map((group, at) => (
          <section key={group.day} aria-label={titleOf(t, group.day, mission.today)} className="not-first:mt-5">
            <DayHead
              day={group}
              title={titleOf(t, group.day, mission.today)}
              // The fire shows today's number, and the last day can have more check-ins to load.
              count={
                group.day < mission.today && (at < groups.length - 1 || !feed.hasMore) ? peopleOf(group).length : null
              }
              full={fullDays.has(group.day)}
              open={isOpen(group)}
              onToggle={() => toggle(group)}
              reactions={<JointReactions checkins={group.ticks} missionTitle={title} me={me} />}
            >
              {group.ticks.map(rowOf)}
            </DayHead>
            <div>
              {withTakenBack(group, takenBack).map((post) =>
                'text' in post ? (
                  <div key={post.id} className="py-4">
                    <TakenBackRow takenBack={post} mine={post.user_id === me.id} onClose={() => close(post.id)} />
                  </div>
                ) : (
                  rowOf(post)
                ),
              )}
            </div>
          </section>
        ))}
      </div>
      <div ref={end} />
      {feed.hasMore && (
        <Button
          kind="quiet"
          size="sm"
          className="mt-6 w-full"
          busy={feed.loadingMore}
          busyLabel={t('start.common.loading')}
          onClick={() => {
            setRequested(true);
            feed.showMore();
          }}
        >
          {t('app.checkins.feed.more')}
        </Button>
      )}
    </>
  );
}

const checkinsOf = ({ members }: Mission): number => members.reduce((sum, one) => sum + one.checkins_count, 0);

export function Feed(props: FeedProps) {
  const t = useT();
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
          {t('app.checkins.feed.title')}
        </span>
      }
      className="sm:p-7"
    >
      <LoadPart
        query={feed.query}
        loading={<FeedSkeleton checkins={checkinsOf(props.mission)} />}
        failed={<FailedPart query={feed.query} text={t('app.checkins.feed.failed')} />}
      >
        {() => (shown > 0 ? <FeedRows {...props} {...gone} /> : <Empty />)}
      </LoadPart>
    </Section>
  );
}
