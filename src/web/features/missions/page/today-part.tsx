import { Link } from '@tanstack/react-router';
import { Quote } from 'lucide-react';
import type { Checkin } from '#contract/checkins.ts';
import { anchorOf } from '#domain/notifications.ts';
import { useT } from '#platform/web/lib/language.ts';
import { relativeTime } from '#web/data/relative-time.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { TodayCheckin } from '#web/features/checkins/public.ts';
import { Fire, QuietMember } from '#web/features/members/public.ts';
import { newestWords } from './newest-words.ts';
import type { PartProps } from './use-mission-page.ts';

function NewestWords({ checkin, zone }: { checkin: Checkin; zone: string }) {
  const t = useT();
  return (
    <Link
      to="/mission/$missionId"
      params={{ missionId: checkin.mission_id }}
      search={{ part: 'team' }}
      hash={anchorOf(checkin.id)}
      replace
      className="flex items-start gap-3 rounded-lg bg-card px-4 py-3.5 text-sm shadow-card"
    >
      <Avatar name={checkin.user_name} look={checkin.user_look} url={checkin.user_avatar_url} size={32} decorative />
      <span className="min-w-0 grow leading-snug">
        <span className="line-clamp-2 w-fit wrap-anywhere user-text">{checkin.content}</span>
        <span className="text-xs text-ink-2">
          {t('app.missions.page.words_by', {
            name: checkin.user_name,
            when: relativeTime(new Date(checkin.created_at), new Date(), zone),
          })}
        </span>
      </span>
      <Quote className="ms-auto size-4 shrink-0 text-ink-2 rtl:-scale-x-100" aria-hidden />
    </Link>
  );
}

export function TodayPart({ page }: PartProps) {
  const t = useT();
  const { mission, me, own, feed, isDone, onMembers } = page;
  const words = newestWords(feed.checkins, { today: mission.today, user_id: me.id });
  const quiet = own.is_owner ? mission.quiet_members?.[0] : undefined;
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_27rem] lg:items-start lg:gap-6">
      <div className={isDone ? 'lg:col-span-2' : undefined}>
        <TodayCheckin {...page} />
      </div>
      {!isDone && (
        <section
          aria-label={t('app.missions.page.who_is_in')}
          className="overflow-hidden rounded-xl shadow-card lg:row-span-3"
        >
          <Fire mission={mission} me={me} onMembers={onMembers} />
        </section>
      )}
      {quiet && (
        <div className="rounded-lg bg-sky-soft px-4 py-1.5 text-sm text-ink shadow-card">
          <QuietMember quiet={quiet} missionId={mission.id} members={mission.members} />
        </div>
      )}
      {words && <NewestWords checkin={words} zone={me.timezone} />}
    </div>
  );
}
