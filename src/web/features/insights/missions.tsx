import { Link } from '@tanstack/react-router';
import type { MissionInsight } from '#contract/insights.ts';
import { count } from '#web/lib/format.ts';
import { DataDetails } from '#web/ui/data-details.tsx';
import { Patch } from '#web/ui/drawings/patch.tsx';
import { ProgressThread } from '#web/ui/pill.tsx';
import { Section } from '#web/ui/section.tsx';

const SHOWN = 6;

/** The missions side by side, each with the share of its days. */
export function Missions({ missions }: { missions: readonly MissionInsight[] }) {
  if (missions.length === 0) return null;
  return (
    <Section
      id="missions"
      title="Missions compared"
      lead="The share of days checked in since you joined."
      className="lg:col-span-2"
    >
      <ul className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        {missions.slice(0, SHOWN).map((mission) => (
          <li key={mission.mission_id} className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3">
            <span className="row-span-2">
              <Patch
                seed={mission.mission_id}
                done={mission.share}
                total={100}
                size={48}
                label={`${mission.share}% stitched`}
              />
            </span>
            <Link
              to="/mission/$missionId"
              params={{ missionId: mission.mission_id }}
              className="inline-flex min-h-11 min-w-0 items-center rounded-sm font-semibold hover:underline"
            >
              <span className="truncate">{mission.title}</span>
            </Link>
            <strong className="font-display text-lg font-extrabold tabular">{mission.share}%</strong>
            <ProgressThread
              value={mission.share}
              label={`${mission.title}: ${mission.share}% of days`}
              className="col-span-2"
            />
          </li>
        ))}
      </ul>
      <DataDetails
        caption="Missions compared"
        head={['Mission', 'Share', 'Check-ins', 'Points', 'Longest streak']}
        rows={missions.map((mission) => [
          <span key="title" className="wrap-anywhere">
            {mission.title}
          </span>,
          `${mission.share}%`,
          count(mission.checkins),
          count(mission.points),
          count(mission.longest_streak),
        ])}
        keys={missions.map((mission) => mission.mission_id)}
      />
    </Section>
  );
}
