import { Gift } from 'lucide-react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { cx } from '#web/ui/cx.ts';
import { ProgressThread } from '#web/ui/pill.tsx';

interface GoalPanelProps {
  mission: DashboardMission;
  /** On wide screens the reward stands on the same line. */
  inline: boolean;
  className: string;
}

/** The member's own way to the mission's goals; without a goal there is no panel (Decisions 3). */
export function GoalPanel({ mission, inline, className }: GoalPanelProps) {
  if (mission.goal_progress === null) return null;
  return (
    <div className={cx('grid gap-2.5 pt-3.5 text-sm text-ink-2 seam', className)}>
      <div className="flex items-center gap-3">
        <span className="whitespace-nowrap">Goal progress</span>
        <ProgressThread value={mission.goal_progress} label={`Goal progress: ${mission.title}`} className="grow" />
        <strong className="font-display text-base font-extrabold text-ink tabular">{mission.goal_progress}%</strong>
      </div>
      <p className="flex min-w-0 flex-wrap gap-x-4 gap-y-1.5 tabular">
        {mission.level_goal !== null && (
          <span>
            Level{' '}
            <b className="text-ink">
              {mission.level}/{mission.level_goal}
            </b>
          </span>
        )}
        {mission.streak_goal !== null && (
          <span>
            Streak{' '}
            <b className="text-ink">
              {mission.streak_days}/{mission.streak_goal}
            </b>
          </span>
        )}
        {mission.reward_description && (
          <span className={cx('flex min-w-0 basis-full items-start gap-1.5', inline && 'sm:basis-auto')}>
            <Gift className="mt-0.5 size-4 shrink-0 text-rose" aria-hidden />
            <span className="sr-only">Reward: </span>
            <span className="line-clamp-2 wrap-anywhere">{mission.reward_description}</span>
          </span>
        )}
      </p>
    </div>
  );
}
