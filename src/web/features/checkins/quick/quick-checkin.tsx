import { type ReactNode, useEffect, useRef } from 'react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { Button } from '#web/kit/button.tsx';
import { Loading, Skeleton } from '#web/kit/skeleton.tsx';
import { cx } from '#web/lib/cx.ts';
import { useT } from '#web/lib/language.ts';
import { QuickEnd, useQuickEnd } from './quick-end.tsx';
import { Row, type RowProps, rowGrid } from './quick-row.tsx';

interface QuickCheckinProps extends Omit<RowProps, 'mission' | 'done' | 'onLeave'> {
  /** Those that need a check-in, in an order that stays the same while the list is open. */
  missions: readonly DashboardMission[];
  /** Those where another day of the week would do. */
  also: readonly DashboardMission[];
  /** The ids of those checked in today. */
  checkedIn: readonly string[];
  /** How far the day is: the line below the title. */
  progress: string;
  /** The points earned since the list was opened. */
  earned: number;
  /** How many missions still need a check-in. */
  left: number;
  /** Something is done, and nothing is needed any more. */
  allLit: boolean;
  /** The row for yesterday, below the others. */
  yesterday: ReactNode;
  onDone: () => void;
  onLeave?: () => void;
}

/** One tap for each mission. The tab bar opens it as a sheet, the home screen's shortcut and the share sheet as a page. */
export function QuickCheckin(props: QuickCheckinProps) {
  const t = useT();
  const { missions, also, checkedIn, progress, earned, left, allLit, yesterday, onDone, onLeave, ...row } = props;
  const done = [...missions, ...also].filter(({ id }) => checkedIn.includes(id));
  const { end, showList } = useQuickEnd({
    missions: left === 0 ? done : missions,
    left,
    allLit: allLit && !row.sharing,
  });
  const list = useRef<HTMLDivElement>(null);
  const doneButton = useRef<HTMLButtonElement>(null);
  const isOver = end !== null;
  const wasOver = useRef(false);
  useEffect(() => {
    // What had the focus is gone: a row's button, or the one that shows the list.
    const lost = document.activeElement === document.body || list.current?.contains(document.activeElement);
    if (isOver !== wasOver.current && lost) doneButton.current?.focus({ preventScroll: true });
    wasOver.current = isOver;
  }, [isOver]);
  const rowOf = (mission: DashboardMission) => (
    <Row key={mission.id} {...row} mission={mission} done={checkedIn.includes(mission.id)} onLeave={onLeave} />
  );
  return (
    <div className="@container">
      {!row.sharing && (
        <p
          role="status"
          className={cx('mt-0.5 min-h-[1lh] text-sm tabular', isOver ? 'text-on-night-2' : 'text-ink-2')}
        >
          {isOver && earned > 0 ? t('app.checkins.quick.earned', { progress, points: earned }) : progress}
        </p>
      )}
      <div className="relative">
        <div
          ref={list}
          inert={isOver}
          className={cx('transition-[opacity,visibility] duration-300', isOver && 'invisible opacity-0')}
        >
          {missions.length > 0 && <ul className="mt-1.5">{missions.map(rowOf)}</ul>}
          {also.length > 0 && (
            <>
              <p id="also-this-week" className="mt-4 text-sm font-bold">
                {t('app.checkins.quick.also')}
              </p>
              <ul aria-labelledby="also-this-week">{also.map(rowOf)}</ul>
            </>
          )}
          {yesterday}
        </div>
        {end && <QuickEnd missions={done} team={end.team} />}
      </div>
      {/* Both always have their place, so that nothing moves when the last one is in. */}
      {!row.sharing && (
        <>
          <Button ref={doneButton} kind={allLit ? 'flame' : 'quiet'} className="mt-1 w-full" onClick={onDone}>
            {t('start.common.done')}
          </Button>
          <p className="-mb-4 h-11 pt-1 text-center">
            {isOver && (
              <Button kind="bare" className="text-on-night decoration-on-night-2" onClick={showList}>
                {t('app.checkins.quick.show_list')}
              </Button>
            )}
          </p>
        </>
      )}
    </div>
  );
}

const PLACES = ['one', 'two', 'three'];

/** The list while the missions are loading, with the same boxes. */
export function QuickCheckinSkeleton() {
  const t = useT();
  return (
    <div className="@container">
      <Loading label={t('app.checkins.quick.loading')} />
      <Skeleton className="mt-1.5 h-5 w-44" />
      <ul aria-hidden className="mt-1.5">
        {PLACES.map((one) => (
          <li key={one} className={rowGrid}>
            <Skeleton className="size-16 rounded-full" />
            <div className="grid gap-2">
              <Skeleton className="h-5 w-4/5" />
              <Skeleton className="h-5 w-2/5" />
            </div>
            <div className="col-span-2 grid @min-[30rem]:col-span-1 @min-[30rem]:h-22 @min-[30rem]:content-start">
              <Skeleton className="h-11 w-full rounded-md" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
