import type { ReactNode } from 'react';
import { daysLeft } from '#domain/missions.ts';
import type { Schedule } from '#domain/schedule.ts';
import { count, planInWords } from '#web/lib/format.ts';
import { BlankPatch } from './drawings/empty-scenes.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

/** What visitors may know about a mission. */
interface MissionPreview {
  mission_title: string;
  owner_name: string;
  member_count: number;
  days_remaining: number;
  duration_days: number;
  schedule: Schedule;
}

function Facts({ preview }: { preview: MissionPreview }) {
  const { member_count } = preview;
  const facts = [
    ['Owner', preview.owner_name],
    ['Members', member_count === 1 ? '1 person' : `${count(member_count)} people`],
    ['Days Left', String(daysLeft(preview))],
    ...(preview.schedule.kind === 'daily'
      ? []
      : [['How often', planInWords(preview.schedule, preview.duration_days)] as const]),
  ] as const;
  return (
    <dl className="mt-5 grid gap-2.5 pt-4 text-sm text-ink-2 seam">
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt>{name}</dt>
          <dd className="text-end font-semibold text-ink wrap-anywhere tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface MissionPreviewCardProps {
  preview: MissionPreview | undefined;
  /** Shown above the title. */
  lead: string;
  /** What happens next. */
  children?: ReactNode;
}

/** The mission to which a link invites. */
export function MissionPreviewCard({ preview, lead, children }: MissionPreviewCardProps) {
  return (
    <section aria-labelledby="join" className="relative rounded-xl bg-card p-5 shadow-card sm:p-7">
      <div className="flex items-center gap-4">
        <BlankPatch size={84} />
        <div className="min-w-0 grow">
          <p className="text-sm font-semibold text-ink-2 wrap-anywhere">{lead}</p>
          {preview ? (
            <h1 id="join" tabIndex={-1} className="mt-1 text-xl font-extrabold wrap-anywhere sm:text-2xl">
              {preview.mission_title}
            </h1>
          ) : (
            <>
              <h1 id="join" className="sr-only">
                Join a mission
              </h1>
              <Loading label="Loading the invitation..." />
              <Skeleton className="mt-2 h-8 w-4/5" />
            </>
          )}
        </div>
      </div>
      {preview ? (
        <Facts preview={preview} />
      ) : (
        <div aria-hidden className="mt-5 grid gap-2.5 pt-4 text-ink-2 seam">
          <Skeleton className="h-6 w-full" />
          <Skeleton className="h-6 w-full" />
          <Skeleton className="h-6 w-full" />
        </div>
      )}
      {children}
    </section>
  );
}

/** Someone who is signed in joins without pressing anything. */
export function AutoJoinNote({ joined }: { joined: boolean }) {
  return (
    <p role="status" className="mt-5 rounded-md bg-star-soft p-4 text-sm font-semibold text-star-ink">
      {joined ? 'You are in. The mission opens in a moment.' : 'Joining the mission...'}
    </p>
  );
}
