import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { OwnershipOffer } from '#web/features/members/ownership-offer.tsx';
import { EndedBanner } from '#web/features/missions/page/ended-banner.tsx';
import { MissionActions, MissionHeader } from '#web/features/missions/page/mission-header.tsx';
import { useMission } from '#web/features/missions/queries.ts';
import { detailOf, isRetryable, isSessionOver } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { Button, button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { SignpostScene } from '#web/ui/drawings/empty-scenes.tsx';
import { Flame } from '#web/ui/drawings/flame.tsx';
import { FailedPage, type Retry } from '#web/ui/load-part.tsx';
import { Page } from '#web/ui/page.tsx';
import { scrollToElement } from '#web/ui/scroll-to.ts';
import { Skeleton, Spinner } from '#web/ui/skeleton.tsx';
import { MissionParts, OpenDialog } from './mission-parts.tsx';
import { useMissionPage } from './use-mission-page.ts';

function CardSkeleton({ rows }: { rows: string[] }) {
  return (
    <div aria-hidden className="rounded-lg bg-card p-5 shadow-card">
      <Skeleton className="h-7 w-2/5" />
      <div className="mt-5 grid gap-3">
        {rows.map((row) => (
          <Skeleton key={row} className="h-11 w-full" />
        ))}
      </div>
    </div>
  );
}

/** The mission page while it loads, with the spinner in the place of the check-in. */
function MissionSkeleton() {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the focus of an arrival goes to an h1, and this one is gone in a moment */}
      <p role="heading" aria-level={1} className="sr-only">
        Mission
      </p>
      <div aria-hidden className="rounded-xl bg-card p-5 shadow-card sm:p-7">
        <div className="flex items-center gap-4 sm:gap-7">
          <Skeleton className="size-26 shrink-0 rounded-full sm:size-44" />
          <div className="grid grow gap-3">
            <Skeleton className="h-7 w-32 rounded-full" />
            <Skeleton className="h-8 w-4/5 sm:h-11" />
            <Skeleton className="hidden h-5 w-3/5 sm:block" />
          </div>
        </div>
        <div className="mt-5 grid grid-cols-4 gap-x-2 pt-4 text-ink-2 seam sm:mt-6 sm:gap-x-6 sm:pt-5">
          {['left', 'members', 'started', 'status'].map((tile) => (
            <Skeleton key={tile} className="h-12 w-4/5" />
          ))}
        </div>
      </div>
      <div className="mt-5 grid items-start gap-5 lg:mt-6 lg:grid-cols-[1fr_21rem] lg:gap-6">
        <div className="rounded-xl bg-card shadow-card">
          <Spinner label="Loading mission..." />
        </div>
        <CardSkeleton rows={['1', '2', '3', '4']} />
      </div>
    </>
  );
}

/** How long a missing mission is explained before the dashboard opens. */
const BACK_MS = 3000;

/** For a mission that does not exist or that the user is not in. Focusing the button stops the redirect. */
function MissionNotFound({ error }: { error: unknown }) {
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(true);
  const detail = detailOf(error, 'Mission not found');
  useEffect(() => toast.error(`Failed to load mission: ${detail}`), [detail]);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => void navigate({ to: '/dashboard', replace: true }), BACK_MS);
    return () => clearTimeout(timer);
  }, [waiting, navigate]);
  return (
    <div
      role="alert"
      className="mx-auto mt-2 grid max-w-3xl justify-items-center rounded-xl bg-card p-5 pb-9 text-center shadow-card sm:mt-6 sm:p-8 sm:pb-12"
    >
      <SignpostScene className="w-full max-w-lg" />
      <h1 className="mt-7 text-2xl font-extrabold">Mission Not Found</h1>
      <p className="mt-2.5 max-w-md text-balance text-ink-2">
        It may have been deleted, or it belongs to a circle you are not in yet. Ask a friend for the invitation link.
      </p>
      <Link to="/dashboard" onFocus={() => setWaiting(false)} className={button({ className: 'mt-6 w-full max-w-xs' })}>
        Back to Dashboard
      </Link>
      <p className="mt-4 text-sm text-ink-2">
        {waiting ? 'We take you back in 3 seconds.' : 'We wait here. The button takes you back.'}
      </p>
    </div>
  );
}

/** For phones, while today's check-in is due: replaces the tab bar, and hides while the card's own button is in view. */
function StickyCheckin({ streak, submit }: { streak: number; submit: HTMLElement | null }) {
  const [submitInView, setSubmitInView] = useState(true);
  useEffect(() => {
    if (!submit) return;
    const observer = new IntersectionObserver(([entry]) => setSubmitInView(!!entry?.isIntersecting), {
      threshold: 0.6,
    });
    observer.observe(submit);
    return () => observer.disconnect();
  }, [submit]);
  return (
    <nav
      aria-label="Today"
      inert={submitInView}
      className={cx(
        'fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t-2 border-line bg-card px-4 py-3 pb-[calc(.75rem+env(safe-area-inset-bottom))] transition-transform duration-300 sm:hidden',
        submitInView && 'translate-y-full',
      )}
    >
      <p className="flex items-center gap-1.5 font-display text-lg font-extrabold tabular">
        <Flame className="h-8 w-auto" lit={streak > 0} />
        {streak}
        <span className="sr-only">{streak === 1 ? ' day streak' : ' days streak'}</span>
      </p>
      <Button className="grow" onClick={() => scrollToElement('checkin', true)}>
        Check In
      </Button>
    </nav>
  );
}

/** Shown when the mission could not be loaded; try again. */
function MissionLoadError({ query }: { query: Retry & { error: unknown } }) {
  return (
    <div className="mx-auto mt-2 max-w-3xl sm:mt-6">
      <FailedPage query={query} title="We could not load this mission" after="Your stitches are safe.">
        {detailOf(query.error, 'Something is in the way. Please try again in a moment.')}
      </FailedPage>
    </div>
  );
}

const route = getRouteApi('/queries/app/mission/$missionId');

function LoadedMission({ mission: cached }: { mission: Mission }) {
  const page = useMissionPage(cached);
  const { mission, own, counted, me, setAction } = page;
  const phone = usePhone();
  const [submit, setSubmit] = useState<HTMLElement | null>(null);
  const bottom = phone && mission.due_today && <StickyCheckin streak={own.streak_days} submit={submit} />;
  return (
    <Page title={mission.title} back {...(bottom && { bottom })}>
      {(mission.days_remaining === 0 || mission.state === 'completed') && (
        <EndedBanner mission={mission} own={own} counted={counted} onComplete={() => setAction('complete')} />
      )}
      {mission.owner_offer?.user_id === me.id && <OwnershipOffer mission={mission} />}
      <MissionHeader
        mission={mission}
        own={own}
        counted={counted}
        justCheckedIn={page.receipt !== null}
        actions={
          <MissionActions
            mission={mission}
            onOpen={setAction}
            className="flex shrink-0 gap-2 self-start whitespace-nowrap"
          />
        }
      />
      <MissionParts page={page} phone={phone} submitRef={setSubmit} />
      <OpenDialog page={page} />
    </Page>
  );
}

export function MissionPage() {
  const { missionId } = route.useParams();
  const query = useMission(missionId);
  const { data, error } = query;
  // A session that is over is told by the app, which leaves this page.
  const over = isSessionOver(error);
  // The cached mission may have been deleted or left meanwhile.
  if (error && !isRetryable(error) && !over)
    return (
      <Page title="Mission Not Found">
        <MissionNotFound error={error} />
      </Page>
    );
  if (data) return <LoadedMission key={missionId} mission={data} />;
  return (
    <Page title="Mission" back>
      {error && !over ? <MissionLoadError query={query} /> : <MissionSkeleton />}
    </Page>
  );
}
