import { Link } from '@tanstack/react-router';
import type { CompletedMission } from '#contract/dashboard.ts';
import { count } from '#web/lib/format.ts';
import { Patch } from '#web/ui/drawings/patch.tsx';
import { Section } from '#web/ui/section.tsx';

/** The missions completed last, each leading to its celebration (Spec 2, Dashboard). */
export function RecentlyCompleted({ missions }: { missions: readonly CompletedMission[] }) {
  return (
    <Section id="recently-completed" title="Recently Completed Missions">
      <ul className="grid gap-1">
        {missions.map(({ id, title, points_earned, checkins_count, duration_days }) => (
          <li key={id}>
            <Link
              to="/mission/$missionId/completion"
              params={{ missionId: id }}
              className="-mx-2 flex min-h-14 items-center gap-3.5 rounded-md p-2 hover:bg-sunk"
            >
              <Patch
                seed={id}
                done={checkins_count}
                total={duration_days}
                size={52}
                label={`${checkins_count} of ${duration_days} days stitched`}
              />
              <span className="min-w-0 grow">
                <strong className="block truncate text-sm" title={title}>
                  {title}
                </strong>
                <span className="text-sm text-ink-2 tabular">
                  {points_earned === 1 ? '1 point earned' : `${count(points_earned)} points earned`}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
