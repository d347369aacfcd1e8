import { type Ref, useRef } from 'react';
import type { Mission } from '#contract/missions.ts';
import { daysBetween } from '#domain/days.ts';
import { Flame } from '#web/drawings/flame.tsx';
import { usePhotoDrop } from '#web/features/checkins/photo/photo-field.tsx';
import { Button } from '#web/kit/button.tsx';
import { useFocusFallback } from '#web/kit/use-focus-fallback.ts';
import { longDay } from '#web/lib/format.ts';
import { usePreview } from '#web/lib/use-preview.ts';
import { type CardOwn, cardLine } from './card-line.ts';
import { CheckinFields } from './checkin-fields.tsx';
import type { CheckinForm, SharedOffer } from './use-checkin-form.ts';
import { YesterdayCheckin } from './yesterday-checkin.tsx';

interface CheckinCardProps extends CardOwn {
  form: CheckinForm;
  mission: Mission;
  submitRef: Ref<HTMLButtonElement>;
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
export function CheckinCard({ form, mission, submitRef, ...own }: CheckinCardProps) {
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
        className="grid gap-5 rounded-lg p-4 text-flame stitch sm:p-6"
        onSubmit={form.onSubmit}
      >
        <div className="flex items-center gap-3 text-ink">
          <Flame className="h-11 w-auto shrink-0" lit={own.streak > 0} />
          <div>
            <h2 id="checkin-title" ref={heading} tabIndex={-1} className="text-xl font-extrabold">
              Daily Check-in
            </h2>
            <p className="mt-1 text-sm text-ink-2 tabular">{cardLine(mission, own)}</p>
          </div>
        </div>
        {form.shared && <SharedCard {...form.shared} />}
        <CheckinFields
          id="checkin"
          draft={form.draft}
          busy={form.busy}
          progress={form.progress}
          over={over}
          legend="How do you check in today?"
        />
        {mission.needed_yesterday && <YesterdayCheckin mission={mission} today={mission.today} />}
        <Button type="submit" ref={submitRef} busy={form.busy} busyLabel="Recording..." className="w-full">
          Record Check-in
        </Button>
      </form>
    </section>
  );
}

function wordsFor({ today, first_day }: Mission): { title: string; text: string } {
  const days = daysBetween(today, first_day);
  if (days <= 0) return { title: 'No more check-ins here', text: 'Your last day has passed. Every stitch stays.' };
  return {
    title: 'Ready to start',
    text:
      days === 1
        ? `Check-ins open tomorrow, ${longDay(first_day)}.`
        : `Check-ins open on ${longDay(first_day)}, in ${days} days.`,
  };
}

/** In place of the form, when the mission has not begun or the user's days in it are over. */
export function CheckinClosed({ mission }: { mission: Mission }) {
  const words = wordsFor(mission);
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
          {words.title}
        </h2>
        <p className="mt-1.5 text-ink-2">{words.text}</p>
      </div>
    </section>
  );
}
