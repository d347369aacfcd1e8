import { Check, Crown, Gift, Luggage } from 'lucide-react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { daysLeft } from '#domain/missions.ts';
import { monthDay } from '#domain/relative-time.ts';
import { weekNote } from '#web/data/missions/schedule-text.ts';
import type { CardKind } from '#web/data/missions/today.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { Flame } from '#web/drawings/flame.tsx';
import { Patch } from '#web/drawings/patch.tsx';
import { Pill, ProgressThread } from '#web/kit/pill.tsx';
import { cx } from '#web/lib/cx.ts';

export interface CardPillsProps {
  mission: DashboardMission;
  kind: CardKind;
  owned: boolean;
  /** The user is on a break: nothing is due today. */
  paused: boolean;
}

/** The mission's patch with the stitches of the user's own check-ins. */
export const CardPatch = ({ mission, size }: { mission: DashboardMission; size: number }) => (
  <Patch
    seed={mission.id}
    patch={mission.patch}
    done={mission.counted_checkins}
    total={mission.planned_days}
    size={size}
    label={`${mission.counted_checkins} of ${mission.planned_days} days stitched`}
  />
);

/** The flame of a streak beside its words. */
export const StreakLine = ({ days, className }: { days: number; className?: string }) => (
  <span className={cx('flex items-center gap-1.5 text-sm leading-tight tabular', className)}>
    <Flame className="h-5 w-auto shrink-0" lit={days > 0} />
    {days > 0 ? `${days}-day streak` : 'Start your streak today'}
  </span>
);

const SETTLED: readonly CardKind[] = ['done', 'upcoming', 'ended'];

export function CardPills({ mission, kind, owned, paused }: CardPillsProps) {
  const isOnPause = paused && !SETTLED.includes(kind);
  return (
    <div className="flex flex-wrap gap-1.5">
      {kind === 'done' && (
        <Pill tone="done" icon={<Check aria-hidden strokeWidth={3} />}>
          Checked In
        </Pill>
      )}
      {isOnPause && (
        <Pill tone="info" icon={<Luggage aria-hidden />}>
          On a break
        </Pill>
      )}
      {kind === 'needed' && !paused && <Pill tone="open">Pending</Pill>}
      {kind === 'possible' && mission.week && <Pill>{weekNote(mission.week)}</Pill>}
      {kind === 'free' && !paused && <Pill>Free today</Pill>}
      {kind === 'upcoming' && <Pill tone="info">Starts {monthDay(mission.first_day)}</Pill>}
      {owned && <OwnerPill />}
    </div>
  );
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

/** Who takes part and how many days are left; the streak too, where it stands nowhere else. */
export function CardMeta({
  mission,
  kind,
  lead = false,
}: {
  mission: DashboardMission;
  kind: CardKind;
  lead?: boolean;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm whitespace-nowrap text-ink-2 tabular sm:gap-x-2.5">
      <span className={cx('flex -space-x-2.5', !lead && 'sm:max-md:hidden')}>
        {mission.members.map((face) => (
          <Avatar key={face.user_id} name={face.name} look={face.look} url={face.avatar_url} size={30} />
        ))}
      </span>
      <span>{memberCount(mission.member_count)}</span>
      <span aria-hidden className="h-4 border-s-2 border-dashed border-line" />
      <span>{timeLeft(mission, kind)}</span>
      {kind !== 'upcoming' && (
        <span className="ms-auto inline-flex items-center gap-1 font-display text-base font-bold text-ink">
          <Flame className="h-5 w-auto" lit={mission.streak_days > 0} />
          {mission.streak_days}
          <span className="sr-only">-day streak</span>
        </span>
      )}
    </div>
  );
}

interface GoalPanelProps {
  mission: DashboardMission;
  /** On wide screens the reward goes on the same line. */
  inline?: boolean;
  className?: string;
}

/** The user's progress towards the mission's goals, and the reward, which needs no goal. */
export function GoalPanel({ mission, inline = false, className }: GoalPanelProps) {
  const { goal_progress, own_goals, reward_description, checkins_count } = mission;
  if (goal_progress === null && !reward_description) return null;
  return (
    <div className={cx('grid gap-2.5 pt-3.5 text-sm text-ink-2 seam', className)}>
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
          <span className={cx('flex min-w-0 basis-full items-start gap-1.5', inline && 'sm:basis-auto')}>
            <Gift className="mt-0.5 size-4 shrink-0 text-rose" aria-hidden />
            <span className="sr-only">Reward: </span>
            <span className="line-clamp-2 wrap-anywhere">{reward_description}</span>
          </span>
        )}
      </p>
    </div>
  );
}
