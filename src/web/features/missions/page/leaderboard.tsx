import type { ReactNode } from 'react';
import type { Member, Mission } from '#contract/missions.ts';
import { count } from '#web/lib/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { cx } from '#web/ui/cx.ts';
import { Star } from '#web/ui/drawings/star.tsx';
import { Medal, Pill } from '#web/ui/pill.tsx';
import { Section } from '#web/ui/section.tsx';
import { useFirstRows } from '#web/ui/use-first-rows.tsx';

interface StarRowProps {
  member: Member;
  rank: number;
  mine: boolean;
  /** What the shares are of. */
  days: string;
}

function StarRow({ member, rank, mine, days }: StarRowProps) {
  const faint = cx('text-xs tabular', mine ? 'text-star-ink' : 'text-ink-2');
  return (
    <li className={cx('-mx-2 flex items-center gap-2.5 rounded-md px-2 py-2', mine && 'bg-star-soft')}>
      <span className="shrink-0">
        <Medal rank={rank} />
      </span>
      <Avatar name={member.name} url={member.avatar_url} size={36} decorative />
      <div className="min-w-0 grow">
        <p className="flex items-center gap-2 leading-tight">
          <strong className="truncate text-sm" title={member.name}>
            {mine ? 'You' : member.name}
          </strong>
          {member.is_owner && <Pill tone="owner">Owner</Pill>}
          {member.is_cohost && <Pill tone="info">Co-host</Pill>}
        </p>
        <p className={faint}>
          {member.checkins_count === 1 ? '1 check-in' : `${count(member.checkins_count)} check-ins`},{' '}
          <span title={`Share of ${days}`}>{member.share_since_joining}%</span>
          <span className="sr-only"> of {days}</span>
        </p>
      </div>
      <p className="text-end leading-tight tabular">
        <strong className="block font-display text-base font-extrabold">{count(member.points)}</strong>{' '}
        <span className={faint}>{member.points === 1 ? 'point' : 'points'}</span>
      </p>
    </li>
  );
}

interface LeaderboardProps {
  mission: Mission;
  meId: string;
  /** Shown beside the title. */
  aside: ReactNode;
}

/** The members by points. The share of days since joining is shown as well, which is fair to those who joined late. */
export function Leaderboard({ mission, meId, aside }: LeaderboardProps) {
  const ranked = mission.members.map((member, at) => ({ member, rank: at + 1 }));
  const days = mission.schedule.kind === 'daily' ? 'the days since joining' : 'the plan since joining';
  const { shown, button } = useFirstRows(ranked, ({ member }) => member.user_id === meId);
  return (
    <Section
      id="stars"
      title={
        <>
          <Star className="size-8" />
          Mission Stars
        </>
      }
      aside={aside}
    >
      <ol className="grid grid-cols-1 gap-1">
        {shown.map(({ member, rank }) => (
          <StarRow key={member.user_id} member={member} rank={rank} mine={member.user_id === meId} days={days} />
        ))}
      </ol>
      {button}
    </Section>
  );
}
