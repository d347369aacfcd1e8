import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { isDue } from '#web/data/missions/today.ts';
import { type ButtonLook, button } from '#web/kit/button.tsx';
import { cx } from '#web/lib/cx.ts';
import { CardMeta, CardPatch, CardPills, type CardPillsProps, GoalPanel } from './mission-facts.tsx';
import { plainText } from './plain-text.ts';

export interface MissionCardProps extends CardPillsProps {
  /** The first mission: a wide card, which has the only button in the main colour if it needs a check-in. */
  lead?: boolean;
  /** The offer to check in for yesterday. */
  yesterday: ReactNode;
}

/** A mission in full. On phones the check-ins of the leading one stand in the band above. */
export function MissionCard({ mission, kind, owned, paused, lead = false, yesterday }: MissionCardProps) {
  return (
    <li className={cx('flex rounded-lg bg-card p-5 shadow-card', lead && 'sm:col-span-2 sm:gap-7 sm:p-7')}>
      {lead && (
        <span className="hidden self-center sm:block">
          <CardPatch mission={mission} size={184} />
        </span>
      )}
      <div className="flex min-w-0 grow flex-col gap-4">
        <div className="flex items-start gap-4">
          <span className={cx('-ms-1 -mt-1', lead && 'sm:hidden')}>
            <CardPatch mission={mission} size={kind === 'needed' ? 88 : 76} />
          </span>
          <div className="min-w-0 grow">
            <CardPills {...{ mission, kind, owned, paused }} />
            <h3 className={cx('mt-2 text-lg font-extrabold wrap-anywhere', lead && 'sm:text-xl')}>
              <Link
                to="/mission/$missionId"
                params={{ missionId: mission.id }}
                className="py-2.5 decoration-star decoration-3 underline-offset-4 hover:underline"
              >
                {mission.title}
              </Link>
            </h3>
            <p className="mt-1.5 line-clamp-2 text-sm text-ink-2 wrap-anywhere">{plainText(mission.description)}</p>
          </div>
        </div>
        <CardMeta mission={mission} kind={kind} lead={lead} />
        <GoalPanel mission={mission} inline={lead} />
        <Actions mission={mission} kind={kind} lead={lead} yesterday={yesterday} />
      </div>
    </li>
  );
}

export function ViewDetails({ mission }: { mission: DashboardMission }) {
  return (
    <Link
      to="/mission/$missionId"
      params={{ missionId: mission.id }}
      aria-label={`View Details: ${mission.title}`}
      className={button({ kind: 'quiet', size: 'sm' })}
    >
      View Details
    </Link>
  );
}

/** Leads to the check-in of the mission. */
export function CheckInLink({ mission, ...look }: ButtonLook & { mission: DashboardMission }) {
  return (
    <Link
      to="/mission/$missionId"
      params={{ missionId: mission.id }}
      hash="checkin"
      aria-label={`Check In: ${mission.title}`}
      className={button(look)}
    >
      Check In
    </Link>
  );
}

type ActionsProps = Pick<MissionCardProps, 'mission' | 'kind' | 'yesterday'> & { lead: boolean };

/** Yesterday's check-in comes first, as it fills the older day. */
function Actions({ mission, kind, lead, yesterday }: ActionsProps) {
  const isDueNow = isDue(kind);
  return (
    <div className={cx('mt-auto grid gap-2.5', isDueNow && (lead ? 'sm:grid-cols-2' : 'grid-cols-2'))}>
      {yesterday && <div className={cx('col-span-full', lead && 'max-sm:hidden')}>{yesterday}</div>}
      {isDueNow && (
        <CheckInLink
          mission={mission}
          kind={kind === 'possible' ? 'quiet' : lead ? 'flame' : 'night'}
          size="sm"
          className={lead ? 'max-sm:hidden' : undefined}
        />
      )}
      <ViewDetails mission={mission} />
    </div>
  );
}
