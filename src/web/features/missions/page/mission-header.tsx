import { Crown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Member, Mission } from '#contract/missions.ts';
import { daysBetween } from '#domain/days.ts';
import { monthDay } from '#domain/relative-time.ts';
import { count } from '#web/lib/format.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { Patch } from '#web/ui/drawings/patch.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Description } from './description.tsx';

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
  /** Sews today's stitch. */
  justCheckedIn: boolean;
  /** What one may do with it; on phones it stands elsewhere. */
  actions: ReactNode;
}

/** What this mission is. The patch is the hero; the four facts hang on a seam below it. */
export function MissionHeader({ mission, own, justCheckedIn, actions }: MissionHeaderProps) {
  const phone = usePhone();
  return (
    <section
      aria-labelledby="mission"
      className="relative isolate overflow-hidden rounded-xl bg-card p-5 shadow-card sm:p-7"
    >
      <div className="flex items-center gap-4 sm:gap-7 sm:max-lg:flex-wrap">
        <Patch
          seed={mission.id}
          done={own.checkins_count}
          total={mission.duration_days}
          size={phone ? 104 : 176}
          animateNewest={justCheckedIn}
          label={`${own.checkins_count} of ${mission.duration_days} days stitched`}
        />
        <div className="min-w-0 grow sm:max-lg:basis-3/5">
          <div className="flex flex-wrap items-center gap-2">
            {own.is_owner && (
              <Pill tone="owner" icon={<Crown aria-hidden />}>
                Owner
              </Pill>
            )}
            {own.is_cohost && <Pill tone="owner">Co-host</Pill>}
            <Pill tone={mission.state === 'completed' ? 'done' : 'info'}>{dayPill(mission)}</Pill>
          </div>
          <h1 id="mission" className="mt-2.5 text-xl font-extrabold wrap-anywhere sm:text-3xl">
            {mission.title}
          </h1>
          {!phone && <Description html={mission.description} className="mt-3 max-w-xl text-ink-2" />}
        </div>
        {!phone && actions}
      </div>
      <dl className="mt-5 grid grid-cols-4 gap-x-2 pt-4 text-ink-2 seam sm:mt-6 sm:gap-x-6 sm:pt-5">
        <Tile name="Days Left">{mission.days_remaining}</Tile>
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
