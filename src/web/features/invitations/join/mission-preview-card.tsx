import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MissionPreview } from '#contract/missions-join.ts';
import { Loading } from '#platform/web/kit/skeleton.tsx';
import { type ScreenTranslate, useT } from '#platform/web/lib/language.ts';
import { meQuery } from '#web/data/me.ts';
import { scheduleAndLength } from '#web/data/missions/schedule-text.ts';
import { BlankPatch } from '#web/drawings/blank-patch.tsx';
import { Logo } from '#web/drawings/logo.tsx';
import { Patch } from '#web/drawings/patch.tsx';
import { LegalLinks } from '#web/features/site/public.ts';
import { PreviewFire } from './preview-fire.tsx';

const dayText = (t: ScreenTranslate, { day, duration_days, member_count: members }: MissionPreview): string =>
  day > 0
    ? t('start.join.day', { day, total: duration_days, members })
    : t('start.join.not_started', { days: duration_days, members });

export const joinTitle = (t: ScreenTranslate, preview: MissionPreview | undefined): string =>
  preview ? t('start.join.title_of', { mission: preview.mission_title }) : t('start.join.title');

function Facts({ preview }: { preview: MissionPreview }) {
  const t = useT();
  const { goal, reward_description, schedule, duration_days } = preview;
  const facts = [
    [t('start.join.goal'), goal],
    [t('start.join.reward'), reward_description],
    [t('start.join.how_often'), schedule.kind === 'daily' ? null : scheduleAndLength(t, schedule, duration_days)],
  ] as const;
  return (
    <dl className="mt-2 grid gap-1 text-sm sm:mt-3">
      {facts.map(
        ([name, text]) =>
          text && (
            <div key={name} className="wrap-anywhere">
              <dt className="inline font-bold">{name}</dt> <dd className="inline text-on-night-2 user-text">{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface InvitedToProps {
  preview: MissionPreview | undefined;
  sender: string | undefined;
  message: string;
}

/** The sender and the mission: its patch with a stitch for each day, the message and the goal. */
function InvitedTo({ preview, sender, message }: InvitedToProps) {
  const t = useT();
  return (
    <section
      aria-labelledby="join"
      className="bg-dusk px-5 py-4 text-on-night [--line:#6b4d80] sm:p-8 sm:pb-4 lg:col-start-1 lg:row-start-1"
    >
      <div className="flex items-center gap-4">
        {preview ? (
          <Patch
            seed={preview.mission_id}
            patch={preview.patch}
            done={preview.day}
            total={preview.duration_days}
            size={96}
            label={t('start.kit.days_stitched', { done: preview.day, total: preview.duration_days })}
          />
        ) : (
          <BlankPatch size={96} />
        )}
        <div className="min-w-0 wrap-anywhere">
          <p className="text-sm text-on-night-2">
            {sender ? t('start.join.asks_along', { name: sender }) : t('start.join.invited')}
          </p>
          <h1 id="join" tabIndex={-1} className="text-xl leading-tight font-extrabold user-line">
            {preview?.mission_title ?? t('start.join.title')}
          </h1>
          {preview ? (
            <p className="mt-1 text-sm text-on-night-2 tabular">{dayText(t, preview)}</p>
          ) : (
            <Loading label={t('start.join.loading')} />
          )}
        </div>
      </div>
      <p className="mt-2 text-sm sm:mt-3">{t('start.kit.what_it_is')}</p>
      {message && (
        <p className="mt-3 rounded-md bg-on-night/10 px-3.5 py-2 text-sm whitespace-pre-line wrap-anywhere user-text">
          {message}
        </p>
      )}
      {preview && <Facts preview={preview} />}
      {preview?.habit === 'own' && <p className="mt-1 text-sm">{t('start.join.own_habits')}</p>}
    </section>
  );
}

interface MissionPreviewPageProps extends InvitedToProps {
  children?: ReactNode;
}

/**
 * The page of an invitation link: the mission, the next step and the fire on one card.
 *
 * On wide screens the mission and its fire are on the left.
 */
export function MissionPreviewPage({ preview, sender, message, children }: MissionPreviewPageProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-xl px-4 pb-8 sm:px-6 lg:max-w-6xl lg:px-8">
      <p className="py-2 sm:py-4">
        <Logo />
      </p>
      <div className="overflow-hidden rounded-xl bg-card shadow-card lg:grid lg:grid-cols-[minmax(27rem,1fr)_minmax(0,40rem)] lg:grid-rows-[auto_1fr]">
        <InvitedTo preview={preview} sender={sender} message={message} />
        <div className="px-5 pt-4 pb-5 sm:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">{children}</div>
        <div className="flex flex-col justify-end bg-dusk lg:col-start-1 lg:row-start-2 lg:-mt-px lg:pt-8">
          <PreviewFire faces={preview?.faces ?? []} />
        </div>
      </div>
      <LegalLinks api="/docs/api" className="mt-4 justify-center" />
    </main>
  );
}

/** Says how joining continues. Signed-in users press nothing, but a new profile precedes the mission. */
export function AutoJoinNote({ joined }: { joined: boolean }) {
  const t = useT();
  const { data: me } = useQuery({ ...meQuery, enabled: false });
  const next = me?.profile_completed === false ? 'start.join.one_more_step' : 'start.join.joined';
  return (
    <p role="status" className="rounded-md bg-star-soft p-4 text-sm font-semibold text-star-ink">
      {t(joined ? next : 'start.join.joining')}
    </p>
  );
}
