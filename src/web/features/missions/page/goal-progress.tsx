import { Gift, Target } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { goalProgress } from '#domain/goals.ts';
import { levelFor } from '#domain/points.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { Star } from '#web/drawings/star.tsx';
import { ProgressThread } from '#web/kit/pill.tsx';
import { Section } from '#web/kit/section.tsx';

function Figure({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="rounded-md bg-sunk p-3">
      <dt className="flex items-center gap-1.5 text-ink-2">
        {icon}
        {name}
      </dt>
      <dd className="mt-1 font-display text-lg font-extrabold tabular">{children}</dd>
    </div>
  );
}

function Box({ icon, name, children, first }: { icon: ReactNode; name: string; children: ReactNode; first?: boolean }) {
  return (
    <div className={first ? 'text-ink-2' : 'pt-3 text-ink-2 seam'}>
      <dt className="flex items-center gap-2 text-sm font-semibold">
        {icon}
        {name}
      </dt>
      <dd className="mt-1 text-ink wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  );
}

/**
 * The user's own progress, then the goal and the reward. There is no progress without a goal, no percentage before the
 * first check-in, and nothing of it once the mission has ended: the streak ends with it, and the celebration shows what
 * was reached.
 */
export function GoalProgressBox({ mission, own }: { mission: Mission; own: Member }) {
  const { level: level_goal, streak: streak_goal } = mission.own_goals;
  const level = levelFor(own.points ?? 0);
  const progress =
    mission.state === 'active' ? goalProgress({ level, level_goal, streak_days: own.streak_days, streak_goal }) : null;
  const begun = progress && own.checkins_count > 0;
  return (
    <Section
      id="goals"
      title={progress ? 'Goal Progress' : 'The goal'}
      aside={begun && <strong className="font-display text-xl font-extrabold tabular">{progress.overall}%</strong>}
    >
      {progress && (
        <>
          {begun && <ProgressThread value={progress.overall} label="Overall progress" />}
          <dl className="mt-4 grid first:mt-0 grid-flow-col auto-cols-fr gap-3 text-sm">
            {level_goal !== null && (
              <Figure icon={<Star className="size-5" />} name="Level">
                {level}/{level_goal}
              </Figure>
            )}
            {streak_goal !== null && (
              <Figure icon={<Flame className="h-5 w-auto" lit={own.streak_days > 0} />} name="Streak">
                {own.streak_days}/{streak_goal}
              </Figure>
            )}
          </dl>
        </>
      )}
      <dl className={progress ? 'mt-4 grid gap-3' : 'grid gap-3'}>
        <Box icon={<Target className="size-5 text-pine" aria-hidden />} name="Success Goal" first={!progress}>
          {mission.goal}
        </Box>
        {mission.reward_description && (
          <Box icon={<Gift className="size-5 text-rose" aria-hidden />} name="Reward/Punishment">
            {mission.reward_description}
          </Box>
        )}
      </dl>
    </Section>
  );
}
