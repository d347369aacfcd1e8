import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { DashboardMission } from '#contract/dashboard.ts';
import { Button, type ButtonLook, button, IconButton } from '#platform/web/kit/button.tsx';
import { OwnerPill } from '#platform/web/kit/pill.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import { habitName } from '#web/data/missions/own-habit.ts';
import { type CardKind, isDue } from '#web/data/missions/today.ts';
import { StitchedPatch } from '#web/drawings/stitched-patch.tsx';
import { WeekEmbers } from '#web/drawings/week-embers.tsx';
import { Faces, GoalPanel, membersAndTimeLeft, StatePill, StreakLine, timeLeft } from './mission-facts.tsx';
import { plainText } from './plain-text.ts';

interface MissionListItemProps {
  mission: DashboardMission;
  kind: CardKind;
  owned: boolean;
  paused: boolean;
  /** Whether this is the mission to check in to next; its button has the main color. */
  isNext: boolean;
  onComplete: (mission: DashboardMission) => void;
}

/** During a break nothing invites to start a streak. */
function RowLine({ mission, kind, paused }: Pick<MissionListItemProps, 'mission' | 'kind' | 'paused'>) {
  const t = useT();
  const { week, streak_days } = mission;
  const hasStreakLine = kind !== 'upcoming' && (streak_days > 0 || !paused);
  return (
    <p className="mt-1 flex items-center gap-1.5 text-sm text-ink-2 tabular">
      {week && week.target > 0 && kind !== 'upcoming' ? (
        <>
          <WeekEmbers done={week.done} target={week.target} size={18} />
          <span className="whitespace-nowrap">
            {t.rich('app.dashboard.row.week', {
              done: week.done,
              target: week.target,
              week: within('span', { className: 'max-sm:sr-only' }),
            })}
          </span>
        </>
      ) : (
        hasStreakLine && <StreakLine days={streak_days} />
      )}
      <span className="max-sm:hidden">{`· ${membersAndTimeLeft(t, mission, kind)}`}</span>
    </p>
  );
}

function RowAction({ mission, kind, paused, isNext, onComplete }: MissionListItemProps) {
  const t = useT();
  const look = (buttonKind: NonNullable<ButtonLook['kind']>) =>
    button({ kind: buttonKind, size: 'sm', className: 'px-3! whitespace-nowrap sm:px-4!' });
  if (kind === 'ended')
    return (
      mission.can.complete && (
        <Button
          kind="night"
          size="sm"
          className="w-full whitespace-nowrap"
          aria-label={t('app.dashboard.row.complete_label', { mission: mission.title })}
          onClick={() => onComplete(mission)}
        >
          {t('app.completion.complete.title')}
        </Button>
      )
    );
  if (!isDue(kind)) return <StatePill mission={mission} kind={kind} paused={paused} />;
  return (
    <Link
      to="/mission/$missionId"
      params={{ missionId: mission.id }}
      hash="checkin"
      aria-label={t('app.dashboard.row.check_in_label', { mission: habitName(mission) })}
      className={look(kind === 'possible' ? 'quiet' : isNext ? 'flame' : 'night')}
    >
      {t('app.dashboard.row.check_in')}
    </Link>
  );
}

function RowRest({ mission, kind, owned, paused }: MissionListItemProps) {
  const t = useT();
  return (
    <div className="grid gap-3.5 pt-1 pe-2 pb-2">
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {isDue(kind) && <StatePill mission={mission} kind={kind} paused={paused} />}
        {owned && <OwnerPill />}
      </div>
      <p className="text-sm text-ink-2 wrap-anywhere user-text">{plainText(mission.description)}</p>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-2 tabular">
        <Faces mission={mission} />
        {kind === 'ended' && (
          <span>{t('app.dashboard.row.days', { done: mission.counted_checkins, total: mission.planned_days })}</span>
        )}
        <span>{t('app.dashboard.missions.members', { members: mission.member_count })}</span>
        <span>{timeLeft(t, mission, kind)}</span>
      </p>
      <GoalPanel mission={mission} />
      <Link
        to="/mission/$missionId"
        params={{ missionId: mission.id }}
        aria-label={t('app.dashboard.row.details_label', { mission: mission.title })}
        className={button({ kind: 'quiet', size: 'sm', className: 'justify-self-start' })}
      >
        {t('app.titles.view_details')}
      </Link>
    </div>
  );
}

/** The maximum letters of the button that leave room for the title on a phone. */
const BUTTON_LETTERS = 10;

export function MissionListItem(props: MissionListItemProps) {
  const t = useT();
  const { mission, kind } = props;
  const [open, setOpen] = useState(false);
  // Only a row that asks to act names the habit instead of the mission.
  const asks = isDue(kind);
  const name = asks ? habitName(mission) : mission.title;
  const rest = `rest-${mission.id}`;
  // The button moves below the title on narrow phones and with large text, and earlier if its text is long.
  const isLong = t('app.dashboard.row.check_in').length > BUTTON_LETTERS;
  return (
    <li
      className={cx(
        'py-2 ps-3 pe-0.5 not-first:seam sm:ps-5 sm:pe-1.5',
        kind === 'ended' ? 'rounded-lg bg-star-soft text-star-ink' : 'text-ink-2',
      )}
    >
      <div className="@container">
        <div className="flex min-h-15 flex-wrap items-center gap-x-2.5 gap-y-2 sm:gap-x-3">
          <StitchedPatch mission={mission} size={52} />
          <div
            className={cx(
              'min-w-18 grow basis-0 text-ink',
              kind !== 'ended' && (isLong ? '@max-[24rem]:basis-2/3' : '@max-[18rem]:basis-2/3'),
            )}
          >
            <h3 className="font-display text-base leading-tight font-extrabold">
              <Link
                to="/mission/$missionId"
                params={{ missionId: mission.id }}
                title={name}
                className="line-clamp-2 w-fit underline-offset-4 wrap-anywhere user-text hover:underline"
              >
                {name}
              </Link>
            </h3>
            {asks && mission.own_habit && (
              <p className="line-clamp-1 w-fit text-sm text-ink-2 wrap-anywhere user-text">{mission.title}</p>
            )}
            {kind === 'ended' ? (
              <p className="mt-1 text-sm text-star-ink">{t('app.dashboard.state.ended')}</p>
            ) : (
              <RowLine mission={mission} kind={kind} paused={props.paused} />
            )}
          </div>
          <span
            className={
              kind === 'ended'
                ? '@max-[28rem]:order-last @max-[28rem]:w-full @max-[28rem]:pe-2.5'
                : isLong
                  ? '@max-[24rem]:me-auto'
                  : '@max-[18rem]:me-auto'
            }
          >
            <RowAction {...props} />
          </span>
          <IconButton
            label={t('app.dashboard.missions.more', { mission: mission.title })}
            aria-expanded={open}
            aria-controls={open ? rest : undefined}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown className={cx('size-5 text-ink-2 transition-transform', open && 'rotate-180')} aria-hidden />
          </IconButton>
        </div>
      </div>
      {open && (
        <div id={rest}>
          <RowRest {...props} />
        </div>
      )}
    </li>
  );
}
