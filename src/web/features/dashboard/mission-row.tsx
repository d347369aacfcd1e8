import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { weekNote } from '#web/data/missions/schedule-text.ts';
import { isDue } from '#web/data/missions/today.ts';
import { IconButton } from '#web/kit/button.tsx';
import { cx } from '#web/lib/cx.ts';
import { CheckInLink, type MissionCardProps, ViewDetails } from './mission-card.tsx';
import { CardMeta, CardPatch, CardPills, GoalPanel, OwnerPill, StreakLine } from './mission-facts.tsx';
import { plainText } from './plain-text.ts';

type MissionListItemProps = Omit<MissionCardProps, 'lead'>;

/** A mission as one row, for phones: what can be done, and behind the disclosure the rest of its card. */
export function MissionListItem({ mission, kind, owned, paused, yesterday }: MissionListItemProps) {
  const [open, setOpen] = useState(false);
  const rest = `rest-${mission.id}`;
  const checkIn = isDue(kind) && (
    <CheckInLink mission={mission} kind={kind === 'needed' ? 'night' : 'quiet'} size="slim" />
  );
  return (
    <li className="rounded-lg bg-card p-2.5 pe-1.5 shadow-card">
      <div className="flex flex-wrap items-center gap-x-2.5">
        <CardPatch mission={mission} size={48} />
        <div className="relative flex min-h-11 min-w-0 grow basis-28 flex-col justify-center gap-1">
          <h3 className="text-base leading-tight font-extrabold">
            <Link
              to="/mission/$missionId"
              params={{ missionId: mission.id }}
              title={mission.title}
              className="line-clamp-2 wrap-anywhere after:absolute after:inset-0 after:rounded-sm"
            >
              {mission.title}
            </Link>
          </h3>
          {kind !== 'upcoming' && <StreakLine days={mission.streak_days} className="text-ink-2" />}
          {kind === 'possible' && mission.week && <p className="text-sm text-ink-2">{weekNote(mission.week)}</p>}
        </div>
        <div className="ms-auto flex items-center whitespace-nowrap">
          {!isDue(kind) && <CardPills {...{ mission, kind, paused }} owned={false} />}
          {!yesterday && checkIn}
          <IconButton
            label={`More about ${mission.title}`}
            aria-expanded={open}
            aria-controls={open ? rest : undefined}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown className={cx('size-5 text-ink-2 transition-transform', open && 'rotate-180')} aria-hidden />
          </IconButton>
        </div>
      </div>
      {yesterday && (
        <div className="mt-2.5 grid gap-2.5 pe-1 pb-1">
          {yesterday}
          {checkIn}
        </div>
      )}
      {open && (
        <div id={rest} className="mt-2 grid gap-3.5 pe-1 pt-3 pb-1 seam">
          {owned && (
            <div>
              <OwnerPill />
            </div>
          )}
          <p className="text-sm text-ink-2 wrap-anywhere">{plainText(mission.description)}</p>
          <CardMeta mission={mission} kind={kind} />
          <GoalPanel mission={mission} />
          <ViewDetails mission={mission} />
        </div>
      )}
    </li>
  );
}
