import { useRef } from 'react';
import type { Mission } from '#contract/missions.ts';
import { daysBetween } from '#domain/days.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { WeekEmbers } from '#web/drawings/week-embers.tsx';
import { usePhotoDrop } from '#web/features/checkins/photo/photo-field.tsx';
import { Button } from '#web/kit/button.tsx';
import { useFocusFallback } from '#web/kit/use-focus-fallback.ts';
import { longDay } from '#web/lib/format.ts';
import { usePreview } from '#web/lib/use-preview.ts';
import { type CardOwn, cardLine } from './card-line.ts';
import { CheckinFields } from './checkin-fields.tsx';
import type { CheckinForm, SharedOffer } from './use-checkin-form.ts';
import { YesterdayLine } from './yesterday-line.tsx';

interface CheckinCardProps extends CardOwn {
  form: CheckinForm;
  mission: Mission;
}

/** What another app or site has handed over. Nothing of it is in the form before `Use it`. */
function SharedCard({ photo, text, use, discard }: SharedOffer) {
  const preview = usePreview(photo);
  return (
    <section aria-labelledby="shared-title" className="grid gap-3 rounded-md bg-star-soft p-4 text-ink">
      <h3 id="shared-title" className="text-base font-bold">
        Shared from outside Emberkin
      </h3>
      <div className="flex items-start gap-3">
        {preview && <img src={preview} alt="What was shared" className="size-20 shrink-0 rounded-sm object-cover" />}
        {text && <p className="line-clamp-4 min-w-0 text-sm wrap-anywhere whitespace-pre-line">{text}</p>}
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button kind="night" size="sm" onClick={use}>
          Use it
        </Button>
        <Button kind="quiet" size="sm" onClick={discard}>
          Discard
        </Button>
      </div>
    </section>
  );
}

/** The daily check-in. A tick takes one tap; the fields for text and photo open below it. */
export function CheckinCard({ form, mission, ...own }: CheckinCardProps) {
  const element = useRef<HTMLFormElement>(null);
  const heading = useFocusFallback(form.shared ? 1 : 0);
  const over = usePhotoDrop(element, form.draft.choosePhoto, form.busy);
  return (
    <section
      id="checkin"
      tabIndex={-1}
      aria-labelledby="checkin-title"
      className="scroll-mt-4 rounded-xl bg-card p-2 shadow-card"
    >
      <form
        ref={element}
        noValidate
        className="grid gap-4 rounded-lg p-4 text-flame stitch sm:p-6"
        onSubmit={form.onSubmit}
      >
        <div className="text-ink">
          <h2 id="checkin-title" ref={heading} tabIndex={-1} className="text-xl font-extrabold">
            Daily Check-in
          </h2>
          <p className="mt-1.5 flex items-center gap-2 text-sm text-ink-2 tabular">
            {mission.week && !mission.extra_today && own.awayUntil === null ? (
              <WeekEmbers {...mission.week} />
            ) : (
              <Flame className="h-5 w-auto shrink-0" lit={own.streak > 0} />
            )}
            {cardLine(mission, own)}
          </p>
          {own.counted === 0 && (
            <p className="mt-2 text-sm wrap-anywhere">
              <strong>Success Goal</strong> <span className="whitespace-pre-line text-ink-2">{mission.goal}</span>
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
          legend="How do you check in today?"
        />
        <Button type="submit" busy={form.busy} busyLabel="Recording..." className="w-full scroll-mb-28">
          Record Check-in
        </Button>
      </form>
    </section>
  );
}

/** In place of the form, before the mission's first day. */
export function CheckinClosed({ mission }: { mission: Mission }) {
  const { today, first_day } = mission;
  const days = daysBetween(today, first_day);
  return (
    <section
      id="checkin"
      tabIndex={-1}
      aria-labelledby="checkin-title"
      className="flex scroll-mt-4 items-center gap-4 rounded-xl bg-card p-6 shadow-card sm:p-8"
    >
      <Flame className="h-12 w-auto shrink-0" lit={false} />
      <div>
        <h2 id="checkin-title" className="text-xl font-extrabold">
          Ready to start
        </h2>
        <p className="mt-1.5 text-ink-2">
          {days === 1
            ? `Check-ins open tomorrow, ${longDay(first_day)}.`
            : `Check-ins open on ${longDay(first_day)}, in ${days} days.`}
        </p>
      </div>
    </section>
  );
}
