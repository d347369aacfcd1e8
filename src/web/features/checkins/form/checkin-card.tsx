import { useEffect, useRef } from 'react';
import type { Member } from '#contract/members.ts';
import type { Mission } from '#contract/missions.ts';
import { daysBetween } from '#domain/days.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { SeamButton } from '#platform/web/kit/seam-button.tsx';
import { useFocusFallback } from '#platform/web/kit/use-focus-fallback.ts';
import { longDay } from '#platform/web/lib/format.ts';
import { useT, within } from '#platform/web/lib/language.ts';
import { usePreview } from '#platform/web/lib/use-preview.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { WeekEmbers } from '#web/drawings/week-embers.tsx';
import { usePhotoDrop } from '#web/features/checkins/photo/photo-field.tsx';
import { OwnHabit } from '#web/features/members/public.ts';
import { type CardOwn, cardLine } from './card-line.ts';
import { CheckinFields } from './checkin-fields.tsx';
import { CheckinSection } from './checkin-section.tsx';
import type { CheckinForm, SharedOffer } from './use-checkin-form.ts';
import { YesterdayLine } from './yesterday-line.tsx';

interface CheckinCardProps extends CardOwn {
  form: CheckinForm;
  mission: Mission;
  member: Member;
}

export const CARD = 'grid gap-4 rounded-lg p-4 text-flame stitch sm:p-6';

/** A photo or text from another app or site. It enters the form only when the user presses `Use it`. */
function SharedCard({ photo, text, use, discard }: SharedOffer) {
  const t = useT();
  const preview = usePreview(photo);
  return (
    <section aria-labelledby="shared-title" className="grid gap-3 rounded-md bg-star-soft p-4 text-ink">
      <h3 id="shared-title" className="text-base font-bold">
        {t('app.checkins.shared.title')}
      </h3>
      <div className="flex items-start gap-3">
        {preview && (
          <img
            src={preview}
            alt={t('app.checkins.shared.photo')}
            className="size-20 shrink-0 rounded-sm object-cover"
          />
        )}
        {text && <p className="line-clamp-4 min-w-0 text-sm wrap-anywhere whitespace-pre-line">{text}</p>}
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button kind="night" size="sm" onClick={use}>
          {t('app.checkins.shared.use')}
        </Button>
        <Button kind="quiet" size="sm" onClick={discard}>
          {t('app.checkins.shared.discard')}
        </Button>
      </div>
    </section>
  );
}

export function CheckinCard({ form, mission, member, ...own }: CheckinCardProps) {
  const t = useT();
  const element = useRef<HTMLFormElement>(null);
  const heading = useFocusFallback(form.shared ? 1 : 0);
  const button = useRef<HTMLButtonElement>(null);
  const wasRefused = form.isRefused && !form.busy;
  useEffect(() => {
    // The card shown in between had the focus.
    if (wasRefused && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [wasRefused]);
  const over = usePhotoDrop(element, form.draft.choosePhoto, form.busy);
  return (
    <CheckinSection className="bg-card p-2">
      <form ref={element} noValidate className={CARD} onSubmit={form.onSubmit}>
        <div className="text-ink">
          <h2 id="checkin-title" ref={heading} tabIndex={-1} className="text-xl font-extrabold">
            {t('app.checkins.card.title')}
          </h2>
          <p className="mt-1.5 flex items-center gap-2 text-sm text-ink-2 tabular">
            {mission.week && !mission.extra_today && own.awayUntil === null ? (
              <WeekEmbers {...mission.week} />
            ) : (
              <Flame className="h-5 w-auto shrink-0" lit={own.streak > 0} />
            )}
            <span>{cardLine(t, mission, own)}</span>
          </p>
          <OwnHabit mission={mission} own={member} />
          {own.counted === 0 && (
            <p className="mt-2 text-sm wrap-anywhere">
              {t.rich('app.checkins.card.goal', {
                goal: mission.goal,
                name: within('strong'),
                text: within('span', { className: 'whitespace-pre-line text-ink-2' }),
              })}
            </p>
          )}
        </div>
        {form.shared && <SharedCard {...form.shared} />}
        {mission.needed_yesterday && <YesterdayLine mission={mission} />}
        <CheckinFields
          id="checkin"
          draft={form.draft}
          busy={form.busy}
          progress={form.progress}
          over={over}
          legend={t('app.checkins.card.legend')}
        />
        <SeamButton
          ref={button}
          type="submit"
          // A break, a free day or a kept week requires no check-in.
          kind={mission.due_today && own.awayUntil === null ? 'flame' : 'quiet'}
          busy={form.busy}
          busyLabel={t('app.checkins.card.recording')}
          className="w-full scroll-mb-28"
        >
          {t('app.checkins.card.record')}
        </SeamButton>
      </form>
    </CheckinSection>
  );
}

function CheckinNote({ title, children }: { title: string; children: string }) {
  return (
    <CheckinSection className="flex items-center gap-4 bg-card p-6 sm:p-8">
      <Flame className="h-12 w-auto shrink-0" lit={false} />
      <div>
        <h2 id="checkin-title" className="text-xl font-extrabold">
          {title}
        </h2>
        <p className="mt-1.5 text-ink-2">{children}</p>
      </div>
    </CheckinSection>
  );
}

export function CheckinClosed({ mission }: { mission: Mission }) {
  const t = useT();
  const { today, first_day } = mission;
  const days = daysBetween(today, first_day);
  return (
    <CheckinNote title={t('app.checkins.card.ready')}>
      {days === 1
        ? t('app.checkins.card.opens_tomorrow', { day: longDay(first_day) })
        : t('app.checkins.card.opens', { day: longDay(first_day), days })}
    </CheckinNote>
  );
}
