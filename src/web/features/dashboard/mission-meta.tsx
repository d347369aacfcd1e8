import { Check, Crown } from 'lucide-react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { monthDay } from '#domain/relative-time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { cx } from '#web/ui/cx.ts';
import { Flame } from '#web/ui/drawings/flame.tsx';
import { Pill } from '#web/ui/pill.tsx';
import type { CardKind } from './today.ts';

interface CardPillsProps {
  mission: DashboardMission;
  kind: CardKind;
  owned: boolean;
}

export function CardPills({ mission, kind, owned }: CardPillsProps) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {kind === 'done' && (
        <Pill tone="done" icon={<Check aria-hidden strokeWidth={3} />}>
          Checked In
        </Pill>
      )}
      {kind === 'open' && <Pill tone="open">Pending</Pill>}
      {kind === 'upcoming' && <Pill tone="info">Starts {monthDay(mission.first_day)}</Pill>}
      {owned && (
        <Pill tone="owner" icon={<Crown aria-hidden />}>
          Owner
        </Pill>
      )}
    </div>
  );
}

export const memberCount = (n: number): string => (n === 1 ? '1 member' : `${n} members`);

function timeLeft({ days_remaining, duration_days }: DashboardMission, kind: CardKind): string {
  // Before the first day the time until then would be counted in.
  if (kind === 'upcoming') return duration_days === 1 ? '1 day' : `${duration_days} days`;
  return days_remaining === 1 ? '1 day left' : `${days_remaining} days left`;
}

export function CardMeta({ mission, kind, lead }: { mission: DashboardMission; kind: CardKind; lead: boolean }) {
  const folds = kind !== 'open';
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm whitespace-nowrap text-ink-2 tabular sm:gap-x-2.5">
      <span className={cx('flex -space-x-2.5', folds && 'max-sm:hidden', !lead && 'sm:max-md:hidden')}>
        {mission.members.map((face) => (
          <Avatar key={face.user_id} name={face.name} url={face.avatar_url} size={30} />
        ))}
      </span>
      <span>{memberCount(mission.member_count)}</span>
      <span aria-hidden className="h-4 border-s-2 border-dashed border-line" />
      <span>{timeLeft(mission, kind)}</span>
      {kind !== 'upcoming' && (
        <span
          className={cx(
            'inline-flex items-center gap-1 font-display text-base font-bold text-ink sm:ms-auto',
            folds ? 'max-sm:basis-full' : 'ms-auto',
          )}
        >
          <Flame className="h-5 w-auto" lit={mission.streak_days > 0} />
          {mission.streak_days}
          <span className="sr-only"> day streak</span>
        </span>
      )}
    </div>
  );
}
