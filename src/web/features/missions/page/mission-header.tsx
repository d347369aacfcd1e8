import { useNavigate } from '@tanstack/react-router';
import { AlarmClock, BellOff, CalendarCheck, Crown, DoorOpen, Luggage, Pencil, Plug, Trash2 } from 'lucide-react';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { daysBetween } from '#domain/days.ts';
import { daysLeft } from '#domain/missions.ts';
import { monthDay } from '#domain/relative-time.ts';
import { scheduleLabel } from '#web/data/missions/schedule-text.ts';
import { Patch } from '#web/drawings/patch.tsx';
import { useMute } from '#web/features/notifications/public.ts';
import { Button } from '#web/kit/button.tsx';
import { Menu } from '#web/kit/menu.tsx';
import { Pill } from '#web/kit/pill.tsx';
import { cx } from '#web/lib/cx.ts';
import { count } from '#web/lib/format.ts';
import { usePhone } from '#web/lib/use-media.ts';

const ALLOWED = new Set(['p', 'br', 'strong', 'em', 'ul', 'ol', 'li']);

/** The nodes as React elements; of a tag that is not allowed only the content remains. */
function elementsOf(nodes: Iterable<Node>): ReactNode[] {
  return Array.from(nodes, (node, at) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    const tag = node.nodeName.toLowerCase();
    const children = elementsOf(node.childNodes);
    return createElement(ALLOWED.has(tag) ? tag : Fragment, { key: at }, ...children);
  });
}

/** A mission's description. The server sanitises the HTML, and here only allowed tags become elements. */
export function Description({ html, className }: { html: string; className?: string }) {
  const content = useMemo(() => elementsOf(new DOMParser().parseFromString(html, 'text/html').body.childNodes), [html]);
  return <div className={cx('prose-felt wrap-anywhere', className)}>{content}</div>;
}

/** What can be opened on a mission's page. */
export type MissionAction = 'edit' | 'delete' | 'leave' | 'moment' | 'pause';

interface MissionActionsProps {
  mission: Mission;
  onOpen: (action: MissionAction) => void;
  className: string;
}

/** What the viewer can do with the mission as a whole, as the server allows it. */
export function MissionActions({ mission: { can }, onOpen, className }: MissionActionsProps) {
  if (!can.edit && !can.delete && !can.leave) return null;
  return (
    <div className={className}>
      {can.edit && (
        <Button kind="quiet" size="sm" onClick={() => onOpen('edit')}>
          <Pencil className="size-4.5" aria-hidden />
          Edit
        </Button>
      )}
      {can.delete && (
        <Button kind="quiet" size="sm" onClick={() => onOpen('delete')}>
          <Trash2 className="size-4.5 text-rose" aria-hidden />
          <span className="text-rose">Delete</span>
        </Button>
      )}
      {can.leave && (
        <Button kind="quiet" size="sm" onClick={() => onOpen('leave')}>
          <DoorOpen className="size-4.5 rtl:-scale-x-100" aria-hidden />
          Leave mission
        </Button>
      )}
    </div>
  );
}

type MissionMenuProps = Pick<MissionHeaderProps, 'mission' | 'onOpen' | 'onYesterday'>;

/**
 * What the viewer does for oneself: a check-in for yesterday, the moment with its reminder and a check-in key while days
 * remain, and whether the bell is quiet.
 */
function MissionMenu({ mission, onOpen, onYesterday }: MissionMenuProps) {
  const { mutate: mute } = useMute();
  const navigate = useNavigate();
  const yesterday = onYesterday && {
    label: 'Check in for yesterday',
    icon: <CalendarCheck aria-hidden />,
    onSelect: onYesterday,
  };
  const moment = {
    label: 'Reminder',
    icon: <AlarmClock aria-hidden />,
    onSelect: () => onOpen('moment'),
  };
  const connections = {
    label: 'Connections',
    icon: <Plug aria-hidden />,
    onSelect: () => void navigate({ to: '/connections', search: { mission: mission.id } }),
  };
  const pause = {
    label: 'Take a break',
    icon: <Luggage aria-hidden />,
    onSelect: () => onOpen('pause'),
  };
  const muting = {
    label: 'Mute check-ins',
    icon: <BellOff aria-hidden />,
    checked: mission.muted,
    onSelect: () => mute({ mission_id: mission.id, muted: !mission.muted }),
  };
  const hasDays = mission.state === 'active' && mission.days_remaining > 0;
  const items = [...(yesterday ? [yesterday] : []), ...(hasDays ? [moment, pause, connections] : []), muting];
  return <Menu label="Mission menu" items={items} />;
}

function dayPill({ state, today, first_day, last_day, duration_days }: Mission): string {
  if (state === 'completed') return 'Completed';
  if (today < first_day) return `Starts ${monthDay(first_day)}`;
  return today > last_day ? 'Ended' : `Day ${daysBetween(first_day, today) + 1} of ${duration_days}`;
}

function Tile({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-0.5">
      <dt className="text-xs sm:text-sm">{name}</dt>
      <dd className="flex h-7 items-center font-display text-lg font-extrabold whitespace-nowrap text-ink tabular sm:text-xl">
        {children}
      </dd>
    </div>
  );
}

interface MissionHeaderProps {
  mission: Mission;
  own: Member;
  /** The viewer's check-ins that the schedule asked for. */
  counted: number;
  /** What the viewer can do with it; phones show it elsewhere. */
  actions: ReactNode;
  onOpen: (action: MissionAction) => void;
  /** Checks in for yesterday, where that counts but is not needed. */
  onYesterday: (() => void) | null;
}

/** The mission's patch, title and description, with four facts below. */
export function MissionHeader({ mission, own, counted, actions, onOpen, onYesterday }: MissionHeaderProps) {
  const phone = usePhone();
  const menu = <MissionMenu mission={mission} onOpen={onOpen} onYesterday={onYesterday} />;
  return (
    <section
      aria-labelledby="mission"
      className="relative isolate overflow-hidden rounded-xl bg-card p-5 shadow-card sm:p-7"
    >
      <div className="flex items-center gap-4 sm:gap-7 sm:max-lg:flex-wrap">
        <Patch
          seed={mission.id}
          patch={mission.patch}
          done={counted}
          total={mission.planned_days}
          size={phone ? 104 : 176}
          label={`${counted} of ${mission.planned_days} days stitched`}
        />
        <div className="min-w-0 grow sm:max-lg:basis-3/5">
          <div className="flex items-start justify-between gap-2">
            <div className="flex flex-wrap items-center gap-2">
              {own.is_owner && (
                <Pill tone="owner" icon={<Crown aria-hidden />}>
                  Owner
                </Pill>
              )}
              {own.is_cohost && <Pill tone="owner">Co-host</Pill>}
              <Pill tone={mission.state === 'completed' ? 'done' : 'info'}>{dayPill(mission)}</Pill>
              {mission.round > 1 && <Pill>Round {mission.round}</Pill>}
              {mission.schedule.kind !== 'daily' && <Pill>{scheduleLabel(mission.schedule)}</Pill>}
            </div>
            {phone && menu}
          </div>
          <h1 id="mission" className="mt-2.5 text-xl font-extrabold wrap-anywhere sm:text-3xl">
            {mission.title}
          </h1>
          {!phone && <Description html={mission.description} className="mt-3 max-w-xl text-ink-2" />}
        </div>
        {!phone && (
          <div className="flex shrink-0 items-start gap-2 self-start">
            {actions}
            {menu}
          </div>
        )}
      </div>
      <dl className="mt-5 grid grid-cols-2 gap-x-2 gap-y-3 pt-4 text-ink-2 seam min-[24rem]:grid-cols-4 sm:mt-6 sm:gap-x-6 sm:pt-5">
        <Tile name="Days Left">{daysLeft(mission)}</Tile>
        <Tile name="Members">{count(mission.members.length)}</Tile>
        <Tile name="Started">{monthDay(mission.first_day)}</Tile>
        <Tile name="Status">
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-full bg-pine" />
            Active
          </span>
        </Tile>
      </dl>
    </section>
  );
}
