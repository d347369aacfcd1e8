import { Link } from '@tanstack/react-router';
import { Hourglass } from 'lucide-react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { Button, button } from '#web/ui/button.tsx';
import { Patch } from '#web/ui/drawings/patch.tsx';
import { memberCount } from './mission-meta.tsx';

interface EndedCardProps {
  mission: DashboardMission;
  onComplete: (mission: DashboardMission) => void;
}

/** The last day has passed: a long, low card with the one thing its owner can do. */
export function EndedCard({ mission, onComplete }: EndedCardProps) {
  const params = { missionId: mission.id };
  const days = `${mission.checkins_count} of ${mission.duration_days} days`;
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-lg bg-star-soft p-5 text-star-ink outline-2 -outline-offset-8 outline-dashed outline-star sm:col-span-2 sm:flex-nowrap sm:px-7">
      <Patch
        seed={mission.id}
        done={mission.checkins_count}
        total={mission.duration_days}
        size={84}
        label={`${days} stitched`}
      />
      <div className="min-w-0 grow basis-48">
        <p className="flex items-center gap-1.5 text-xs font-bold">
          <Hourglass className="size-3.5" aria-hidden />
          Last day reached
        </p>
        <h3 className="mt-1 text-lg font-extrabold text-ink wrap-anywhere">
          <Link
            to="/mission/$missionId"
            params={params}
            className="py-2.5 decoration-flame decoration-3 underline-offset-4 hover:underline"
          >
            {mission.title}
          </Link>
        </h3>
        <p className="mt-1 text-sm tabular">
          {days}, {memberCount(mission.member_count)}
        </p>
      </div>
      <div className="grid w-full gap-2.5 sm:flex sm:w-auto">
        {mission.can.complete && (
          <Button
            kind="night"
            size="sm"
            aria-label={`Complete the Mission: ${mission.title}`}
            onClick={() => onComplete(mission)}
          >
            Complete the Mission
          </Button>
        )}
        <Link
          to="/mission/$missionId"
          params={params}
          aria-label={`View Details: ${mission.title}`}
          className={button({ kind: 'quiet', size: 'sm' })}
        >
          View Details
        </Link>
      </div>
    </li>
  );
}
