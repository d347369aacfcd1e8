import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type CSSProperties, useEffect, useState } from 'react';
import type { Completion } from '#contract/completion.ts';
import { useMe } from '#web/data/me.ts';
import { missionQuery } from '#web/data/missions/queries.ts';
import { BlankPatch } from '#web/drawings/empty-scenes.tsx';
import { BadgePatch } from '#web/features/completion/badge-patch.tsx';
import { Celebration } from '#web/features/completion/celebration.tsx';
import { NextRound } from '#web/features/completion/next-round.tsx';
import { completionQuery } from '#web/features/completion/queries.ts';
import { RewardCard } from '#web/features/completion/reward.tsx';
import { ShareButton, ShareCompletion } from '#web/features/completion/share.tsx';
import { Page } from '#web/features/frame/page.tsx';
import { button } from '#web/kit/button.tsx';
import { Section } from '#web/kit/section.tsx';
import { Spinner } from '#web/kit/skeleton.tsx';
import { ApiError } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { useMedia } from '#web/lib/use-media.ts';

/** The badges that were earned, each with its reason. */
function Badges({ badges }: Pick<Completion, 'badges'>) {
  if (badges.length === 0)
    return (
      <Section id="badges" title="Badges" className="sm:p-7">
        <div className="flex items-center gap-5">
          <BlankPatch size={84} />
          <p className="text-ink-2">
            The first check-in of a mission earns the first badge. Your next patch is waiting.
          </p>
        </div>
      </Section>
    );
  return (
    <Section id="badges" title="Badges earned" className="sm:p-7">
      <ul className="flex flex-wrap justify-center gap-y-4 sm:gap-y-7">
        {badges.map(({ name, description }) => (
          <li
            key={name}
            className="flex w-full items-center gap-4 sm:grid sm:w-1/3 sm:content-start sm:justify-items-center sm:gap-2.5 sm:px-2 sm:text-center"
          >
            <BadgePatch name={name} />
            <div>
              <h3 className="font-bold">{name}</h3>
              <p className="mt-1 text-sm text-ink-2 sm:text-balance">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The other next steps. Only where there is no next round to go on with, one of them stands out. */
function WhatsNext({ completion }: { completion: Completion }) {
  const { mission, can_start_next, next_round } = completion;
  const goesOn = can_start_next || next_round?.is_member || next_round?.invitation_id;
  return (
    <Section id="next" title="What's Next" lead={goesOn ? undefined : 'Keep the fire going.'}>
      <div className="grid gap-3">
        <Link to="/create-mission" className={button({ kind: goesOn ? 'quiet' : 'flame' })}>
          Start New Mission
        </Link>
        <Link to="/create-mission" search={{ from: mission.id }} className={button({ kind: 'quiet' })}>
          Run this mission again
        </Link>
        <Link to="/dashboard" className={button({ kind: 'quiet' })}>
          Back to Dashboard
        </Link>
      </div>
    </Section>
  );
}

/** Has the background of the celebration that follows it. */
function CompletionSkeleton() {
  return (
    <section className="rounded-xl bg-night px-5 py-24 text-on-night sm:py-28 [&_p]:text-on-night-2">
      <Spinner label="Loading completion..." />
    </section>
  );
}

const route = getRouteApi('/queries/account/mission/$missionId/completion');

/** The mission's completion. If it cannot be loaded, the dashboard opens. */
function useCompletion(missionId: string) {
  const navigate = useNavigate();
  const { data, error } = useQuery(completionQuery(missionId));
  const failed = error !== null && !data;
  // In that case the app itself says that the session is over.
  const signedOut = error instanceof ApiError && error.status === 401;
  useEffect(() => {
    if (!failed || signedOut) return;
    toast.error('Failed to load completion data');
    void navigate({ to: '/dashboard', replace: true });
  }, [failed, signedOut, navigate]);
  return data;
}

export function CompletionPage() {
  const { missionId } = route.useParams();
  const me = useMe();
  const completion = useCompletion(missionId);
  // Only for the next round: when it starts, and the faces beside it.
  const { data: mission } = useQuery({ ...missionQuery(missionId), enabled: completion?.can_start_next === true });
  if (!completion)
    return (
      <Page title="Completion">
        <CompletionSkeleton />
      </Page>
    );
  if (!completion.is_completed)
    return (
      <Page title="Mission In Progress">
        <Celebration completion={completion} me={me} />
        <div className="mt-6 grid gap-3 sm:flex sm:justify-center">
          <Link to="/dashboard" className={button({ className: 'sm:min-w-56' })}>
            Back to Dashboard
          </Link>
          <Link
            to="/mission/$missionId"
            params={{ missionId }}
            className={button({ kind: 'quiet', className: 'sm:min-w-56' })}
          >
            View Details
          </Link>
        </div>
      </Page>
    );
  const { reward, badges } = completion;
  return (
    <Page title="Mission completed!">
      <Confetti />
      <Celebration completion={completion} me={me}>
        <ShareButton completion={completion} />
      </Celebration>
      <NextRound completion={completion} mission={mission} me={me} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid grid-cols-1 gap-6">
          <Badges badges={badges} />
          {reward && <RewardCard missionId={missionId} reward={reward} meId={me.id} />}
        </div>
        <div className="grid grid-cols-1 gap-6">
          <WhatsNext completion={completion} />
          <ShareCompletion completion={completion} />
        </div>
      </div>
    </Page>
  );
}

const PIECE_COUNT = 50;
const FALL_MS = 3000;
const COLOURS = ['#F0532B', '#FFBC3B', '#0F8A6E', '#6BB8E8', '#F58EA6', '#FFE7C7'];

/** The pieces are spread by the golden ratio, not by chance: they are even, and the same every time. */
const PIECES = Array.from({ length: PIECE_COUNT }, (_, i): { index: number; style: CSSProperties } => {
  const width = 9 + (i % 4) * 3;
  return {
    index: i,
    style: {
      insetInlineStart: `${(i * 61.8) % 100}%`,
      width,
      height: i % 3 ? width * 1.6 : width,
      borderRadius: i % 3 ? 3 : '50%',
      background: COLOURS[i % COLOURS.length],
      '--dx': `${((i * 37) % 160) - 80}px`,
      '--spin': `${(i % 2 ? 1 : -1) * (360 + ((i * 53) % 540))}deg`,
      // The last piece has landed when the fall is over.
      '--d': `${(i % 10) * 0.05}s`,
      '--t': `${2 + (i % 5) * 0.13}s`,
    } as CSSProperties,
  };
});

/** Falls once. It is left out under reduced motion, and ends as soon as someone moves the focus with Tab. */
function Confetti() {
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)');
  const [falling, setFalling] = useState(true);
  useEffect(() => {
    if (!falling) return;
    const end = () => setFalling(false);
    // Confetti must not cover the focused element.
    const onKey = (event: KeyboardEvent) => event.key === 'Tab' && end();
    const timer = setTimeout(end, FALL_MS);
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
    };
  }, [falling]);
  if (!falling || reducedMotion) return null;
  return (
    <div aria-hidden data-confetti className="pointer-events-none fixed inset-0 z-40 overflow-hidden">
      {PIECES.map(({ index, style }) => (
        <span key={index} className="confetti absolute top-0 block" style={style} />
      ))}
    </div>
  );
}
