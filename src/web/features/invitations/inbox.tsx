import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { Invitation } from '#contract/invitations.ts';
import { button } from '#platform/web/kit/button.tsx';
import { EmptyState } from '#platform/web/kit/empty-state.tsx';
import { LoadPart } from '#platform/web/kit/load-part.tsx';
import { Pill } from '#platform/web/kit/pill.tsx';
import { Loading, Skeleton } from '#platform/web/kit/skeleton.tsx';
import { useFocusFallback } from '#platform/web/kit/use-focus-fallback.ts';
import { fullDate } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { useMe } from '#web/data/me.ts';
import { UnlitCampfire } from '#web/drawings/empty-scenes.tsx';
import { FailedPage } from '#web/features/site/public.ts';
import { InvitationItem } from './invitation-row.tsx';
import { useInbox } from './queries.ts';

export function Inbox() {
  const t = useT();
  const query = useInbox();
  const pending = query.data?.length ?? 0;
  const heading = useFocusFallback(pending);
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-extrabold sm:text-3xl">
          {t('app.invitations.title')}
        </h1>
        {pending > 0 && <Pill tone="open">{t('app.invitations.pending', { count: pending })}</Pill>}
      </div>
      <p className="mt-2 mb-6 text-ink-2">{t('app.invitations.inbox.lead')}</p>
      <LoadPart
        query={query}
        loading={<Outline />}
        failed={
          <FailedPage query={query} title={t('app.invitations.not_loaded')} level={2}>
            {t('app.invitations.not_loaded_note')}
          </FailedPage>
        }
      >
        {(inbox) => (inbox.length > 0 ? <Cards inbox={inbox} /> : <Nothing />)}
      </LoadPart>
    </>
  );
}

function Cards({ inbox }: { inbox: readonly Invitation[] }) {
  const t = useT();
  const { timezone } = useMe();
  return (
    <>
      <ul className="grid gap-4">
        {inbox.map((invitation) => (
          <li key={invitation.id} className="rounded-lg bg-card p-5 shadow-card">
            <InvitationItem
              invitation={invitation}
              when={t('app.invitations.inbox.invited_on', {
                day: fullDate(invitation.created_at, timezone),
              })}
              go="dashboard"
              facts
              whole
              level={2}
            />
          </li>
        ))}
      </ul>
      <p className="mt-8 flex flex-wrap items-center justify-between gap-3 pt-5 text-ink-2 seam">
        {t('app.invitations.inbox.own_fire')}
        <NewMission quiet />
      </p>
    </>
  );
}

function NewMission({ quiet = false }: { quiet?: boolean }) {
  const t = useT();
  return (
    <Link to="/create-mission" className={button(quiet ? { kind: 'quiet', size: 'sm' } : {})}>
      <Plus className="size-5" aria-hidden />
      {t('app.invitations.inbox.start')}
    </Link>
  );
}

function Nothing() {
  const t = useT();
  return (
    <EmptyState
      drawing={<UnlitCampfire className="w-full max-w-lg" />}
      title={t('app.invitations.none')}
      level={2}
      action={<NewMission />}
    >
      {t('app.invitations.inbox.none_note')}
    </EmptyState>
  );
}

function Outline() {
  const t = useT();
  return (
    <>
      <Loading label={t('app.invitations.loading')} />
      <div aria-hidden className="@container rounded-lg bg-card p-5 shadow-card">
        <div className="grid grid-cols-1 items-center gap-x-6 gap-y-3 @lg:grid-cols-[1fr_19rem]">
          <div className="flex gap-3.5">
            <Skeleton className="size-15 shrink-0 rounded-full" />
            <div className="grid grow self-center">
              <Skeleton className="h-[1lh] w-4/5 text-base leading-snug" />
              <Skeleton className="mt-1 h-[1lh] w-3/5 text-sm" />
              <Skeleton className="mt-0.5 h-[2lh] text-sm" />
            </div>
          </div>
          <Skeleton className="h-11 rounded-md" />
        </div>
      </div>
    </>
  );
}
