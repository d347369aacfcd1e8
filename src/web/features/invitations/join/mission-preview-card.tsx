import { Gift, Repeat, Target } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MissionPreview } from '#contract/missions-join.ts';
import { scheduleAndLength } from '#web/data/missions/schedule-text.ts';
import { Logo } from '#web/drawings/logo.tsx';
import { LegalLinks } from '#web/features/site/public.ts';
import { Loading, Skeleton } from '#web/kit/skeleton.tsx';
import { Night } from './preview-night.tsx';

const FACT = 'grid size-9 shrink-0 place-items-center rounded-full';

function Facts({ preview }: { preview: MissionPreview }) {
  const facts = [
    { name: 'Goal', icon: <Target />, look: 'bg-pine-soft text-pine', text: preview.goal },
    ...(preview.reward_description
      ? [{ name: 'Reward', icon: <Gift />, look: 'bg-rose-soft text-rose', text: preview.reward_description }]
      : []),
    ...(preview.schedule.kind === 'daily'
      ? []
      : [
          {
            name: 'How often',
            icon: <Repeat />,
            look: 'bg-sky-soft text-sky',
            text: scheduleAndLength(preview.schedule, preview.duration_days),
          },
        ]),
  ];
  return (
    <dl className="mt-4 grid gap-3 pt-4 text-sm text-ink-2 seam sm:mt-5 sm:pt-5">
      {facts.map(({ name, icon, look, text }) => (
        <div key={name} className="flex gap-3">
          <dt className={`${FACT} ${look} [&>svg]:size-5`}>
            {icon}
            <span className="sr-only">{name}</span>
          </dt>
          <dd className="min-w-0 self-center leading-snug text-ink wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function FactsSkeleton() {
  return (
    <>
      <h1 id="join" className="sr-only">
        Join a mission
      </h1>
      <Loading label="Loading the invitation..." />
      <Skeleton className="mt-2 h-8 w-4/5" />
      <div aria-hidden className="mt-5 grid gap-3 pt-5 text-ink-2 seam">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
      </div>
    </>
  );
}

interface MissionPreviewCardProps {
  preview: MissionPreview | undefined;
  /** Shown above the title. */
  lead: string;
  /** What happens next. */
  children?: ReactNode;
}

/** The page of a link that invites to a mission: the mission in two halves, which are beside each other on wide screens. */
export function MissionPreviewPage({ preview, lead, children }: MissionPreviewCardProps) {
  return (
    <main
      id="main"
      className="mx-auto w-full max-w-xl px-4 pb-12 sm:px-6 lg:grid lg:min-h-dvh lg:max-w-5xl lg:grid-rows-[auto_1fr_auto]"
    >
      <p className="py-3 sm:py-4">
        <Logo />
      </p>
      <div className="overflow-hidden rounded-xl bg-card shadow-card lg:grid lg:grid-cols-[26rem_1fr] lg:self-center">
        <Night preview={preview} />
        <div className="p-5 sm:p-8 lg:self-center">
          <section aria-labelledby="join">
            <p className="text-sm font-semibold text-ink-2 wrap-anywhere">{lead}</p>
            {preview ? (
              <>
                <h1 id="join" tabIndex={-1} className="mt-1 text-2xl font-extrabold wrap-anywhere sm:text-3xl">
                  {preview.mission_title}
                </h1>
                <p className="mt-2 text-ink-2">One small check-in a day, together.</p>
                <Facts preview={preview} />
              </>
            ) : (
              <FactsSkeleton />
            )}
          </section>
          {children}
        </div>
      </div>
      <LegalLinks api="/docs/api" className="mt-4 justify-center" />
    </main>
  );
}

/** Someone who is signed in joins without pressing anything. */
export function AutoJoinNote({ joined }: { joined: boolean }) {
  return (
    <p role="status" className="mt-5 rounded-md bg-star-soft p-4 text-sm font-semibold text-star-ink">
      {joined ? "You're in. Opening the mission..." : 'Joining the mission...'}
    </p>
  );
}
