import { Link } from '@tanstack/react-router';
import { Smile, X } from 'lucide-react';
import { useState } from 'react';
import type { Today, TodayCheckinItem } from '#contract/dashboard.ts';
import type { ReactionSummary } from '#contract/reactions.ts';
import { anchorOf } from '#domain/notifications.ts';
import { REACTION_TYPES } from '#domain/reactions.ts';
import { Section } from '#platform/web/kit/section.tsx';
import { useT } from '#platform/web/lib/language.ts';
import { usePhone } from '#platform/web/lib/use-media.ts';
import { useMe } from '#web/data/me.ts';
import { useOutbox } from '#web/data/outbox/use-outbox.ts';
import { relativeTime } from '#web/data/relative-time.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { ReactionArt } from '#web/drawings/reaction-art.tsx';
import { LinkedText } from '#web/features/comments/public.ts';
import { NotYetList } from '#web/features/members/public.ts';
import { pendingReactions, Reactions, useReactions } from '#web/features/reactions/public.ts';

export function NotYetToday({ people, folds }: { people: Today['still_out']; folds: boolean }) {
  const t = useT();
  return (
    <Section id="not-yet-today" title={t('app.dashboard.others.out')} folds={folds}>
      {/* Only the owner can nudge on the day of joining. */}
      <NotYetList people={people.map((out) => ({ ...out, can_nudge: out.can_nudge && !out.joined_today }))} />
    </Section>
  );
}

export function TodayPosts({ posts }: { posts: readonly TodayCheckinItem[] }) {
  const t = useT();
  const { timezone } = useMe();
  const phone = usePhone();
  return (
    <section aria-labelledby="today-posts" className="mt-3 sm:mt-5">
      <h2 id="today-posts" className="mb-2 text-xl font-extrabold">
        {t('app.dashboard.others.posts')}
      </h2>
      <ul
        // A scrolling area must be reachable by keyboard; arrow keys scroll it.
        tabIndex={phone ? 0 : undefined}
        className="-mx-4 flex snap-x scroll-ps-4 gap-3 overflow-x-auto overscroll-x-contain px-4 pb-2 [scrollbar-width:none] sm:mx-0 sm:grid sm:grid-cols-2 sm:overflow-visible sm:px-0 sm:pb-0"
      >
        {posts.map((checkin) => (
          <TodayItem key={checkin.checkin_id} checkin={checkin} zone={timezone} />
        ))}
      </ul>
    </section>
  );
}

interface ReactButtonProps {
  summary: ReactionSummary;
  /** The author of the check-in. */
  name: string;
  isOpen: boolean;
  onToggle: () => void;
}

function ReactButton({ summary, name, isOpen, onToggle }: ReactButtonProps) {
  const t = useT();
  const reactions = REACTION_TYPES.filter((type) => summary.reactions[type].count > 0);
  const Sign = isOpen ? X : Smile;
  const counts = reactions.map((type) => `${t(`app.drawings.reactions.${type}`)} ${summary.reactions[type].count}`);
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={
        isOpen ? t('app.checkins.day.close') : [...counts, t('app.checkins.day.react_to', { name })].join(', ')
      }
      onClick={onToggle}
      className="relative z-1 -me-2.5 flex min-h-11 min-w-11 shrink-0 cursor-pointer items-center justify-center gap-1.5 rounded-full px-2 text-sm font-bold text-ink-2 hover:bg-sunk tabular"
    >
      {!isOpen &&
        reactions.map((type) => (
          <span key={type} className="flex items-center gap-0.5">
            <ReactionArt type={type} className="size-5" />
            {summary.reactions[type].count}
          </span>
        ))}
      <Sign className="size-5" aria-hidden />
    </button>
  );
}

function TodayItem({ checkin, zone }: { checkin: TodayCheckinItem; zone: string }) {
  const t = useT();
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const { checkin_id: id, mission_title: missionTitle, content, photo_small_url } = checkin;
  const { shown, pending, press } = useReactions({
    checkin: { ...checkin, id },
    missionTitle,
    me,
    pending: pendingReactions(useOutbox(), id),
  });
  return (
    <li className="w-52 shrink-0 snap-start overflow-hidden rounded-lg bg-card pb-3 shadow-card only:w-full sm:w-auto">
      {photo_small_url && (
        <img
          src={photo_small_url}
          alt={t('app.dashboard.others.photo', { name: checkin.user_name })}
          loading="lazy"
          className="aspect-4/3 w-full bg-sunk object-cover"
        />
      )}
      <div className="relative flex items-center gap-3 px-4 pt-2">
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
        <ReactButton summary={shown} name={checkin.user_name} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      </div>
      {content && (
        <p className="mx-4 mt-1 line-clamp-3 text-sm whitespace-pre-line wrap-anywhere">
          <LinkedText text={content} />
        </p>
      )}
      {isOpen && (
        <div className="mt-1 -mb-1 px-1.5">
          <Reactions summary={shown} pending={pending} onPress={press} />
        </div>
      )}
    </li>
  );
}
