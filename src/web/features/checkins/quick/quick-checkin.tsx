import { type ReactNode, useEffect, useRef } from 'react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { Loading, Skeleton } from '#platform/web/kit/skeleton.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { largestTeam } from '#web/data/missions/today.ts';
import { QuickEnd, TeamFire, useQuickEnd } from './quick-end.tsx';
import { Row, rowGrid } from './quick-row.tsx';
import type { useQuickList } from './use-quick-list.ts';
import { YesterdayRow } from './yesterday-row.tsx';

export const Card = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 rounded-xl bg-card p-5 shadow-card transition-colors duration-300 has-data-night:bg-dusk has-data-night:text-on-night sm:p-8">
    {children}
  </div>
);

const FEW_ROWS = 2;

interface QuickCheckinProps {
  list: NonNullable<ReturnType<typeof useQuickList>>;
  /** Whether to choose a mission for a shared photo instead of checking in. */
  sharing?: boolean;
  /** The heading level below the list's title. */
  heading: 'h2' | 'h3';
  onDone: () => void;
  onLeave?: () => void;
}

export function QuickCheckin({ list, sharing = false, heading, onDone, onLeave }: QuickCheckinProps) {
  const t = useT();
  const { rows, also, checkedIn, items, dashboard, progress, earned, left, allLit } = list;
  const done = [...rows, ...also].filter(({ id }) => checkedIn.includes(id));
  const { end, showList } = useQuickEnd({
    missions: left === 0 ? done : rows,
    left,
    allLit: allLit && !sharing,
  });
  // Few rows leave no height for a fire at the end, so the fire is below them from the start.
  const team = !sharing && rows.length + also.length <= FEW_ROWS ? largestTeam(rows) : null;
  const listRef = useRef<HTMLDivElement>(null);
  const doneButton = useRef<HTMLButtonElement>(null);
  const isOver = end !== null;
  const wasOver = useRef(false);
  useEffect(() => {
    // The focused button no longer exists.
    const lost = document.activeElement === document.body || listRef.current?.contains(document.activeElement);
    if (isOver !== wasOver.current && lost) doneButton.current?.focus({ preventScroll: true });
    wasOver.current = isOver;
  }, [isOver]);
  const rowOf = (mission: DashboardMission) => (
    <Row key={mission.id} {...{ mission, items, sharing, heading, onLeave }} done={checkedIn.includes(mission.id)} />
  );
  return (
    <div className="@container">
      {!sharing && (
        <p
          role="status"
          className={cx('mt-0.5 min-h-[1lh] text-sm tabular', isOver ? 'text-on-night-2' : 'text-ink-2')}
        >
          {isOver && earned > 0 ? t('app.checkins.quick.earned', { progress, points: earned }) : progress}
        </p>
      )}
      <div className="relative">
        <div
          ref={listRef}
          inert={isOver}
          className={cx('transition-[opacity,visibility] duration-300', isOver && 'invisible opacity-0')}
        >
          {rows.length > 0 && <ul className="mt-1.5">{rows.map(rowOf)}</ul>}
          {also.length > 0 && (
            <>
              <p id="also-this-week" className="mt-4 text-sm font-bold">
                {t('app.checkins.quick.also')}
              </p>
              <ul aria-labelledby="also-this-week">{also.map(rowOf)}</ul>
            </>
          )}
          {!sharing && <YesterdayRow dashboard={dashboard} holdsPlace />}
          {team && (
            <div className="-mx-5 mt-3 sm:-mx-8">
              <TeamFire mission={team} offersNudge={false} />
            </div>
          )}
        </div>
        {end && <QuickEnd missions={done} team={end.team} />}
      </div>
      {/* Both are always laid out, so nothing moves when the last mission is done. */}
      {!sharing && (
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

export function QuickCheckinSkeleton() {
  const t = useT();
  return (
    <div className="@container">
      <Loading label={t('app.checkins.quick.loading')} />
      <Skeleton className="mt-0.5 h-[1lh] w-44 text-sm" />
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
      <Skeleton className="mt-1 mb-7 h-12 rounded-md" />
    </div>
  );
}
