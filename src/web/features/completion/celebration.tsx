import type { ReactNode } from 'react';
import type { User } from '#contract/auth.ts';
import type { Completion } from '#contract/completion.ts';
import { dayOf, type LocalDay } from '#domain/days.ts';
import { cx } from '#platform/web/lib/cx.ts';
import { count, plainDay } from '#platform/web/lib/format.ts';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { Patch } from '#web/drawings/patch.tsx';
import { Rays } from '#web/drawings/rays.tsx';

export const canComplete = ({ mission }: Pick<Completion, 'mission'>, meId: string, today: LocalDay): boolean =>
  mission.owner_id === meId && today > mission.last_day;

export function progressText(
  t: ScreenTranslate,
  { mission }: Pick<Completion, 'mission'>,
  meId: string,
  today: LocalDay,
): string {
  const { owner_id, owner_name, last_day } = mission;
  if (owner_id !== meId) return t('app.completion.progress.others', { name: owner_name });
  return canComplete({ mission }, meId, today)
    ? t('app.completion.progress.now')
    : t('app.completion.progress.own', { day: plainDay(last_day) });
}

type Viewer = Pick<User, 'id' | 'timezone'>;

function sentenceOf(t: ScreenTranslate, completion: Completion, me: Viewer): string {
  const { is_completed, stats, member_count } = completion;
  if (!is_completed) return progressText(t, completion, me.id, dayOf(new Date(), me.timezone));
  const days = stats.duration_days;
  return member_count === 1
    ? t('app.completion.progress.alone', { days })
    : t('app.completion.progress.together', { days, people: member_count });
}

const figuresOf = (t: ScreenTranslate, { stats }: Completion) => [
  [t('app.completion.figures.points'), count(stats.total_points)],
  [t('app.completion.figures.checkins'), count(stats.checkins_count)],
  [t('app.completion.figures.days'), count(stats.duration_days)],
  [t('app.completion.figures.streak'), count(stats.streak_days)],
  [t('app.completion.figures.completion'), `${stats.completion_percentage.toFixed(2)}%`],
];

/** Two decimals of the percentage identify any count up to 365. */
const countedCheckins = ({ planned_days, completion_percentage }: Completion['stats']): number =>
  Math.round((planned_days * completion_percentage) / 100);

interface CelebrationProps {
  completion: Completion;
  me: Viewer;
  children?: ReactNode;
}

export function Celebration({ completion, me, children }: CelebrationProps) {
  const t = useT();
  const { mission, stats, is_completed } = completion;
  const counted = countedCheckins(stats);
  return (
    <section
      aria-labelledby="celebration"
      className="relative isolate overflow-hidden rounded-xl bg-night px-5 py-10 text-center text-on-night sm:py-14"
    >
      <span aria-hidden className="pointer-events-none absolute inset-2 -z-10 rounded-[24px] text-star stitch" />
      <div className="relative mx-auto w-fit">
        {is_completed && (
          <Rays className="pointer-events-none absolute -inset-40 -z-10 m-auto size-[30rem] max-w-none" />
        )}
        <div className={cx('[--line:#6b4d80]', is_completed && 'pop')}>
          <Patch
            seed={mission.id}
            patch={mission.patch}
            done={counted}
            total={stats.planned_days}
            size={188}
            label={t('app.completion.progress.stitched', { done: counted, total: stats.planned_days })}
          />
        </div>
      </div>
      <p className="mt-6 font-semibold text-on-night-2 wrap-anywhere user-line">{mission.title}</p>
      <h1 id="celebration" className="mt-2 text-2xl font-extrabold sm:text-3xl">
        {t(is_completed ? 'app.titles.completed' : 'app.titles.in_progress')}
      </h1>
      <p className="mx-auto mt-3.5 max-w-md text-balance text-on-night-2">{sentenceOf(t, completion, me)}</p>
      <dl className="mx-auto mt-8 grid max-w-3xl grid-cols-2 gap-x-3 gap-y-6 sm:flex sm:justify-center sm:gap-11">
        {figuresOf(t, completion).map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse justify-end gap-1 max-sm:last:col-span-2">
            <dt className="text-sm text-on-night-2">{name}</dt>
            <dd className="font-display text-2xl font-extrabold tabular">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}
