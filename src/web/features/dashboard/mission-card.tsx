import { Link } from '@tanstack/react-router';
import type { DashboardMission } from '#contract/dashboard.ts';
import { button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Patch } from '#web/ui/drawings/patch.tsx';
import { GoalPanel } from './goal-panel.tsx';
import { CardMeta, CardPills } from './mission-meta.tsx';
import { plainText } from './plain-text.ts';
import type { CardKind } from './today.ts';

interface MissionCardProps {
  mission: DashboardMission;
  kind: CardKind;
  owned: boolean;
  /** The next thing to do: the wide card with the one flame button. */
  lead?: boolean;
}

/** What is open is shown in full; on phones the others fold to the essentials. */
export function MissionCard({ mission, kind, owned, lead = false }: MissionCardProps) {
  const open = kind === 'open';
  const stitches = {
    seed: mission.id,
    done: mission.checkins_count,
    total: mission.duration_days,
    label: `${mission.checkins_count} of ${mission.duration_days} days stitched`,
  };
  return (
    <li className={cx('flex rounded-lg bg-card p-5 shadow-card', lead && 'sm:col-span-2 sm:gap-7 sm:p-7')}>
      {lead && (
        <span className="hidden self-center sm:block">
          <Patch {...stitches} size={184} />
        </span>
      )}
      <div
        className={cx(
          'min-w-0 grow gap-4',
          open
            ? 'flex flex-col'
            : 'grid grid-cols-[1fr_auto] items-center max-sm:gap-y-3 sm:flex sm:flex-col sm:items-stretch',
        )}
      >
        <div className="col-span-2 flex items-start gap-4">
          <span className={cx('-ms-1 -mt-1', lead && 'sm:hidden')}>
            <Patch {...stitches} size={open ? 88 : 76} />
          </span>
          <div className="min-w-0 grow">
            <CardPills mission={mission} kind={kind} owned={owned} />
            <h3 className={cx('mt-2 text-lg font-extrabold wrap-anywhere', lead && 'sm:text-xl')}>
              <Link
                to="/mission/$missionId"
                params={{ missionId: mission.id }}
                className="py-2.5 decoration-star decoration-3 underline-offset-4 hover:underline"
              >
                {mission.title}
              </Link>
            </h3>
            <p className={cx('mt-1.5 line-clamp-2 text-sm text-ink-2 wrap-anywhere', !open && 'max-sm:hidden')}>
              {plainText(mission.description)}
            </p>
          </div>
        </div>
        <CardMeta mission={mission} kind={kind} lead={lead} />
        <GoalPanel mission={mission} inline={lead} className={open ? '' : 'max-sm:hidden'} />
        <Actions mission={mission} open={open} lead={lead} />
      </div>
    </li>
  );
}

function Actions({ mission, open, lead }: { mission: DashboardMission; open: boolean; lead: boolean }) {
  const params = { missionId: mission.id };
  return (
    <div className={cx('gap-2.5 sm:mt-auto', open ? 'mt-auto grid grid-cols-2' : 'grid')}>
      {open && (
        <Link
          to="/mission/$missionId"
          params={params}
          hash="checkin"
          aria-label={`Check In: ${mission.title}`}
          className={button({ kind: lead ? 'flame' : 'night', size: 'sm' })}
        >
          Check In
        </Link>
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
  );
}
