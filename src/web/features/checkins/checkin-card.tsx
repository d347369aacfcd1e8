import { Check, MessageSquareText } from 'lucide-react';
import type { Ref } from 'react';
import { CHECKIN_CONTENT_MAX } from '#domain/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Counted } from '#web/ui/field.tsx';
import { Flame } from '#web/ui/flame.tsx';
import type { CheckinForm, FormKind } from './use-checkin.ts';

const KINDS: readonly [FormKind, string, typeof Check][] = [
  ['tick', 'Check In Only', Check],
  ['text', 'Check In with Text', MessageSquareText],
];

interface CheckinCardProps {
  form: CheckinForm;
  /** Which stitch of how many this will be, and the streak so far. */
  stitch: number;
  total: number;
  streak: number;
  submitRef: Ref<HTMLButtonElement>;
}

function Kinds({ form }: { form: CheckinForm }) {
  return (
    <fieldset disabled={form.busy}>
      <legend className="sr-only">How do you check in today?</legend>
      <div className="grid grid-cols-2 gap-2 sm:gap-3">
        {KINDS.map(([kind, label, Icon]) => {
          const on = form.kind === kind;
          return (
            <label
              key={kind}
              className={cx(
                'flex cursor-pointer flex-col items-center gap-2 rounded-md border-2 px-1.5 py-3 text-center text-xs leading-tight font-semibold transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-sky sm:flex-row sm:justify-center sm:px-3 sm:text-sm',
                on ? 'border-flame bg-star-soft text-ink' : 'border-line text-ink-2 hover:bg-sunk',
              )}
            >
              <input
                type="radio"
                name="kind"
                value={kind}
                checked={on}
                onChange={() => form.setKind(kind)}
                className="sr-only"
              />
              <span
                className={cx(
                  'grid size-9 shrink-0 place-items-center rounded-full',
                  on ? 'bg-flame text-on-flame' : 'bg-sunk',
                )}
              >
                <Icon className="size-5" strokeWidth={2.5} aria-hidden />
              </span>
              {label}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** The one thing to do on this page. A tick is one tap; the text opens below, nothing jumps. */
export function CheckinCard({ form, stitch, total, streak, submitRef }: CheckinCardProps) {
  return (
    <section
      id="checkin"
      tabIndex={-1}
      aria-labelledby="checkin-title"
      className="scroll-mt-4 rounded-xl bg-card p-2 shadow-card"
    >
      <form className="grid gap-5 rounded-lg p-4 text-flame stitch sm:p-6" onSubmit={form.onSubmit}>
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
        <Kinds form={form} />
        {form.kind === 'text' && (
          <div className="text-ink">
            <Counted
              id="content"
              label="Your Update"
              optional
              area
              max={CHECKIN_CONTENT_MAX}
              placeholder="What went well, what got in the way?"
              value={form.content}
              disabled={form.busy}
              onChange={(event) => form.setContent(event.target.value)}
            />
          </div>
        )}
        <Button type="submit" ref={submitRef} busy={form.busy} busyLabel="Recording..." className="w-full">
          Record Check-in
        </Button>
      </form>
    </section>
  );
}
