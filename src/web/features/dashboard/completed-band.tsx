import { Link } from '@tanstack/react-router';
import type { CompletedMission } from '#contract/dashboard.ts';
import { toGreetingName } from '#domain/greeting-name.ts';
import { button } from '#platform/web/kit/button.tsx';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { StitchedPatch } from '#web/drawings/stitched-patch.tsx';
import { NextRoundLink } from '#web/features/completion/public.ts';

/** Returns `17 of 18 stitches, with 11 others.` */
function stitchesText(t: ScreenTranslate, { counted_checkins, planned_days, member_count }: CompletedMission): string {
  const stitches = { done: counted_checkins, total: planned_days };
  const others = member_count - 1;
  return others === 0
    ? t('app.dashboard.completed.stitches', stitches)
    : t('app.dashboard.completed.stitches_with', { ...stitches, others });
}

/** Replaces today's band when no mission is left. */
export function CompletedBand({ mission, name }: { mission: CompletedMission; name: string }) {
  const t = useT();
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
        aria-label={t('app.dashboard.completed.celebration', { mission: mission.title })}
      >
        <StitchedPatch mission={mission} size={132} />
      </Link>
      <div className="min-w-0">
        <h1 id="today" className="text-2xl font-extrabold text-balance wrap-anywhere">
          {t('app.dashboard.completed.heading', { mission: mission.title, name: toGreetingName(name) })}
        </h1>
        <p className="mt-2 text-sm text-on-night-2 tabular">{stitchesText(t, mission)}</p>
        <p className="mt-4 flex flex-wrap gap-2.5">
          {mission.can_start_next ? (
            <NextRoundLink mission={mission} className={wide} />
          ) : (
            <Link to="/create-mission" className={button({ className: wide })}>
              {t('app.titles.create_mission')}
            </Link>
          )}
          <Link
            to="/create-mission"
            search={{ from: mission.id }}
            className={button({ kind: 'dusk', className: wide })}
          >
            {t('app.completion.next.again')}
          </Link>
        </p>
      </div>
    </section>
  );
}
