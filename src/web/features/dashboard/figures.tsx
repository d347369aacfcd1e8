import type { ReactNode } from 'react';
import type { Dashboard } from '#contract/dashboard.ts';
import { usePlans } from '#web/data/site.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { Star } from '#web/drawings/star.tsx';
import { cx } from '#web/lib/cx.ts';
import { count } from '#web/lib/format.ts';

/** The user's today, as the band shows it. */
export interface ShownDay {
  dashboard: Dashboard;
  name: string;
  zone: string;
  onStreak: () => void;
  /** The offer to check in to the next mission for yesterday, where it is open. */
  yesterday: ReactNode;
}

export interface TodayBandProps {
  /** Undefined while the data is loading: then the same boxes are empty, so that nothing moves. */
  shown?: ShownDay | undefined;
}
export const SHADOW = 'breathe block rounded-sm bg-on-night opacity-15';
/** The look of an unlit flame: grey and still. */
export const ASH = 'opacity-35 saturate-0 [&_path]:animate-none!';

/** The four figures: in one wrapping line on phones, as columns on wide screens. */
export function Figures({ shown }: TodayBandProps) {
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-on-night-2 tabular sm:gap-9">
      {shown ? (
        <FigureValues {...shown} />
      ) : (
        ['Level', 'Points', 'Streak (days)', 'Missions'].map((name) => (
          <Figure key={name} name={name}>
            <span aria-hidden className={`${SHADOW} h-5 w-8 sm:h-8 sm:w-16`} />
          </Figure>
        ))
      )}
    </dl>
  );
}

function FigureValues({ dashboard: { stats, missions_left }, onStreak }: ShownDay) {
  return (
    <>
      <Figure name="Level">{count(stats.level)}</Figure>
      <Figure name="Points">
        <Star className="size-6 max-sm:hidden" />
        {count(stats.points)}
      </Figure>
      <Figure name="Streak (days)">
        <StreakButton days={stats.streak_days} onPress={onStreak} withFlame />
      </Figure>
      <Figure name="Missions">
        {count(stats.total_missions)}
        <MissionsLeft left={missions_left} />
      </Figure>
    </>
  );
}

interface StreakButtonProps {
  days: number;
  onPress: () => void;
  /** A flame stands beside it from 640 px on. */
  withFlame?: boolean;
}

/** The figure of the streak, which opens the day ledger. */
const StreakButton = ({ days, onPress, withFlame = false }: StreakButtonProps) => (
  <button
    type="button"
    aria-haspopup="dialog"
    aria-label={`${count(days)}-day streak, why?`}
    onClick={onPress}
    className="-m-2 inline-flex min-h-11 min-w-11 cursor-pointer items-center gap-1.5 rounded-sm p-2 underline decoration-star decoration-2 decoration-dashed underline-offset-6 hover:decoration-solid max-sm:-my-2.5"
  >
    {withFlame && <Flame className={cx('h-6 w-auto max-sm:hidden', days === 0 && ASH)} />}
    {count(days)}
  </button>
);

/** How many missions the plan still allows; nothing where there are no plans. */
function MissionsLeft({ left }: { left: number | null }) {
  if (!usePlans()) return null;
  return (
    <span className="ms-1 rounded-full bg-dusk-star px-2 py-0.5 font-sans text-xs font-bold text-dusk">
      {left === null ? 'unlimited' : `${left} left`}
    </span>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-6 items-center gap-1.5 sm:flex-col-reverse sm:items-start sm:justify-end sm:gap-0.5">
      <dt>{name}</dt>
      <dd className="flex items-center gap-1.5 font-display text-base font-extrabold text-on-night sm:h-9 sm:text-2xl">
        {children}
      </dd>
    </div>
  );
}

interface QuietFiguresProps extends Pick<ShownDay, 'dashboard' | 'onStreak'> {
  /** Stands at the end of the line. */
  after?: ReactNode;
}

/** The four figures of a newcomer, as one quiet line below everything else. */
export function QuietFigures({ dashboard: { stats, missions_left }, onStreak, after }: QuietFiguresProps) {
  return (
    <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-1 pt-4 text-sm text-ink-2 seam tabular">
      <dl className="contents">
        <QuietFigure name="Level">{count(stats.level)}</QuietFigure>
        <QuietFigure name="Points">{count(stats.points)}</QuietFigure>
        <QuietFigure name="Streak (days)">
          <StreakButton days={stats.streak_days} onPress={onStreak} />
        </QuietFigure>
        <QuietFigure name="Missions">
          {count(stats.total_missions)}
          <MissionsLeft left={missions_left} />
        </QuietFigure>
      </dl>
      {after}
    </div>
  );
}

const QuietFigure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-h-11 items-center gap-1.5">
    <dt>{name}</dt>
    <dd className="flex items-center font-bold text-ink">{children}</dd>
  </div>
);
