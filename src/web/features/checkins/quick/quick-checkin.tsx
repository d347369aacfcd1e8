import { useState } from 'react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { Button } from '#web/kit/button.tsx';
import { Loading, Skeleton } from '#web/kit/skeleton.tsx';
import { Row, type RowProps, rowGrid } from './quick-row.tsx';

interface QuickCheckinProps extends Omit<RowProps, 'mission' | 'done' | 'saysNoon' | 'onLeave'> {
  /** Those that need a check-in, in an order that stays the same while the list is open. */
  missions: readonly DashboardMission[];
  /** Those where another day of the week would do. */
  also: readonly DashboardMission[];
  /** The ids of those checked in today. */
  checkedIn: readonly string[];
  /** How far the day is: the line below the title. */
  progress: string;
  /** Something is done, and nothing is needed any more. */
  allLit: boolean;
  onDone: () => void;
  onLeave?: () => void;
}

/** One tap for each mission. The tab bar opens it as a sheet, the home screen's shortcut and the share sheet as a page. */
export function QuickCheckin(props: QuickCheckinProps) {
  const { missions, also, checkedIn, progress, allLit, onDone, onLeave, ...row } = props;
  const [firstYesterday] = useState(() => missions.find((mission) => mission.needed_yesterday)?.id);
  const rowOf = (mission: DashboardMission) => (
    <Row
      key={mission.id}
      {...row}
      mission={mission}
      done={checkedIn.includes(mission.id)}
      saysNoon={mission.id === firstYesterday}
      onLeave={onLeave}
    />
  );
  return (
    <div className="@container">
      {!row.sharing && (
        <p role="status" className="mt-0.5 min-h-[1lh] text-sm text-ink-2 tabular">
          {progress}
        </p>
      )}
      {missions.length > 0 && <ul className="mt-1.5">{missions.map(rowOf)}</ul>}
      {also.length > 0 && (
        <>
          <p id="also-this-week" className="mt-4 text-sm font-bold">
            Also this week
          </p>
          <ul aria-labelledby="also-this-week">{also.map(rowOf)}</ul>
        </>
      )}
      {/* Always there, so that nothing moves when the last one is in. */}
      {!row.sharing && (
        <Button kind={allLit ? 'flame' : 'quiet'} className="mt-1 w-full" onClick={onDone}>
          Done
        </Button>
      )}
    </div>
  );
}

const PLACES = ['one', 'two', 'three'];

/** The list while the missions are loading, with the same boxes. */
export function QuickCheckinSkeleton() {
  return (
    <div className="@container">
      <Loading label="Loading your missions..." />
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
