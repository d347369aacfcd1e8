import { Check, Crown, Gift, Luggage } from 'lucide-react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { daysLeft } from '#domain/missions.ts';
import { monthDay } from '#domain/relative-time.ts';
import { weekNote } from '#web/data/missions/schedule-text.ts';
import type { CardKind } from '#web/data/missions/today.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { Flame } from '#web/drawings/flame.tsx';
import { Pill, ProgressThread } from '#web/kit/pill.tsx';
import { cx } from '#web/lib/cx.ts';
import { useT } from '#web/lib/language.ts';

/** The flame of a streak beside its words. */
export const StreakLine = ({ days, className }: { days: number; className?: string }) => (
  <span className={cx('flex items-center gap-1.5 text-sm leading-tight tabular', className)}>
    <Flame className="h-5 w-auto shrink-0" lit={days > 0} />
    {days > 0 ? `${days}-day streak` : 'Start your streak today'}
  </span>
);

const SETTLED: readonly CardKind[] = ['done', 'upcoming', 'ended'];

interface StatePillProps {
  mission: DashboardMission;
  kind: CardKind;
  /** The user is on a break: nothing is due today. */
  paused: boolean;
}

/** How the mission stands today. */
export function StatePill({ mission, kind, paused }: StatePillProps) {
  const t = useT();
  if (kind === 'done')
    return (
      <Pill tone="done" icon={<Check aria-hidden strokeWidth={3} />}>
        Checked In
      </Pill>
    );
  if (kind === 'upcoming') return <Pill tone="info">Starts {monthDay(mission.first_day)}</Pill>;
  if (paused && !SETTLED.includes(kind))
    return (
      <Pill tone="info" icon={<Luggage aria-hidden />}>
        On a break
      </Pill>
    );
  if (kind === 'needed') return <Pill tone="open">Pending</Pill>;
  if (kind === 'possible') return mission.week && <Pill>{weekNote(t, mission.week)}</Pill>;
  return kind === 'free' && <Pill>Day off</Pill>;
}

export const OwnerPill = () => (
  <Pill tone="owner" icon={<Crown aria-hidden />}>
    Owner
  </Pill>
);

export const memberCount = (n: number): string => (n === 1 ? '1 member' : `${n} members`);

/** `12 days left`; before the first day `30 days`, as none of them has gone. */
export function timeLeft(mission: DashboardMission, kind: CardKind): string {
  const days = daysLeft(mission);
  const left = kind === 'upcoming' ? '' : ' left';
  return days === 1 ? `1 day${left}` : `${days} days${left}`;
}

/** The first few members. */
export const Faces = ({ mission }: { mission: DashboardMission }) => (
  <span className="flex -space-x-2.5">
    {mission.members.map((face) => (
      <Avatar key={face.user_id} name={face.name} look={face.look} url={face.avatar_url} size={30} />
    ))}
  </span>
);

/** The user's progress towards the mission's goals, and the reward, which needs no goal. */
export function GoalPanel({ mission }: { mission: DashboardMission }) {
  const { goal_progress, own_goals, reward_description, checkins_count } = mission;
  if (goal_progress === null && !reward_description) return null;
  return (
    <div className="grid gap-2.5 pt-3.5 text-sm text-ink-2 seam">
      {/* Before the first check-in there is nothing to measure. */}
      {goal_progress !== null && checkins_count > 0 && (
        <div className="flex items-center gap-3">
          <span className="whitespace-nowrap">Goal progress</span>
          <ProgressThread value={goal_progress} label={`Goal progress: ${mission.title}`} className="grow" />
          <strong className="font-display text-base font-extrabold text-ink tabular">{goal_progress}%</strong>
        </div>
      )}
      <p className="flex min-w-0 flex-wrap gap-x-4 gap-y-1.5 tabular">
        {own_goals.level !== null && (
          <span>
            Level{' '}
            <b className="text-ink">
              {mission.level}/{own_goals.level}
            </b>
          </span>
        )}
        {own_goals.streak !== null && (
          <span>
            Streak{' '}
            <b className="text-ink">
              {mission.streak_days}/{own_goals.streak}
            </b>
          </span>
        )}
        {reward_description && (
          <span className="flex min-w-0 basis-full items-start gap-1.5">
            <Gift className="mt-0.5 size-4 shrink-0 text-rose" aria-hidden />
            <span className="sr-only">Reward: </span>
            <span className="line-clamp-2 wrap-anywhere">{reward_description}</span>
          </span>
        )}
      </p>
    </div>
  );
}
