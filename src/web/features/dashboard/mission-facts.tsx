import { Check, Gift, Luggage } from 'lucide-react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { daysLeft } from '#domain/missions.ts';
import { Pill, ProgressThread } from '#platform/web/kit/pill.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { type ScreenTranslate, useT, within } from '#platform/web/lib/language.ts';
import { weekNote } from '#web/data/missions/schedule-text.ts';
import type { CardKind } from '#web/data/missions/today.ts';
import { monthDay } from '#web/data/relative-time.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import { Flame } from '#web/drawings/flame.tsx';

export function StreakLine({ days, className }: { days: number; className?: string }) {
  const t = useT();
  return (
    <span className={cx('flex items-center gap-1.5 text-sm leading-tight tabular', className)}>
      <Flame className="h-5 w-auto shrink-0" lit={days > 0} />
      {days > 0 ? (
        <span className="whitespace-nowrap">{t('app.dashboard.streak.days', { days })}</span>
      ) : (
        <span>{t('app.dashboard.streak.start')}</span>
      )}
    </span>
  );
}

const SETTLED: readonly CardKind[] = ['done', 'upcoming', 'ended'];

interface StatePillProps {
  mission: DashboardMission;
  kind: CardKind;
  /** Whether the user is on a break, so nothing is due today. */
  paused: boolean;
}

export function StatePill({ mission, kind, paused }: StatePillProps) {
  const t = useT();
  if (kind === 'done')
    return (
      <Pill tone="done" icon={<Check aria-hidden strokeWidth={3} />}>
        {t('app.dashboard.state.done')}
      </Pill>
    );
  if (kind === 'upcoming')
    return <Pill tone="info">{t('app.dashboard.state.upcoming', { day: monthDay(mission.first_day) })}</Pill>;
  if (paused && !SETTLED.includes(kind))
    return (
      <Pill tone="info" icon={<Luggage aria-hidden />}>
        {t('app.dashboard.state.paused')}
      </Pill>
    );
  if (kind === 'needed') return <Pill tone="open">{t('app.dashboard.state.needed')}</Pill>;
  const { week } = mission;
  // A kept week is not a day off.
  if (week && week.target > 0) return <Pill>{weekNote(t, week)}</Pill>;
  return kind === 'free' && <Pill>{t('app.dashboard.state.free')}</Pill>;
}

/** Returns `12 days left`, or `30 days` before the first day. */
export function timeLeft(t: ScreenTranslate, mission: DashboardMission, kind: CardKind): string {
  const days = daysLeft(mission);
  return kind === 'upcoming'
    ? t('app.dashboard.missions.days', { days })
    : t('app.dashboard.missions.days_left', { days });
}

export function membersAndTimeLeft(t: ScreenTranslate, mission: DashboardMission, kind: CardKind): string {
  const values = { members: mission.member_count, days: daysLeft(mission) };
  return kind === 'upcoming'
    ? t('app.dashboard.missions.members_days', values)
    : t('app.dashboard.missions.members_left', values);
}

export const Faces = ({ mission }: { mission: DashboardMission }) => (
  <span className="flex -space-x-2.5">
    {mission.members.map((face) => (
      <Avatar key={face.user_id} name={face.name} look={face.look} url={face.avatar_url} size={30} />
    ))}
  </span>
);

const bold = within('b', { className: 'text-ink' });

export function GoalPanel({ mission }: { mission: DashboardMission }) {
  const t = useT();
  const { goal_progress, own_goals, reward_description, checkins_count } = mission;
  if (goal_progress === null && !reward_description) return null;
  return (
    <div className="grid gap-2.5 pt-3.5 text-sm text-ink-2 seam">
      {/* Progress starts with the first check-in. */}
      {goal_progress !== null && checkins_count > 0 && (
        <div className="flex items-center gap-3">
          <span className="whitespace-nowrap">{t('app.dashboard.goal.progress')}</span>
          <ProgressThread
            value={goal_progress}
            label={t('app.dashboard.goal.progress_of', { mission: mission.title })}
            className="grow"
          />
          <strong className="font-display text-base font-extrabold text-ink tabular">{`${goal_progress}%`}</strong>
        </div>
      )}
      <p className="flex min-w-0 flex-wrap gap-x-4 gap-y-1.5 tabular">
        {own_goals.level !== null && (
          <span>{t.rich('app.dashboard.goal.level', { level: mission.level, goal: own_goals.level, b: bold })}</span>
        )}
        {own_goals.streak !== null && (
          <span>
            {t.rich('app.dashboard.goal.streak', { days: mission.streak_days, goal: own_goals.streak, b: bold })}
          </span>
        )}
        {reward_description && (
          <span className="flex min-w-0 basis-full items-start gap-1.5">
            <Gift className="mt-0.5 size-4 shrink-0 text-rose" aria-hidden />
            {t.rich('app.dashboard.goal.reward', {
              reward: reward_description,
              label: within('span', { className: 'sr-only' }),
              text: within('span', { className: 'line-clamp-2 w-fit wrap-anywhere user-text' }),
            })}
          </span>
        )}
      </p>
    </div>
  );
}
