import { Link, useNavigate } from '@tanstack/react-router';
import { AlarmClock, ArrowLeft, BellOff, CalendarCheck, Luggage, Plug, Sprout } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Mission } from '#contract/missions.ts';
import { daysBetween } from '#domain/days.ts';
import { Menu } from '#platform/web/kit/menu.tsx';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { scheduleInWords } from '#web/data/missions/schedule-text.ts';
import { monthDay } from '#web/data/relative-time.ts';
import { Patch } from '#web/drawings/patch.tsx';
import { useMute } from '#web/features/notifications/public.ts';

export type MissionAction = 'edit' | 'delete' | 'leave' | 'moment' | 'own_habit' | 'pause';

type MissionMenuProps = Omit<MissionHeaderProps, 'counted'>;

/** The viewer's own actions. Reminder, break and check-in key appear only while days remain. */
function MissionMenu({ mission, onOpen, onYesterday }: MissionMenuProps) {
  const t = useT();
  const { mutate: mute } = useMute();
  const navigate = useNavigate();
  const yesterday = onYesterday && {
    label: t('app.missions.header.yesterday'),
    icon: <CalendarCheck aria-hidden />,
    onSelect: onYesterday,
  };
  const moment = {
    label: t('app.missions.header.reminder'),
    icon: <AlarmClock aria-hidden />,
    onSelect: () => onOpen('moment'),
  };
  const ownHabit = {
    label: t('app.members.own_habit.title'),
    icon: <Sprout aria-hidden />,
    onSelect: () => onOpen('own_habit'),
  };
  const connections = {
    label: t('app.missions.header.connections'),
    icon: <Plug aria-hidden />,
    onSelect: () => void navigate({ to: '/connections', search: { mission: mission.id } }),
  };
  const pause = {
    label: t('app.missions.header.break'),
    icon: <Luggage aria-hidden />,
    onSelect: () => onOpen('pause'),
  };
  const muting = {
    label: t('app.missions.header.mute'),
    icon: <BellOff aria-hidden />,
    checked: mission.muted,
    onSelect: () => mute({ mission_id: mission.id, muted: !mission.muted }),
  };
  const hasDays = mission.state === 'active' && mission.days_remaining > 0;
  const hasOwnHabit = mission.habit === 'own' && mission.state !== 'completed';
  const items = [
    ...(yesterday ? [yesterday] : []),
    ...(hasOwnHabit ? [ownHabit] : []),
    ...(hasDays ? [moment, pause, connections] : []),
    muting,
  ];
  return <Menu label={t('app.missions.header.menu')} items={items} />;
}

/** Returns a text such as 'Round 2, day 19 of 42, 3 times a week', 'Starts Nov 06' or 'Ended'. */
function missionLine(t: ScreenTranslate, mission: Mission): string {
  const { state, today, first_day, last_day, duration_days, round, schedule } = mission;
  if (state === 'completed') return t('app.missions.header.completed');
  if (today > last_day) return t('app.missions.header.over');
  const facts = {
    has_round: round > 1 ? 'yes' : 'no',
    round,
    rhythm: schedule.kind,
    schedule: scheduleInWords(t, schedule),
  };
  return today < first_day
    ? t('app.missions.header.starts', { ...facts, day: monthDay(first_day) })
    : t('app.missions.header.day', { ...facts, day: daysBetween(first_day, today) + 1, total: duration_days });
}

interface MissionHeaderProps {
  mission: Mission;
  /** The viewer's check-ins that count toward the schedule. */
  counted: number;
  onOpen: (action: MissionAction) => void;
  /** Checks in for yesterday; set if that counts but is not needed. */
  onYesterday: (() => void) | null;
}

export const TITLE = 'line-clamp-3 w-fit text-lg leading-tight font-extrabold wrap-anywhere user-text sm:text-2xl';

interface HeaderRowProps {
  patch: ReactNode;
  /** Has the class list `TITLE`. */
  title: ReactNode;
  line: ReactNode;
  menu: ReactNode;
}

export function HeaderRow({ patch, title, line, menu }: HeaderRowProps) {
  const t = useT();
  return (
    <div className="@container">
      <div className="relative flex flex-wrap items-center gap-x-2.5 gap-y-1 py-1 sm:gap-x-4 sm:py-2">
        <Link
          to="/dashboard"
          aria-label={t('start.common.back_to_dashboard')}
          className="-ms-2.5 -me-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunk"
        >
          <ArrowLeft className="size-5.5 rtl:rotate-180" aria-hidden />
        </Link>
        <span className="[&>svg]:size-14 sm:[&>svg]:size-18">{patch}</span>
        {/* With larger text the title takes its own row. */}
        <div className="min-w-32 grow basis-0 @max-[16rem]:order-last @max-[16rem]:basis-full">
          {title}
          <p className="mt-0.5 text-sm text-ink-2 tabular">{line}</p>
        </div>
        <span className="ms-auto -me-2">{menu}</span>
      </div>
    </div>
  );
}

export function MissionHeader({ mission, counted, onOpen, onYesterday }: MissionHeaderProps) {
  const t = useT();
  return (
    <HeaderRow
      patch={
        <Patch
          seed={mission.id}
          patch={mission.patch}
          done={counted}
          total={mission.planned_days}
          size={56}
          label={t('app.missions.stitched', { counted, planned: mission.planned_days })}
        />
      }
      title={<h1 className={TITLE}>{mission.title}</h1>}
      line={missionLine(t, mission)}
      menu={<MissionMenu mission={mission} onOpen={onOpen} onYesterday={onYesterday} />}
    />
  );
}
