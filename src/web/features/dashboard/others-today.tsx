import { Link } from '@tanstack/react-router';
import type { Today, TodayCheckinItem } from '#contract/dashboard.ts';
import { anchorOf } from '#domain/notifications.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { useMe } from '#web/data/me.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { LinkedText } from '#web/features/comments/public.ts';
import { NotYetList } from '#web/features/members/public.ts';
import { pendingReactions, Reactions, useReactions } from '#web/features/reactions/public.ts';
import { cx } from '#web/lib/cx.ts';

const HEADING = 'mt-8 mb-3 flex min-h-7 items-center text-xl font-extrabold';

/**
 * What somebody who has checked in everywhere sees of the others: who is still out, and what they posted today. Loaded
 * only then.
 */
export function DashboardToday({ today: { still_out, posts } }: { today: Today }) {
  const { timezone } = useMe();
  if (still_out.length + posts.length === 0) return null;
  const both = still_out.length > 0 && posts.length > 0;
  return (
    <div
      className={cx(
        'grid grid-cols-1 items-start gap-x-8',
        both ? 'lg:grid-cols-[minmax(0,1fr)_20rem]' : 'mx-auto w-full max-w-3xl lg:mx-0',
      )}
    >
      {still_out.length > 0 && (
        <section aria-labelledby="not-yet-today" className={cx('min-w-0', both && 'lg:order-last')}>
          <h2 id="not-yet-today" className={HEADING}>
            Not yet today
          </h2>
          <div className="rounded-lg bg-card px-4 py-2 shadow-card">
            {/* On the day on which they joined nobody but the owner is offered to nudge. */}
            <NotYetList people={still_out.map((out) => ({ ...out, can_nudge: out.can_nudge && !out.joined_today }))} />
          </div>
        </section>
      )}
      {posts.length > 0 && (
        <section aria-labelledby="today-posts" className="min-w-0">
          <h2 id="today-posts" className={HEADING}>
            Today by your fires
          </h2>
          <ul className="grid grid-cols-1 gap-3">
            {posts.map((checkin) => (
              <TodayItem key={checkin.checkin_id} checkin={checkin} zone={timezone} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function TodayReactions({ checkin }: { checkin: TodayCheckinItem }) {
  const me = useMe();
  const { checkin_id: id, mission_title: missionTitle } = checkin;
  const { shown, pending, press } = useReactions({
    checkin: { ...checkin, id },
    missionTitle,
    me,
    pending: pendingReactions(useOutbox(), id),
  });
  return <Reactions summary={shown} pending={pending} onPress={press} />;
}

/** One check-in with its reactions below it. Who and where it is lead to its place in the feed. */
function TodayItem({ checkin, zone }: { checkin: TodayCheckinItem; zone: string }) {
  const { content, photo_small_url } = checkin;
  return (
    <li className="rounded-lg bg-card p-4 shadow-card sm:p-5">
      <div className="relative flex items-center gap-3">
        <Avatar name={checkin.user_name} look={checkin.user_look} url={checkin.user_avatar_url} size={40} decorative />
        <div className="min-w-0 grow leading-tight">
          <strong className="block truncate" title={checkin.user_name}>
            {checkin.user_name}
          </strong>
          <span className="flex gap-1 text-xs text-ink-2">
            <Link
              to="/mission/$missionId"
              params={{ missionId: checkin.mission_id }}
              hash={anchorOf(checkin.checkin_id)}
              aria-label={`See the check-in in ${checkin.mission_title}`}
              className="truncate underline-offset-4 after:absolute after:inset-0 after:rounded-md hover:underline"
            >
              {checkin.mission_title}
            </Link>
            <span aria-hidden>·</span>
            <span className="shrink-0">{relativeTime(new Date(checkin.performed_at), new Date(), zone)}</span>
          </span>
        </div>
      </div>
      <div
        className={cx('grid grid-cols-1 gap-3 pt-3', content && photo_small_url && 'sm:grid-cols-[1fr_12rem] sm:gap-4')}
      >
        {content && (
          <p className="line-clamp-6 leading-relaxed whitespace-pre-line wrap-anywhere">
            <LinkedText text={content} />
          </p>
        )}
        {photo_small_url && (
          <img
            src={photo_small_url}
            alt={`By ${checkin.user_name}`}
            loading="lazy"
            className={cx(
              'aspect-[16/10] w-full rounded-md bg-sunk object-cover',
              content ? 'sm:aspect-square' : 'sm:max-w-md',
            )}
          />
        )}
      </div>
      <div className="mt-2 -mb-1.5">
        <TodayReactions checkin={checkin} />
      </div>
    </li>
  );
}
