import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { House } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Mission } from '#contract/missions.ts';
import { useMission } from '#web/data/missions/queries.ts';
import { SignpostScene } from '#web/drawings/empty-scenes.tsx';
import { Flame } from '#web/drawings/flame.tsx';
import { Page } from '#web/features/frame/page.tsx';
import { useSentInvitations } from '#web/features/invitations/queries.ts';
import { OwnershipOffer } from '#web/features/members/ownership-offer.tsx';
import { EndedBanner } from '#web/features/missions/page/ended-banner.tsx';
import { MissionActions, MissionHeader } from '#web/features/missions/page/mission-header.tsx';
import { MissionParts, OpenDialog } from '#web/features/missions/page/mission-parts.tsx';
import { useMissionPage } from '#web/features/missions/page/use-mission-page.ts';
import { MovedQuestion } from '#web/features/profile/zone-question.tsx';
import { Button, button } from '#web/kit/button.tsx';
import { FailedPage, type Retry } from '#web/kit/load-part.tsx';
import { scrollToElement } from '#web/kit/scroll-to.ts';
import { Skeleton, Spinner } from '#web/kit/skeleton.tsx';
import { detailOf, isRetryable, isSessionOver } from '#web/lib/api/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { usePhone } from '#web/lib/use-media.ts';

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
        <div className="mt-5 grid grid-cols-2 gap-x-2 gap-y-3 pt-4 text-ink-2 seam min-[24rem]:grid-cols-4 sm:mt-6 sm:gap-x-6 sm:pt-5">
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
        It may have been deleted. It may be private to a group you haven't joined: ask a friend for the invitation link.
      </p>
      <Link to="/dashboard" onFocus={() => setWaiting(false)} className={button({ className: 'mt-6 w-full max-w-xs' })}>
        Back to Dashboard
      </Link>
      <p className="mt-4 text-sm text-ink-2">{waiting ? 'Taking you back in 3 seconds...' : 'Take your time.'}</p>
    </div>
  );
}

/** Whether the card's own button is in view; true until that is known. */
function useInView(element: HTMLElement | null): boolean {
  const [inView, setInView] = useState(true);
  useEffect(() => {
    if (!element) return setInView(true);
    const observer = new IntersectionObserver(([entry]) => setInView(!!entry?.isIntersecting), { threshold: 0.6 });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return inView;
}

/**
 * For phones, while today's check-in is needed and the card's own button is out of view: replaces the tab bar, but for the
 * way home.
 */
function StickyCheckin({ streak }: { streak: number }) {
  return (
    <nav
      aria-label="Today"
      className="fixed inset-x-0 bottom-0 z-30 flex translate-y-0 items-center gap-2 border-t-2 border-line bg-card px-3 py-2 pb-[calc(.5rem+env(safe-area-inset-bottom))] transition-transform duration-300 sm:hidden starting:translate-y-full"
    >
      <Link
        to="/dashboard"
        className="grid min-h-12 min-w-14 place-items-center content-center rounded-md px-2 text-xs font-semibold text-ink-2"
      >
        <House className="size-5.5" aria-hidden />
        Home
      </Link>
      <p className="ms-auto flex items-center gap-1.5 font-display text-lg font-extrabold tabular">
        <Flame className="h-8 w-auto" lit={streak > 0} />
        <span aria-hidden>{streak}</span>
        <span className="sr-only">{`${streak}-day streak`}</span>
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
      <FailedPage query={query} title="We couldn't load this mission" after="Your stitches are safe.">
        {detailOf(query.error, 'Something went wrong. Please try again in a moment.')}
      </FailedPage>
    </div>
  );
}

const route = getRouteApi('/queries/app/mission/$missionId');

const CreatedDialog = lazy(async () => ({
  default: (await import('#web/features/missions/page/created-dialog.tsx')).CreatedDialog,
}));

/** The mission whose dialog was shown in this tab: a reload does not show it again. */
const SHOWN_KEY = 'created-shown';

/** Shows the dialog of a mission that its owner has just created. Closing it leads to the check-in. */
function Created({ mission }: { mission: Mission }) {
  const { created } = route.useSearch();
  const navigate = route.useNavigate();
  const [open, setOpen] = useState(() => created === true && sessionStorage.getItem(SHOWN_KEY) !== mission.id);
  const { data: sent, isPending } = useSentInvitations(mission.id, open && mission.previous_id !== null);
  useEffect(() => {
    if (created) sessionStorage.setItem(SHOWN_KEY, mission.id);
  }, [created, mission.id]);
  if (!open || (mission.previous_id !== null && isPending)) return null;
  const invited = sent?.flatMap(({ invitee_name }) => invitee_name ?? []) ?? [];
  const close = (next?: 'email') => {
    setOpen(false);
    void navigate({ search: ({ shared }) => (shared ? { shared } : {}), replace: true, resetScroll: false });
    // Once the dialog is gone: what lies behind it cannot take the focus.
    setTimeout(() => {
      if (next === 'email') document.querySelector<HTMLElement>('[name="invitee_email"]')?.focus();
      else scrollToElement('checkin', true);
    });
  };
  return (
    <Suspense fallback={null}>
      <CreatedDialog mission={mission} invited={invited} onClose={close} />
    </Suspense>
  );
}

function LoadedMission({ mission: cached }: { mission: Mission }) {
  const page = useMissionPage(cached);
  const { mission, own, counted, me, setAction } = page;
  const phone = usePhone();
  const [submit, setSubmit] = useState<HTMLElement | null>(null);
  const submitInView = useInView(submit);
  // Whoever is filling the form, or waits for its answer, has one button that checks in.
  const { busy, draft } = page.form;
  const sticky = phone && mission.needed_today && !submitInView && !busy && draft.kind === 'tick';
  return (
    <Page title={mission.title} back {...(sticky && { bottom: <StickyCheckin streak={own.streak_days} /> })}>
      {(mission.days_remaining === 0 || mission.state === 'completed') && (
        <EndedBanner mission={mission} own={own} counted={counted} onComplete={() => setAction('complete')} />
      )}
      {mission.owner_offer?.user_id === me.id && <OwnershipOffer mission={mission} />}
      <MissionHeader
        mission={mission}
        own={own}
        counted={counted}
        onOpen={setAction}
        onYesterday={mission.can.check_in_yesterday && !mission.needed_yesterday ? page.yesterday.tick : null}
        actions={
          <MissionActions
            mission={mission}
            onOpen={setAction}
            className="flex shrink-0 gap-2 self-start whitespace-nowrap"
          />
        }
      />
      <MovedQuestion />
      <MissionParts page={page} phone={phone} submitRef={setSubmit} />
      <OpenDialog page={page} />
      {own.is_owner && mission.can.invite && <Created mission={mission} />}
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
