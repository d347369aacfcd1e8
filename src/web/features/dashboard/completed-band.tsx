import { Link } from '@tanstack/react-router';
import type { CompletedMission } from '#contract/dashboard.ts';
import { StitchedPatch } from '#web/drawings/stitched-patch.tsx';
import { NextRoundLink } from '#web/features/completion/public.ts';
import { button } from '#web/kit/button.tsx';

/** `17 of 18 stitches, with 11 others.` */
function stitchesText({ counted_checkins, planned_days, member_count }: CompletedMission): string {
  const stitches = `${counted_checkins} of ${planned_days} stitches`;
  const others = member_count - 1;
  if (others === 0) return `${stitches}.`;
  return `${stitches}, with ${others === 1 ? 'one other' : `${others} others`}.`;
}

/** In place of today's band while no mission is left: the one that was completed last, and the ways on from it. */
export function CompletedBand({ mission, name }: { mission: CompletedMission; name: string }) {
  const [first] = name.trim().split(/\s+/);
  const wide = 'px-5 max-sm:w-full';
  return (
    <section
      aria-labelledby="today"
      className="flex flex-col gap-x-8 gap-y-4 rounded-xl bg-night p-5 text-on-night [--line:#6b4d80] forced-color-adjust-none sm:flex-row sm:items-center sm:px-8 sm:py-6"
    >
      <Link
        to="/mission/$missionId/completion"
        params={{ missionId: mission.id }}
        className="self-center rounded-full"
        aria-label={`${mission.title}: the celebration`}
      >
        <StitchedPatch mission={mission} size={132} />
      </Link>
      <div className="min-w-0">
        <h1 id="today" className="text-2xl font-extrabold text-balance wrap-anywhere">
          {`${mission.title} is sewn, ${first}`}
        </h1>
        <p className="mt-2 text-sm text-on-night-2 tabular">{stitchesText(mission)}</p>
        <p className="mt-4 flex flex-wrap gap-2.5">
          {mission.can_start_next ? (
            <NextRoundLink mission={mission} className={wide} />
          ) : (
            <Link to="/create-mission" className={button({ className: wide })}>
              Create Mission
            </Link>
          )}
          <Link
            to="/create-mission"
            search={{ from: mission.id }}
            className={button({ kind: 'dusk', className: wide })}
          >
            Run this mission again
          </Link>
        </p>
      </div>
    </section>
  );
}
