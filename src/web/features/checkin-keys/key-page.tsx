import { type ReactNode, useState } from 'react';
import type { KeyPreview, KeyReceipt } from '#contract/checkin-keys.ts';
import type { PlainKey, Translate } from '#platform/i18n/translate.ts';
import type { Retry } from '#platform/web/kit/load-part.tsx';
import { SeamButton } from '#platform/web/kit/seam-button.tsx';
import { ApiError, detailOf, isRetryable } from '#platform/web/lib/api/api-error.ts';
import { longDay } from '#platform/web/lib/format.ts';
import { useT } from '#platform/web/lib/language.ts';
import { DeadLinkPage, LinkDone, LinkPage, MissionLink } from '#web/features/site/public.ts';
import { describeCount, hasNumber, readKeyQuery } from './key-count.ts';
import { useCheckinByKey } from './queries.ts';

/** The page of a check-in key, with the button that checks in. Opening it changes nothing. */
export function CheckinByKey({ secret, preview }: { secret: string; preview: KeyPreview }) {
  const t = useT();
  const [query] = useState(() => readKeyQuery(window.location.search));
  const tap = useCheckinByKey(secret, query);
  if (tap.error instanceof ApiError && tap.error.code === 'key_unknown') return <UnknownKey />;
  // A response for an earlier day says nothing about today.
  if (tap.data?.day === preview.day)
    return (
      <LinkDone
        mission={preview}
        lead={tap.data.mission_title}
        title={titleOf(t, tap.data)}
        action={<MissionLink missionId={tap.data.mission_id} />}
      >
        {t('start.link.streak', { days: tap.data.mission_streak_days })}
      </LinkDone>
    );
  const { mission_id, mission_title, day, state } = preview;
  const count = describeCount(t, query, preview.amounts);
  const isOpen = state === 'open' || (state === 'done' && hasNumber(query));
  if (!isOpen) return <Closed preview={preview} state={state} />;
  return (
    <LinkPage
      mission={preview}
      lead={longDay(day)}
      title={mission_title}
      action={
        <>
          <SeamButton busy={tap.isPending} busyLabel={t('start.link.checking_in')} onClick={() => tap.mutate()}>
            {count ?? t('start.common.check_in')}
          </SeamButton>
          <MissionLink missionId={mission_id} kind="quiet" />
        </>
      }
    >
      {count === null && <p>{t('start.link.one_tap')}</p>}
      {tap.isError && (
        <p role="alert" className="mt-2.5 font-medium text-rose">
          {t('start.link.not_yet', { detail: detailOf(tap.error, t('start.link.try_later')) })}
        </p>
      )}
    </LinkPage>
  );
}

function titleOf(t: Translate, { checked_in, amount, unit }: KeyReceipt): string {
  if (checked_in === 'now') return t('start.link.checked_in');
  if (amount !== null && unit !== null) return t('start.link.counted', { amount, unit });
  return t('start.link.already');
}

const CLOSED = {
  done: { title: 'start.link.already', text: 'start.link.today_done' },
  over: { title: 'start.link.over', text: 'start.link.over_text' },
  not_started: { title: 'start.link.not_started', text: 'start.link.not_started_text' },
} as const satisfies Record<Exclude<KeyPreview['state'], 'open'>, Record<'title' | 'text', PlainKey>>;

function Closed({ preview, state }: { preview: KeyPreview; state: keyof typeof CLOSED }) {
  const t = useT();
  const { title, text } = CLOSED[state];
  return (
    <LinkPage
      mission={preview}
      lead={preview.mission_title}
      title={t(title)}
      action={<MissionLink missionId={preview.mission_id} />}
    >
      {t(text)}
    </LinkPage>
  );
}

function KeyProblem({ title, query, children }: { title: string; query?: Retry; children: ReactNode }) {
  return (
    <DeadLinkPage title={title} query={query}>
      {children}
    </DeadLinkPage>
  );
}

function UnknownKey() {
  const t = useT();
  return <KeyProblem title={t('start.link.dead')}>{t('start.link.revoked')}</KeyProblem>;
}

export function FailedKey({ query }: { query: Retry & { error: unknown } }) {
  const t = useT();
  const { error } = query;
  if (!isRetryable(error)) return <UnknownKey />;
  if (error instanceof ApiError && error.status === 0)
    return (
      <KeyProblem title={t('start.link.no_connection')} query={query}>
        {t('start.link.no_connection_text')}
      </KeyProblem>
    );
  return (
    <KeyProblem title={t('start.link.failed')} query={query}>
      {t('start.link.not_yet', { detail: detailOf(error, t('start.link.try_later')) })}
    </KeyProblem>
  );
}
