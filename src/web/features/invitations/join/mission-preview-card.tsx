import { Gift, Repeat, Target } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MissionPreview } from '#contract/missions-join.ts';
import { planInWords } from '#web/data/missions/schedule-text.ts';
import { BlankPatch } from '#web/drawings/empty-scenes.tsx';
import { FireFigure, Ghost, Logs, SceneDefs, useSceneIds } from '#web/drawings/fire-figure.tsx';
import { SceneFire } from '#web/drawings/fire-scene.tsx';
import { Logo } from '#web/drawings/logo.tsx';
import { Patch } from '#web/drawings/patch.tsx';
import { LegalLinks } from '#web/features/site/public.ts';
import { Loading, Skeleton } from '#web/kit/skeleton.tsx';
import { count } from '#web/lib/format.ts';

/* Where people sit on each side of the fire, by how many they are. */
const PLACES: Readonly<Record<number, readonly number[]>> = { 1: [116], 2: [60, 138], 3: [38, 98, 158] };

/** The members as felt figures round the fire, with a free place for whoever was asked. Nobody can be recognized. */
function Figures({ faces }: Pick<MissionPreview, 'faces'>) {
  const ids = useSceneIds();
  const people = [...faces, null];
  const onLeft = Math.ceil(people.length / 2);
  const onRight = people.length - onLeft;
  const scale = people.length > 4 ? 0.64 : 0.84;
  const seats = people.map((face, at) => ({
    face,
    at,
    x: at < onLeft ? PLACES[onLeft]![at]! : 420 - PLACES[onRight]![onRight - 1 - (at - onLeft)]!,
  }));
  return (
    <svg viewBox="0 0 420 172" aria-hidden="true" className="block w-full">
      <SceneDefs {...ids} />
      <path d="M0 126q110-50 210-18t210-24v88H0Z" fill="#5F3470" />
      <path d="M0 146Q210 104 420 146v26H0Z" fill="#236B54" />
      <ellipse cx="210" cy="130" rx="190" ry="70" fill={`url(#${ids.glow})`} />
      <Logs places={seats.map(({ x }) => [x, 152, scale])} />
      {seats.map(({ face, at, x }) => (
        <g key={x} transform={`translate(${x} 152) scale(${face && x > 210 ? -scale : scale} ${scale})`}>
          {face ? (
            <FireFigure
              look={{ palette: face.colour, cut: at, hat: at + face.colour }}
              initial=""
              picture={face.avatar_url}
              mirrored={x > 210}
              warm
              ids={ids}
            />
          ) : (
            <Ghost plus />
          )}
        </g>
      ))}
      <g transform="translate(53 -31) scale(.56)">
        <SceneFire share={1} />
      </g>
    </svg>
  );
}

/** Who is there already; of the others only the number. */
function companyText({ owner_name, member_count }: MissionPreview): string {
  const others = member_count - 1;
  if (others < 1) return `${owner_name} is by this fire`;
  return others === 1
    ? `${owner_name} and 1 other are by this fire`
    : `${owner_name} and ${count(others)} others are by this fire`;
}

function dayText({ day, duration_days }: MissionPreview): string {
  if (day > 0) return `Day ${day} of ${duration_days}`;
  return duration_days === 1 ? '1 day, not started yet' : `${duration_days} days, not started yet`;
}

/** The half of the card that is night: the patch with a stitch for each day, and who sits by the fire. */
function Night({ preview }: { preview: MissionPreview | undefined }) {
  return (
    <div className="flex flex-col justify-end bg-dusk text-on-night [--line:#6b4d80]">
      <div className="flex items-center gap-4 p-5 pb-0 lg:grow lg:flex-col lg:justify-center lg:p-8 lg:pb-2">
        <span className="shrink-0 [&>svg]:size-22 sm:[&>svg]:size-26 lg:[&>svg]:size-52">
          {preview ? (
            <Patch
              seed={preview.mission_id}
              done={preview.day}
              total={preview.duration_days}
              size={104}
              label={`${preview.day} of ${preview.duration_days} days stitched`}
            />
          ) : (
            <BlankPatch size={104} />
          )}
        </span>
        {preview && (
          <p className="min-w-0 text-sm text-on-night-2 tabular lg:text-center">
            {dayText(preview)}
            <strong className="mt-1 block font-display text-lg leading-tight text-on-night wrap-anywhere">
              {companyText(preview)}
            </strong>
          </p>
        )}
      </div>
      <Figures faces={preview?.faces ?? []} />
    </div>
  );
}

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
            text: planInWords(preview.schedule, preview.duration_days),
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
