import { type Ref, useRef } from 'react';
import { usePhotoDrop } from '#web/features/checkins/photo/use-photo-drop.ts';
import { Button } from '#web/ui/button.tsx';
import { Flame } from '#web/ui/drawings/flame.tsx';
import { CheckinFields } from './checkin-fields.tsx';
import type { CheckinForm } from './use-checkin-form.ts';

interface CheckinCardProps {
  form: CheckinForm;
  /** Which stitch of how many this will be, and the streak so far. */
  stitch: number;
  total: number;
  streak: number;
  submitRef: Ref<HTMLButtonElement>;
}

/** The one thing to do on this page. A tick is one tap; text and photo open below, nothing jumps. */
export function CheckinCard({ form, stitch, total, streak, submitRef }: CheckinCardProps) {
  const element = useRef<HTMLFormElement>(null);
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
          <Flame className="h-11 w-auto shrink-0" lit={streak > 0} />
          <div>
            <h2 id="checkin-title" className="text-xl font-extrabold">
              Daily Check-in
            </h2>
            <p className="mt-1 text-sm text-ink-2 tabular">
              {streak > 0
                ? `Stitch ${stitch} of ${total}. Your streak here is ${streak}.`
                : `Stitch ${stitch} of ${total}. Today can start a streak.`}
            </p>
          </div>
        </div>
        <CheckinFields
          id="checkin"
          draft={form.draft}
          busy={form.busy}
          progress={form.progress}
          over={over}
          legend="How do you check in today?"
        />
        <Button type="submit" ref={submitRef} busy={form.busy} busyLabel="Recording..." className="w-full">
          Record Check-in
        </Button>
      </form>
    </section>
  );
}
