import { Link } from '@tanstack/react-router';
import type { Today, TodayCheckinItem } from '#contract/dashboard.ts';
import { anchorOf } from '#domain/notifications.ts';
import { useMe } from '#web/data/me.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import { relativeTime } from '#web/data/relative-time.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { LinkedText } from '#web/features/comments/public.ts';
import { NotYetList } from '#web/features/members/public.ts';
import { pendingReactions, Reactions, useReactions } from '#web/features/reactions/public.ts';
import { Section } from '#web/kit/section.tsx';
import { cx } from '#web/lib/cx.ts';
import { useT } from '#web/lib/language.ts';

/** Who still needs a check-in. */
export function NotYetToday({ people }: { people: Today['still_out'] }) {
  const t = useT();
  return (
    <Section id="not-yet-today" title={t('app.dashboard.others.out')}>
      {/* On the day on which they joined nobody but the owner is offered to nudge. */}
      <NotYetList people={people.map((out) => ({ ...out, can_nudge: out.can_nudge && !out.joined_today }))} />
    </Section>
  );
}

export function TodayPosts({ posts }: { posts: readonly TodayCheckinItem[] }) {
  const t = useT();
  const { timezone } = useMe();
  return (
    <section aria-labelledby="today-posts" className="mt-5">
      <h2 id="today-posts" className="mb-2 text-xl font-extrabold">
        {t('app.dashboard.others.posts')}
      </h2>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {posts.map((checkin) => (
          <TodayItem key={checkin.checkin_id} checkin={checkin} zone={timezone} />
        ))}
      </ul>
    </section>
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
  const t = useT();
  const { content, photo_small_url } = checkin;
  return (
    <li className="flex flex-col rounded-lg bg-card p-4 shadow-card">
      <div className="relative flex items-center gap-3">
        <Avatar name={checkin.user_name} look={checkin.user_look} url={checkin.user_avatar_url} size={32} decorative />
        <div className="min-w-0 grow leading-tight">
          <strong className="block truncate text-sm user-line" title={checkin.user_name}>
            {checkin.user_name}
          </strong>
          <span className="flex gap-1 text-xs text-ink-2">
            <Link
              to="/mission/$missionId"
              params={{ missionId: checkin.mission_id }}
              hash={anchorOf(checkin.checkin_id)}
              aria-label={t('app.dashboard.others.see', { mission: checkin.mission_title })}
              className="truncate user-line underline-offset-4 after:absolute after:inset-0 after:rounded-md hover:underline"
            >
              {checkin.mission_title}
            </Link>
            <span aria-hidden>{'·'}</span>
            <span className="shrink-0">{relativeTime(new Date(checkin.performed_at), new Date(), zone)}</span>
          </span>
        </div>
      </div>
      <div
        className={cx('grid grid-cols-1 gap-3 pt-2', content && photo_small_url && 'lg:grid-cols-[1fr_7rem] lg:gap-4')}
      >
        {content && (
          <p className="line-clamp-3 text-sm whitespace-pre-line wrap-anywhere">
            <LinkedText text={content} />
          </p>
        )}
        {photo_small_url && (
          <img
            src={photo_small_url}
            alt={t('app.dashboard.others.photo', { name: checkin.user_name })}
            loading="lazy"
            className={cx('aspect-[16/10] w-full rounded-md bg-sunk object-cover', content && 'lg:aspect-square')}
          />
        )}
      </div>
      <div className="mt-auto -mb-1.5 pt-2">
        <TodayReactions checkin={checkin} />
      </div>
    </li>
  );
}
