import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { KeyPreview, KeyReceipt } from '#contract/checkin-keys.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { CampfirePage, DeadLinkPage, LinkPage } from '#web/features/site/public.ts';
import { Button, button } from '#web/kit/button.tsx';
import type { Retry } from '#web/kit/load-part.tsx';
import { ApiError, detailOf, isRetryable } from '#web/lib/api/api-error.ts';
import { longDay } from '#web/lib/format.ts';
import { useToken } from '#web/lib/session/session.ts';
import { useCheckinByKey } from './queries.ts';

/** The page of a check-in key: what it is for, and the button that checks in. Opening it changes nothing. */
export function CheckinByKey({ secret, preview }: { secret: string; preview: KeyPreview }) {
  const tap = useCheckinByKey(secret);
  if (tap.error instanceof ApiError && tap.error.code === 'key_unknown') return <UnknownKey />;
  // One of an earlier day says nothing about today.
  if (tap.data?.day === preview.day) return <Done receipt={tap.data} />;
  const { mission_id, mission_title, day, state } = preview;
  if (state !== 'open') return <Closed preview={preview} state={state} />;
  return (
    <LinkPage
      lead={longDay(day)}
      title={mission_title}
      action={
        <>
          <Button busy={tap.isPending} busyLabel="Checking in..." onClick={() => tap.mutate()}>
            Check in
          </Button>
          <MissionLink missionId={mission_id} kind="quiet" />
        </>
      }
    >
      <p>One tap, and you're checked in for today.</p>
      {tap.isError && (
        <p role="alert" className="mt-2.5 font-medium text-rose">
          {`You're not checked in yet. ${detailOf(tap.error, 'Please try again in a moment.')}`}
        </p>
      )}
    </LinkPage>
  );
}

function MissionLink({ missionId, kind = 'flame' }: { missionId: string; kind?: 'flame' | 'quiet' }) {
  return (
    <Link to="/mission/$missionId" params={{ missionId }} className={button({ kind })}>
      Open the mission
    </Link>
  );
}

function Done({ receipt: { mission_id, mission_title, checked_in, mission_streak_days } }: { receipt: KeyReceipt }) {
  const done = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => done.current?.focus(), []);
  return (
    <LinkPage
      lead={mission_title}
      title={checked_in === 'now' ? "You're checked in." : "You're already checked in"}
      action={<MissionLink missionId={mission_id} />}
    >
      <div ref={done} tabIndex={-1} role="status" className="flex items-center justify-center gap-3">
        <Flame className="jump h-9 w-auto shrink-0" />
        <p>{`${mission_streak_days}-day streak.`}</p>
      </div>
    </LinkPage>
  );
}

const CLOSED: Record<Exclude<KeyPreview['state'], 'open'>, { title: string; text: string }> = {
  done: { title: "You're already checked in", text: 'Today is done.' },
  over: { title: 'This mission is over', text: "There's nothing left to check in for." },
  not_started: { title: "This mission hasn't started yet", text: 'Come back on its first day. This link works then.' },
};

function Closed({ preview, state }: { preview: KeyPreview; state: keyof typeof CLOSED }) {
  const { title, text } = CLOSED[state];
  return (
    <LinkPage lead={preview.mission_title} title={title} action={<MissionLink missionId={preview.mission_id} />}>
      {text}
    </LinkPage>
  );
}

function KeyProblem({ title, query, children }: { title: string; query?: Retry; children: ReactNode }) {
  const signedIn = useToken() !== null;
  return (
    <CampfirePage>
      <DeadLinkPage title={title} signedIn={signedIn} query={query}>
        {children}
      </DeadLinkPage>
    </CampfirePage>
  );
}

const UnknownKey = () => <KeyProblem title="This link doesn't work">It isn't ours, or it was revoked.</KeyProblem>;

/** In place of the page when the key is unknown, or nothing says what it is. */
export function FailedKey({ query }: { query: Retry & { error: unknown } }) {
  const { error } = query;
  if (!isRetryable(error)) return <UnknownKey />;
  if (error instanceof ApiError && error.code === 'network')
    return (
      <KeyProblem title="No connection" query={query}>
        You're not checked in yet. Check your network and try again.
      </KeyProblem>
    );
  return (
    <KeyProblem title="We couldn't open the link" query={query}>
      You're not checked in yet. {detailOf(error, 'Please try again in a moment.')}
    </KeyProblem>
  );
}
